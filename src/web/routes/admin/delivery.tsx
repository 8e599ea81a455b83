import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { StaffDeliveryScreen } from '#web/staff/delivery/StaffDeliveryScreen.tsx'
import { normaliseDeliverySearch } from '#web/staff/delivery/delivery-url.ts'

export const Route = createFileRoute('/admin/delivery')({
  validateSearch: normaliseDeliverySearch,
  component: StaffDelivery,
})

function StaffDelivery() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.delivery">
      {() => <StaffDeliveryScreen search={search} onSearch={(search) => void navigate({ search })} />}
    </RightGate>
  )
}
