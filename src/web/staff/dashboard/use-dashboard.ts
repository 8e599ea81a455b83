import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { staffEmptySearches, staffSilentBuyers } from '#shared/api/staff/dashboard/demand.ts'
import { staffOrdersByDay, type OrderSpan } from '#shared/api/staff/dashboard/orders.ts'
import { staffExchangeHealth, staffWaiting } from '#shared/api/staff/dashboard/waiting.ts'
import { call } from '#web/api/client.ts'
import { dashboardKey, waitingKey } from './dashboard-key.ts'

const refetchMs = 60_000

/** Announced by push; price-file requests and target times are not, so that it is read every minute in any case. */
export function useWaiting() {
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(staffWaiting, {}, { signal }),
    refetchInterval: refetchMs,
  })
}

export function useExchangeHealth() {
  return useQuery({
    queryKey: [...dashboardKey, 'exchange'],
    queryFn: ({ signal }) => call(staffExchangeHealth, {}, { signal }),
    refetchInterval: refetchMs,
  })
}

export function useOrdersByDay(span: OrderSpan) {
  return useQuery({
    queryKey: [...dashboardKey, 'orders', span],
    queryFn: ({ signal }) => call(staffOrdersByDay, { span }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
}

/** Changes by the day. */
const slowRefetchMs = 10 * 60_000

export function useEmptySearches() {
  return useQuery({
    queryKey: ['staff', 'empty-searches'],
    queryFn: ({ signal }) => call(staffEmptySearches, {}, { signal }),
    refetchInterval: refetchMs,
  })
}

export function useSilentBuyers() {
  return useQuery({
    queryKey: ['staff', 'silent-buyers'],
    queryFn: ({ signal }) => call(staffSilentBuyers, {}, { signal }),
    staleTime: slowRefetchMs,
    refetchInterval: slowRefetchMs,
  })
}
