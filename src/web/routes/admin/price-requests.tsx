import { createFileRoute } from '@tanstack/react-router'
import { normaliseRequestsSearch } from '#web/staff/price-requests/requests-url.ts'
import { PriceRequestsScreen } from '#web/staff/price-requests/PriceRequestsScreen.tsx'
import { useMe } from '#web/common/session/use-session.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/price-requests')({
  validateSearch: normaliseRequestsSearch,
  component: PriceRequests,
})

function PriceRequests() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.customers'))
    return <EmptyState title="Запросы покупателей вам не поручены">Обратитесь к администратору портала</EmptyState>
  return <PriceRequestsScreen search={search} onChange={(search) => void navigate({ search })} />
}
