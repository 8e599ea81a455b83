import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseRegistrationsSearch } from '#web/staff/registrations/registrations-url.ts'
import { RegistrationsScreen } from '#web/staff/registrations/RegistrationsScreen.tsx'

export const Route = createFileRoute('/admin/registrations/')({
  validateSearch: normaliseRegistrationsSearch,
  component: Registrations,
})

function Registrations() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.registrations">
      {(me) => <RegistrationsScreen me={me.id} search={search} onChange={(search) => void navigate({ search })} />}
    </RightGate>
  )
}
