import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseRequestsSearch } from '#web/staff/price-requests/requests-url.ts'
import { PriceRequestsScreen } from '#web/staff/price-requests/PriceRequestsScreen.tsx'

export const Route = createFileRoute('/admin/price-requests')({
  validateSearch: normaliseRequestsSearch,
  component: PriceRequests,
})

function PriceRequests() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.customers">
      {() => <PriceRequestsScreen search={search} onChange={(search) => void navigate({ search })} />}
    </RightGate>
  )
}
