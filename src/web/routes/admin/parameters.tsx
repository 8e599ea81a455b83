import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { normaliseParametersSearch } from '#web/staff/parameters/parameters-url.ts'
import { ParametersScreen } from '#web/staff/parameters/ParametersScreen.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/parameters')({
  validateSearch: normaliseParametersSearch,
  component: Parameters,
})

function Parameters() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue'))
    return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <ParametersScreen search={search} onChange={(changed) => void navigate({ search: changed })} />
}
