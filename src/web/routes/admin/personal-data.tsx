import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normalisePersonalDataSearch } from '#web/staff/personal-data/personal-data-url.ts'
import { PersonalDataScreen } from '#web/staff/personal-data/PersonalDataScreen.tsx'

export const Route = createFileRoute('/admin/personal-data')({
  validateSearch: normalisePersonalDataSearch,
  component: PersonalData,
})

function PersonalData() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.settings" title="Личные данные вам не поручены">
      {() => <PersonalDataScreen search={search} onChange={(next) => void navigate({ search: next })} />}
    </RightGate>
  )
}
