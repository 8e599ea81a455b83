import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { deleteLabel, saveLabel, staffLabels, type GoodsLabel } from '#shared/api/staff/labels.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'labels']
type Known = { items: GoodsLabel[] }

export function useLabels() {
  return useQuery({ queryKey: key, queryFn: ({ signal }): Promise<Known> => call(staffLabels, {}, { signal }) })
}

export function useSaveLabel() {
  const renew = useRenew()
  return useMutation({
    mutationFn: (label: Omit<InputOf<typeof saveLabel>, 'method'>) => call(saveLabel, label),
    onSuccess: renew,
  })
}

export function useDeleteLabel() {
  const renew = useRenew()
  return useMutation({ mutationFn: (id: number) => call(deleteLabel, { id }), onSuccess: renew })
}

/** Both return the current labels; rows of goods show their names. */
function useRenew() {
  const queries = useQueryClient()
  return ({ items }: Known) => {
    queries.setQueryData<Known>(key, { items })
    return queries.invalidateQueries({ queryKey: ['staff', 'goods', 'list'] })
  }
}
