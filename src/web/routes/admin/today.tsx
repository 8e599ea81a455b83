import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { DashboardScreen } from '#web/staff/dashboard/DashboardScreen.tsx'

export const Route = createFileRoute('/admin/today')({ component: Today })

function Today() {
  return <RightGate right="staff.dashboard">{(me) => <DashboardScreen me={me} />}</RightGate>
}
