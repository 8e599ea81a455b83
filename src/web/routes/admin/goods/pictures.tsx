import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { BulkPicturesScreen } from '#web/staff/goods/bulk-pictures/BulkPicturesScreen.tsx'

export const Route = createFileRoute('/admin/goods/pictures')({ component: BulkPictures })

function BulkPictures() {
  return <RightGate right="staff.catalogue">{() => <BulkPicturesScreen />}</RightGate>
}
