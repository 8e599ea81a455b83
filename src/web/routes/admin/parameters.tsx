import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseParametersSearch } from '#web/staff/parameters/parameters-url.ts'
import { ParametersScreen } from '#web/staff/parameters/ParametersScreen.tsx'

export const Route = createFileRoute('/admin/parameters')({
  validateSearch: normaliseParametersSearch,
  component: Parameters,
})

function Parameters() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.catalogue">
      {() => <ParametersScreen search={search} onChange={(changed) => void navigate({ search: changed })} />}
    </RightGate>
  )
}
