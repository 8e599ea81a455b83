import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router'
import { SetupNote } from '#web/common/first-run/SetupNote.tsx'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { SettingsScreen } from '#web/staff/settings/SettingsScreen.tsx'

export const Route = createFileRoute('/admin/settings')({ component: Settings })

/** Cards that are on the page of the exchange now; notifications of before still link to them. */
const movedCards = ['exchange', 'streams']

function Settings() {
  const hash = useLocation({ select: (location) => location.hash })
  if (movedCards.includes(hash)) return <Navigate to="/admin/exchange" replace />
  return <RightGate right="staff.settings">{(me) => <SettingsScreen ownId={me.id} above={<SetupNote />} />}</RightGate>
}
