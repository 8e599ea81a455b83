import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { previewOrder } from '#shared/api/order-preview.ts'
import { call } from '#web/api/client.ts'
import type { OrderInput } from './checkout-form.ts'

/** Orders and payments of colleagues also change the limits. */
const refetchMs = 15_000

/**
 * Preview of the order, refetched after changes of the basket (its key is the basket's) or of delivery. The previous
 * one stays meanwhile and is `outdated`, also while `goods`, the page's own sum, differs. A changed `delivery` price
 * refetches the page's prices.
 */
export function useOrderPreview({
  input,
  goods,
  delivery,
  enabled,
}: {
  input: OrderInput | undefined
  goods: number | null
  delivery: number
  enabled: boolean
}) {
  const queries = useQueryClient()
  const previewInput = input && { ...input, client_number: null, comment: null, date: null, consignee: null }
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['basket', 'preview', previewInput],
    queryFn: ({ signal }) => call(previewOrder, previewInput ?? { contract: 0, delivery_method: 0 }, { signal }),
    enabled: enabled && previewInput !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
    retry: 1,
  })
  const outdated = data !== undefined && (isPlaceholderData || data.goods !== goods)
  const repriced = data !== undefined && !outdated && data.delivery !== delivery
  useEffect(() => {
    if (repriced)
      void queries.invalidateQueries({
        predicate: ({ queryKey: [room, what] }) => room === 'basket' && what !== 'preview',
      })
  }, [repriced, queries])
  return {
    preview: data,
    checkedAt: dataUpdatedAt,
    outdated,
    error: data === undefined || isPlaceholderData ? error : null,
    refetch,
  }
}
