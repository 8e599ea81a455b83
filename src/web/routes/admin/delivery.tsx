import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { StaffDeliveryScreen } from '#web/staff/delivery/StaffDeliveryScreen.tsx'
import { normaliseDeliverySearch } from '#web/staff/delivery/delivery-url.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/delivery')({
  validateSearch: normaliseDeliverySearch,
  component: StaffDelivery,
})

function StaffDelivery() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.delivery'))
    return <EmptyState title="Доставка вам не поручена">Обратитесь к администратору портала</EmptyState>
  return <StaffDeliveryScreen search={search} onSearch={(search) => void navigate({ search })} />
}
