import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/features/session/use-session.ts'
import { normaliseParametersSearch } from '#web/features/staff-parameters/parameters-url.ts'
import { ParametersScreen } from '#web/features/staff-parameters/ParametersScreen.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export const Route = createFileRoute('/admin/parameters')({ validateSearch: normaliseParametersSearch, component: Parameters })

function Parameters() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.catalogue')) return <EmptyState title="Каталог вам не поручен">Обратитесь к администратору портала</EmptyState>
  return <ParametersScreen search={search} onChange={(changed) => void navigate({ search: changed })} />
}
