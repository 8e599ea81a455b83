import { createFileRoute } from '@tanstack/react-router'
import { useMe } from '#web/common/session/use-session.ts'
import { SetupNote } from '#web/common/first-run/SetupNote.tsx'
import { normaliseLogSearch } from '#web/staff/settings/log-url.ts'
import { SettingsScreen } from '#web/staff/settings/SettingsScreen.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const Route = createFileRoute('/admin/settings')({ validateSearch: normaliseLogSearch, component: Settings })

function Settings() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const me = useMe()
  if (me === null) return null
  if (!me.rights.includes('staff.settings'))
    return <EmptyState title="Настройки вам не поручены">Их меняет администратор портала</EmptyState>
  return (
    <SettingsScreen
      ownId={me.id}
      above={<SetupNote />}
      log={search}
      onLog={(log) => void navigate({ search: log, resetScroll: false })}
    />
  )
}
