import { createFileRoute, redirect } from '@tanstack/react-router'
import { may } from '#shared/rights.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseStaffSearch } from '#web/staff/orders/staff-url.ts'
import { StaffOrdersScreen } from '#web/staff/orders/queue/StaffOrdersScreen.tsx'

export const Route = createFileRoute('/admin/')({
  validateSearch: normaliseStaffSearch,
  // Content staff have no orders, so they start with goods.
  beforeLoad: ({ context: { me } }) => {
    if (me && !may(me, 'staff.orders') && may(me, 'staff.catalogue'))
      throw redirect({ to: '/admin/goods', replace: true })
  },
  component: Orders,
})

function Orders() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.orders">
      {() => <StaffOrdersScreen search={search} onChange={(search) => void navigate({ search })} />}
    </RightGate>
  )
}
