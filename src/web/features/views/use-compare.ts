import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addToCompare, compareIds, removeFromCompare } from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'

const comparedQuery = queryOptions({
  queryKey: ['compare', 'ids'],
  queryFn: async ({ signal }) => (await call(compareIds, {}, { signal })).ids,
})

/** Whether a product is among the compared ones, and the way to put it there or take it out. */
export function useCompared(id: number) {
  const queries = useQueryClient()
  const notify = useNotify()
  const { data: ids } = useQuery(comparedQuery)
  const toggle = useMutation({
    mutationFn: (compared: boolean) => call(compared ? addToCompare : removeFromCompare, { id }),
    onSuccess: async (reply) => {
      queries.setQueryData(comparedQuery.queryKey, reply.ids)
      await queries.invalidateQueries({ queryKey: ['compare'] })
    },
    onError: (error) => {
      console.error('compare refused', error)
      notify({ tone: 'bad', title: 'Сравнение не изменено', text: error.message })
    },
  })
  return { known: ids !== undefined, compared: ids?.includes(id) ?? false, toggle }
}
