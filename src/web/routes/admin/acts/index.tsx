import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseStaffActsSearch } from '#web/staff/acts/acts-url.ts'
import { ActsScreen } from '#web/staff/acts/ActsScreen.tsx'

export const Route = createFileRoute('/admin/acts/')({
  validateSearch: normaliseStaffActsSearch,
  component: Acts,
})

function Acts() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.customers">
      {() => <ActsScreen search={search} onChange={(next) => void navigate({ search: next })} />}
    </RightGate>
  )
}
