import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { approvals, approveOrder, refuseOrder, setLimits } from '#shared/api/approvals.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'

const approvalsKey = ['approvals']
const lookAgainMs = 30_000

export const approvalsQuery = queryOptions({
  queryKey: approvalsKey,
  queryFn: ({ signal }) => call(approvals, {}, { signal }),
  refetchInterval: lookAgainMs,
})

/** Approves an order, or refuses it with a reason. */
export function useDecide(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ reason }: { reason?: string }) => (reason === undefined ? call(approveOrder, { id }) : call(refuseOrder, { id, reason })),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: approvalsKey }), queries.invalidateQueries({ queryKey: ['orders'] })]),
  })
}

export function useSetLimits() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (limits: InputOf<typeof setLimits>) => call(setLimits, limits),
    onSettled: () => queries.invalidateQueries({ queryKey: approvalsKey }),
  })
}
