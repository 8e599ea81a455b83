import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { BannersScreen } from '#web/staff/catalogue/BannersScreen.tsx'

export const Route = createFileRoute('/admin/banners')({ component: Banners })

function Banners() {
  return <RightGate right="staff.catalogue">{() => <BannersScreen />}</RightGate>
}
