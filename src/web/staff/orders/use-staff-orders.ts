import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  staffChangeDelivery,
  staffChangeOrder,
  staffGetOrder,
  staffHandOver,
  staffDeclineCancellation,
  staffListOrders,
  staffOrderDelivery,
  staffSetState,
  staffShipOrder,
} from '#shared/api/staff/orders.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { staffInputOf, type StaffOrdersSearch } from './staff-url.ts'

export type StaffOrder = ReplyOf<typeof staffGetOrder>['order']

/** Prefix of all query keys of staff orders. */
export const staffOrdersKey = ['staff', 'orders']
const refetchMs = 30_000

/** A page of the queue; refetched every 30 s while changes are not pushed. */
export function useStaffOrders({ order: _open, ...search }: StaffOrdersSearch) {
  return useQuery({
    queryKey: [...staffOrdersKey, 'list', search],
    queryFn: ({ signal }) => call(staffListOrders, staffInputOf(search, new Date()), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(refetchMs),
  })
}

/** Number of orders waiting for staff. */
export const waitingCountQuery = queryOptions({
  queryKey: [...staffOrdersKey, 'waiting'],
  queryFn: async ({ signal }) =>
    (await call(staffListOrders, { scope: 'waiting', perpage: 1 }, { signal })).counts.waiting,
  refetchInterval: pollEvery(60_000),
})

export function staffOrderQuery(id: number) {
  return queryOptions({
    queryKey: [...staffOrdersKey, 'one', id],
    queryFn: async ({ signal }) => (await call(staffGetOrder, { id }, { signal })).order,
  })
}

/** Moves an order on from the state shown; a change in between is a conflict. */
export function useSetState({ id, state: from }: { id: number; state: number }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ state, comment }: { state: number; comment: string }) =>
      call(staffSetState, { id, state, from, comment }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffOrdersKey }),
  })
}

/** Called immediately: the component may be unmounted when the order has been refetched. */
type WhenDone = (order: { status: string }) => void

/** Reduces lines, sets the date or adds a comment, based on the shown version. */
export function useStaffChange({ id, version }: { id: number; version: number }, onDone?: WhenDone) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<InputOf<typeof staffChangeOrder>, 'id' | 'version'>) =>
      call(staffChangeOrder, { id, version, ...change }),
    ...(onDone && { onSuccess: onDone }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffOrdersKey }),
  })
}

/** The current delivery of an order, fetched each time it is to be changed. */
export function useLoadDelivery(id: number) {
  return useMutation({ mutationFn: () => call(staffOrderDelivery, { id }) })
}

/** Changes the delivery of an order, based on the shown version. */
export function useChangeDelivery(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<InputOf<typeof staffChangeDelivery>, 'id'>) =>
      call(staffChangeDelivery, { id, ...change }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffOrdersKey }),
  })
}

/** Sets the total shipped quantities of lines, based on the shown version. */
export function useShipOrder({ id, version }: { id: number; version: number }, onDone: WhenDone) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (lines: { line: number; qnt: number }[]) => call(staffShipOrder, { id, version, lines }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: staffOrdersKey }),
  })
}

/** Exports the order to 1C again. */
export function useExportOrder(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(staffHandOver, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffOrdersKey }),
  })
}

/** Declines the buyer's cancellation request. */
export function useDeclineCancellation(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (comment: string) => call(staffDeclineCancellation, { id, comment }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffOrdersKey }),
  })
}
