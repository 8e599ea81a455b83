import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseCustomersSearch } from '#web/staff/customers/customers-url.ts'
import { CustomersScreen } from '#web/staff/customers/CustomersScreen.tsx'
import { organisationsRefused } from '#web/common/session/gate-titles.ts'

export const Route = createFileRoute('/admin/customers/')({
  validateSearch: normaliseCustomersSearch,
  component: Customers,
})

function Customers() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.customers" title={organisationsRefused}>
      {() => <CustomersScreen search={search} onChange={(next) => void navigate({ search: next })} />}
    </RightGate>
  )
}
