import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { SellersScreen } from '#web/staff/sellers/SellersScreen.tsx'
import type { ContractsSearch } from '#web/staff/sellers/use-sellers.ts'
import { textOf, parseInteger } from '#web/search.ts'
import { organisationsRefused } from '#web/common/session/gate-titles.ts'

export const Route = createFileRoute('/admin/sellers')({
  validateSearch: (raw: Record<string, unknown>): ContractsSearch => {
    const query = textOf(raw.query)?.trim()
    const page = parseInteger(raw.page)
    return { ...(query ? { query } : {}), ...(page !== undefined && page > 1 ? { page } : {}) }
  },
  component: Sellers,
})

function Sellers() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.settings" title={organisationsRefused}>
      {() => <SellersScreen search={search} onSearch={(search) => void navigate({ search })} />}
    </RightGate>
  )
}
