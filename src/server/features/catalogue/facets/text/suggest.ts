import type { FacetFilter } from '../query.ts'
import type { Snapshot } from '../snapshot.ts'
import { readString } from '../string-pool.ts'
import type { Workspace } from '../workspace.ts'
import { candidatesOf } from './candidates.ts'
import { matchText } from './match.ts'
import { nearWords, slipsIn } from './near.ts'
import { hasDigit } from './normalise.ts'
import { readQuery, type Term } from './query-reading.ts'
import { RowsOfWords } from './rows-of-word.ts'

const shortestWord = 3

/**
 * For a query that finds nothing: each word that the catalogue lacks replaced by the nearest that it has, a slip
 * further than search itself forgives; undefined when there is none, or when that finds nothing either. Uses the
 * workspace as a search does.
 */
export function suggestSpelling(snapshot: Snapshot, workspace: Workspace, query: string, searchIn: FacetFilter['searchIn']): string | undefined {
  const { terms } = readQuery(snapshot.text, query)
  const nearest = terms.map((term) => (isKnown(snapshot, term) ? undefined : nearestWord(snapshot, term)))
  if (nearest.every((word) => word === undefined)) return undefined
  const spelled = terms.map((term, place) => nearest[place] ?? written(term)).join(' ')
  return matchText(snapshot, workspace, spelled, searchIn).length > 0 ? spelled : undefined
}

function isKnown({ text }: Snapshot, term: Term): boolean {
  return term.isOptional || term.isNumber || candidatesOf(text, term, { forgiving: false }).length > 0
}

/** Of equally near words the one that most goods have. */
function nearestWord(snapshot: Snapshot, { text }: Term): string | undefined {
  if (text.length < shortestWord || hasDigit(text)) return undefined
  const { words, mistakableWords } = snapshot.text
  const near = nearWords(words, mistakableWords, text, slipsIn(text) + 1, false)
  const rowsOfWords = new RowsOfWords(snapshot, 'all')
  let best: { word: number; rows: number } | undefined
  for (const { place, distance } of near) {
    if (distance > (near[0]?.distance ?? 0)) break
    const rows = rowsOfWords.count(place)
    if (rows > (best?.rows ?? 0)) best = { word: place, rows }
  }
  return best && readString(words, best.word)
}

function written({ text, unit }: Term): string {
  return unit === undefined ? text : `${text} ${unit}`
}
