import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { previewOrder } from '#shared/api/order-preview.ts'
import { call } from '#web/api/client.ts'
import type { OrderInput } from './checkout-form.ts'

/** What colleagues order and pay moves the limits while the page stands. */
const refetchMs = 15_000

/**
 * What the order would come to, asked anew whenever the basket's changes are through (its key is the basket's) or the
 * goods travel otherwise. Until the new answer comes the last one stands, and is `outdated`; so it is while `goods`,
 * what the page counts in roubles, says something else. A `delivery` that costs otherwise by now makes the page ask for
 * its prices anew.
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
