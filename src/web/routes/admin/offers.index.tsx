import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { OffersScreen } from '#web/staff/catalogue/OffersScreen.tsx'

export const Route = createFileRoute('/admin/offers/')({ component: Offers })

function Offers() {
  return <RightGate right="staff.catalogue">{() => <OffersScreen />}</RightGate>
}
