import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { findSellable } from '#shared/api/staff/offers.ts'
import {
  contractChoices,
  deleteRate,
  explainPrice,
  rateHistory,
  saveRate,
  setPurchaseType,
  staffPrices,
} from '#shared/api/staff/prices.ts'
import { call } from '#web/api/client.ts'
import type { PricesSearch } from './prices-url.ts'

const key = ['staff', 'prices']
export type PriceOverview = Omit<ReplyOf<typeof staffPrices>, 'status'>

export function usePriceOverview() {
  return useQuery({
    queryKey: [...key, 'overview'],
    queryFn: ({ signal }): Promise<PriceOverview> => call(staffPrices, {}, { signal }),
  })
}

export function useRateHistory(currency: string) {
  return useQuery({
    queryKey: [...key, 'rates', currency],
    queryFn: async ({ signal }) => (await call(rateHistory, { currency }, { signal })).items,
  })
}

export function useContractsOfType(type: number) {
  return useQuery({
    queryKey: [...key, 'contracts', type],
    queryFn: async ({ signal }) => (await call(contractChoices, { type }, { signal })).items,
  })
}

export function useExplanation({ product, contract, quantity = 1 }: PricesSearch) {
  return useQuery({
    queryKey: [...key, 'explanation', product, contract, quantity],
    queryFn: ({ signal }) =>
      call(explainPrice, { product: product ?? 0, contract: contract ?? 0, quantity }, { signal }),
    enabled: product !== undefined && contract !== undefined,
    placeholderData: keepPreviousData,
  })
}

export function useSaveRate() {
  const store = useStoreReply()
  return useMutation({
    mutationFn: (rate: Omit<InputOf<typeof saveRate>, 'method'>) => call(saveRate, rate),
    onSuccess: store,
  })
}

export function useDeleteRate() {
  const store = useStoreReply()
  return useMutation({
    mutationFn: (rate: { currency: string; date: string }) => call(deleteRate, rate),
    onSuccess: store,
  })
}

export function useSetPurchaseType() {
  const store = useStoreReply()
  return useMutation({ mutationFn: (type: number | null) => call(setPurchaseType, { type }), onSuccess: store })
}

/** The calls return the current overview; histories and explanations follow. */
function useStoreReply() {
  const queries = useQueryClient()
  return async ({ types, currencies, known }: PriceOverview) => {
    queries.setQueryData<PriceOverview>([...key, 'overview'], { types, currencies, known })
    await Promise.all([
      queries.invalidateQueries({ queryKey: [...key, 'rates'] }),
      queries.invalidateQueries({ queryKey: [...key, 'explanation'] }),
    ])
  }
}

export const goodsSource = {
  name: 'priced goods',
  find: async (query: string, signal: AbortSignal) => (await call(findSellable, { query }, { signal })).items,
}

export const contractsSource = {
  name: 'priced contracts',
  find: async (query: string, signal: AbortSignal) =>
    (await call(contractChoices, { query }, { signal })).items.map(({ id, number, contragent, price_type }) => ({
      id,
      header: `№ ${number}, ${contragent}`,
      articul: price_type,
    })),
}
