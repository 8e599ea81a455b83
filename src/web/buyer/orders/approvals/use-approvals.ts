import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { approvals, approveOrder, refuseOrder, setLimits } from '#shared/api/approvals.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { ordersKey } from '../use-orders.ts'

const refetchMs = 30_000

export const approvalsQuery = queryOptions({
  queryKey: [...ordersKey, 'approvals'],
  queryFn: ({ signal }) => call(approvals, {}, { signal }),
  refetchInterval: pollEvery(refetchMs),
})

/** Approves or refuses an order. The result is reported here, because the row is unmounted by then. */
export function useDecide({ id, numberOrder }: { id: number; numberOrder: string }) {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ reason }: { reason?: string }) =>
      reason === undefined ? call(approveOrder, { id }) : call(refuseOrder, { id, reason }),
    onSuccess: (_answer, { reason }) =>
      notify({
        tone: 'ok',
        text: `Заказ ${numberOrder} ${reason === undefined ? 'согласован' : 'не согласован'}`,
        fadeMs: 3000,
      }),
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

/** Why an order waits: above a limit, or as requested by the supplier with a comment. */
export function reasonText(comment: string | undefined): string {
  return comment || 'Поставщик просит согласовать заказ'
}
