import { createFileRoute } from '@tanstack/react-router'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { textOf, withoutAbsent } from '#web/search.ts'
import { SynonymsScreen } from '#web/staff/catalogue/SynonymsScreen.tsx'

export const Route = createFileRoute('/admin/synonyms')({
  /** `word` is the beginning of a new set. */
  validateSearch: ({ word }): { word?: string } => withoutAbsent({ word: textOf(word)?.trim().slice(0, 60) }),
  component: Synonyms,
})

function Synonyms() {
  const { word } = Route.useSearch()
  return <RightGate right="staff.catalogue">{() => <SynonymsScreen word={word} />}</RightGate>
}
