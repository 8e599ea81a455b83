import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { SynonymsScreen } from '#web/staff/catalogue/SynonymsScreen.tsx'

export const Route = createFileRoute('/admin/synonyms')({ component: Synonyms })

function Synonyms() {
  return <RightGate right="staff.catalogue">{() => <SynonymsScreen />}</RightGate>
}
