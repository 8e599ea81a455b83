import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { deleteLabel, saveLabel, staffLabels, type GoodsLabel } from '#shared/api/staff/labels.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'labels']
type LabelList = { items: GoodsLabel[] }

export function useLabels() {
  return useQuery({ queryKey: key, queryFn: ({ signal }): Promise<LabelList> => call(staffLabels, {}, { signal }) })
}

export function useSaveLabel() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (label: Omit<InputOf<typeof saveLabel>, 'method'>) => call(saveLabel, label),
    onSuccess: storeReply,
  })
}

export function useDeleteLabel() {
  const storeReply = useStoreReply()
  return useMutation({ mutationFn: (id: number) => call(deleteLabel, { id }), onSuccess: storeReply })
}

/** Both return the current labels; rows of goods show their names. */
function useStoreReply() {
  const queries = useQueryClient()
  return ({ items }: LabelList) => {
    queries.setQueryData<LabelList>(key, { items })
    return queries.invalidateQueries({ queryKey: ['staff', 'goods', 'list'] })
  }
}
