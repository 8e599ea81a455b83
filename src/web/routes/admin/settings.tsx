import { createFileRoute } from '@tanstack/react-router'
import { SetupNote } from '#web/common/first-run/SetupNote.tsx'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseLogSearch } from '#web/staff/settings/log-url.ts'
import { SettingsScreen } from '#web/staff/settings/SettingsScreen.tsx'

export const Route = createFileRoute('/admin/settings')({ validateSearch: normaliseLogSearch, component: Settings })

function Settings() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RightGate right="staff.settings">
      {(me) => (
        <SettingsScreen
          ownId={me.id}
          above={<SetupNote />}
          log={search}
          onLog={(log) => void navigate({ search: log, resetScroll: false })}
        />
      )}
    </RightGate>
  )
}
