import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { normaliseBreaksSearch } from '#web/staff/price-breaks/breaks-url.ts'
import { PriceBreaksScreen } from '#web/staff/price-breaks/PriceBreaksScreen.tsx'

export const Route = createFileRoute('/admin/prices/breaks')({
  validateSearch: normaliseBreaksSearch,
  component: PriceBreaks,
})

function PriceBreaks() {
  const search = Route.useSearch()
  return <RightGate right="staff.customers">{() => <PriceBreaksScreen search={search} />}</RightGate>
}
