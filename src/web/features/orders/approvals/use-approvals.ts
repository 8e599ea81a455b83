import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { approvals, approveOrder, refuseOrder, setLimits } from '#shared/api/approvals.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { ordersKey } from '../use-orders.ts'

const lookAgainMs = 30_000

export const approvalsQuery = queryOptions({
  queryKey: [...ordersKey, 'approvals'],
  queryFn: ({ signal }) => call(approvals, {}, { signal }),
  refetchInterval: lookAgainMs,
})

/** Approves an order, or refuses it with a reason. */
export function useDecide(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ reason }: { reason?: string }) => (reason === undefined ? call(approveOrder, { id }) : call(refuseOrder, { id, reason })),
    onSettled: () => queries.invalidateQueries({ queryKey: ordersKey }),
  })
}

export function useSetLimits() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (limits: InputOf<typeof setLimits>) => call(setLimits, limits),
    onSettled: () => queries.invalidateQueries({ queryKey: ordersKey }),
  })
}
