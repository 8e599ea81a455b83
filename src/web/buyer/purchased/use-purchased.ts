import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { purchasedGoods } from '#shared/api/money/purchased.ts'
import { call } from '#web/api/client.ts'
import { isValidPurchasedPeriod, type PurchasedSearch } from './purchased-url.ts'

export type PurchasedReply = ReplyOf<typeof purchasedGoods>

/** A page of a report with the totals of its period; the previous one stays, dimmed, while a new one loads. */
export function usePurchased({ product: _product, ...filters }: PurchasedSearch) {
  return useQuery({
    queryKey: ['purchased', filters],
    queryFn: ({ signal }) => call(purchasedGoods, filters, { signal }),
    enabled: isValidPurchasedPeriod(filters),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
