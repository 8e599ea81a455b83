import { createFileRoute, redirect } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { normaliseStaffSearch } from '#web/staff/orders/staff-url.ts'
import { StaffOrdersScreen } from '#web/staff/orders/queue/StaffOrdersScreen.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/')({
  validateSearch: normaliseStaffSearch,
  // Who keeps the catalogue has no orders to begin with.
  beforeLoad: ({ context: { me } }) => {
    if (me && !me.rights.includes('staff.orders') && me.rights.includes('staff.catalogue'))
      throw redirect({ to: '/admin/goods', replace: true })
  },
  component: Orders,
})

function Orders() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.orders'))
    return <EmptyState title="Заказы вам не поручены">Обратитесь к администратору портала</EmptyState>
  return <StaffOrdersScreen search={search} onChange={(search) => void navigate({ search })} />
}
