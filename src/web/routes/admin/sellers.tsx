import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { SellersScreen } from '#web/staff/sellers/SellersScreen.tsx'
import type { ContractsSearch } from '#web/staff/sellers/use-sellers.ts'
import { textOf, parseInteger } from '#web/search.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/sellers')({
  validateSearch: (raw: Record<string, unknown>): ContractsSearch => {
    const query = textOf(raw.query)?.trim()
    const page = parseInteger(raw.page)
    return { ...(query ? { query } : {}), ...(page !== undefined && page > 1 ? { page } : {}) }
  },
  component: Sellers,
})

function Sellers() {
  const me = useMe()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  if (me === null) return null
  if (!me.rights.includes('staff.settings'))
    return <EmptyState title="Организации вам не поручены">Их ведёт администратор портала</EmptyState>
  return <SellersScreen search={search} onSearch={(search) => void navigate({ search })} />
}
