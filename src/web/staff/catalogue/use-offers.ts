import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import {
  deleteOffer,
  findSellable,
  saveOffer,
  staffOffer,
  staffOffers,
  type StaffOffer,
} from '#shared/api/staff/offers.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'offers']
type OfferList = ReplyOf<typeof staffOffers>
export type OpenOffer = ReplyOf<typeof staffOffer>['offer']

export function useOffers() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(staffOffers, {}, { signal }) })
}

/** Fetched on every opening, and never refetched while the form is being edited. */
export const offerQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, id],
    queryFn: async ({ signal }) => (await call(staffOffer, { id }, { signal })).offer,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Goods that can be added to an offer. */
export const sellable = {
  name: 'sellable',
  find: async (query: string, signal: AbortSignal) => (await call(findSellable, { query }, { signal })).items,
}

export function useSaveOffer() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (offer: Omit<InputOf<typeof saveOffer>, 'method'>) => call(saveOffer, offer),
    onSuccess: ({ items }) => storeReply(items),
  })
}

export function useDeleteOffer() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (id: number) => call(deleteOffer, { id }),
    onSuccess: ({ items }) => storeReply(items),
  })
}

/** Both calls return the current offers. */
function useStoreReply() {
  const queries = useQueryClient()
  return (items: StaffOffer[]) => queries.setQueryData<OfferList>(key, (cached) => cached && { ...cached, items })
}
