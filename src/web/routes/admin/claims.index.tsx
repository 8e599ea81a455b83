import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseStaffClaimsSearch } from '#web/staff/claims/claims-url.ts'
import { ClaimsScreen } from '#web/staff/claims/ClaimsScreen.tsx'

export const Route = createFileRoute('/admin/claims/')({
  validateSearch: normaliseStaffClaimsSearch,
  component: Claims,
})

function Claims() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.claims">
      {() => <ClaimsScreen search={search} onChange={(next) => void navigate({ search: next })} />}
    </RightGate>
  )
}
