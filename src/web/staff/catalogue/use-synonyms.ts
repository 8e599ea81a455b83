import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { deleteSynonyms, saveSynonyms, staffSynonyms } from '#shared/api/staff/synonyms.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'synonyms']
type SynonymList = Pick<ReplyOf<typeof staffSynonyms>, 'items'>

export function useSynonyms() {
  return useQuery({ queryKey: key, queryFn: ({ signal }): Promise<SynonymList> => call(staffSynonyms, {}, { signal }) })
}

/** Both calls return the current sets. */
export function useSaveSynonyms() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (set: { id?: number; words: string[] }) => call(saveSynonyms, set),
    onSuccess: ({ items }) => queries.setQueryData<SynonymList>(key, { items }),
  })
}

export function useDeleteSynonyms() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteSynonyms, { id }),
    onSuccess: ({ items }) => queries.setQueryData<SynonymList>(key, { items }),
  })
}
