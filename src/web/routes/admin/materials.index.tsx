import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { StaffPagesScreen } from '#web/staff/pages/StaffPagesScreen.tsx'

export const Route = createFileRoute('/admin/materials/')({ component: Materials })

function Materials() {
  return <RightGate right="staff.catalogue">{() => <StaffPagesScreen />}</RightGate>
}
