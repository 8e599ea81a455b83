import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseAuditSearch } from '#web/staff/audit/audit-url.ts'
import { AuditScreen } from '#web/staff/audit/AuditScreen.tsx'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: normaliseAuditSearch,
  component: Audit,
})

function Audit() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.audit">
      {() => <AuditScreen search={search} onChange={(next) => void navigate({ search: next })} />}
    </RightGate>
  )
}
