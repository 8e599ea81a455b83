import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { erasePersonData, personHeldData, readRetentionPeriods } from '#shared/api/account/people-data.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'personalData']

export const personDataQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'person', id],
    queryFn: ({ signal }) => call(personHeldData, { id }, { signal }),
  })

export const termsQuery = queryOptions({
  queryKey: [...key, 'terms'],
  queryFn: async ({ signal }) => (await call(readRetentionPeriods, {}, { signal })).terms,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
})

export function useErasePerson(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(erasePersonData, { id, password }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}
