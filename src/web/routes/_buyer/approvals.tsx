import { createFileRoute } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { ApprovalsScreen } from '#web/buyer/orders/approvals/ApprovalsScreen.tsx'
import { approvalsQuery } from '#web/buyer/orders/approvals/use-approvals.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/_buyer/approvals')({
  loader: async ({ context: { queries, me } }) => {
    if (may(me, 'order.approve')) await queries.ensureQueryData({ ...approvalsQuery, revalidateIfStale: true })
  },
  component: Approvals,
})

function Approvals() {
  const me = useMe()
  if (me === null) return null
  if (!may(me, 'order.approve'))
    return (
      <EmptyState title="Согласование вам недоступно">Заказы сотрудников согласует руководитель организации</EmptyState>
    )
  return <ApprovalsScreen />
}
