import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import {
  endPriceBreak,
  findBreakTargets,
  previewPriceBreak,
  savePriceBreak,
  staffPriceBreaks,
  type BreakTarget,
} from '#shared/api/staff/pricing/price-breaks.ts'
import { call } from '#web/api/client.ts'

type Owner = { contract: number } | { price_type: number }
type Breaks = ReplyOf<typeof staffPriceBreaks>

const key = ['staff', 'price-breaks']
const listKey = (owner: Owner | undefined) => [...key, 'list', owner]

export function usePriceBreaks(owner: Owner | undefined) {
  return useQuery({
    queryKey: listKey(owner),
    queryFn: ({ signal }) => call(staffPriceBreaks, owner ?? {}, { signal }),
    enabled: owner !== undefined,
  })
}

export function useSaveBreak(owner: Owner) {
  const store = useStoreReply(owner)
  return useMutation({
    mutationFn: (terms: Omit<InputOf<typeof savePriceBreak>, 'method'>) => call(savePriceBreak, { ...terms, ...owner }),
    onSuccess: store,
  })
}

export function useEndBreak(owner: Owner) {
  const store = useStoreReply(owner)
  return useMutation({ mutationFn: (id: number) => call(endPriceBreak, { id, ...owner }), onSuccess: store })
}

/** Undefined terms: the form is not complete yet. */
export function useBreakPreview(owner: Owner, terms: InputOf<typeof previewPriceBreak> | undefined) {
  return useQuery({
    queryKey: [...key, 'preview', owner, terms],
    queryFn: ({ signal }) =>
      call(previewPriceBreak, { ...terms, ...owner } as InputOf<typeof previewPriceBreak>, { signal }),
    enabled: terms !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export const targetSource = (target: BreakTarget) => ({
  name: `break ${target}`,
  find: async (query: string, signal: AbortSignal) =>
    (await call(findBreakTargets, { target, query }, { signal })).items,
})

function useStoreReply(owner: Owner) {
  const queries = useQueryClient()
  return async (reply: Breaks) => {
    queries.setQueryData<Breaks>(listKey(owner), reply)
    await queries.invalidateQueries({ queryKey: ['staff', 'prices', 'explanation'] })
  }
}
