import type { Snapshot } from '../snapshot.ts'
import { readString } from '../string-pool.ts'
import { candidatesOf } from './candidates.ts'
import { nearestKey } from './near-article.ts'
import { nearWords, maxTyposIn } from './near.ts'
import { articleKey, hasDigit } from './normalise.ts'
import { readQuery, type Term } from './query-reading.ts'
import { RowsOfWords } from './rows-of-word.ts'
import { phraseKey } from './synonyms.ts'

const shortestWord = 3

/**
 * A spelling for a query without results: for a single article one that is a typo away; otherwise unknown words are
 * replaced by the nearest known ones, one typo further than search forgives. Undefined if there is none, or if the
 * suggestion has no results either.
 */
export function suggestSpelling(
  snapshot: Snapshot,
  query: string,
  hasMatches: (query: string) => boolean,
): string | undefined {
  const { terms, pieces } = readQuery(snapshot.text, query)
  const [alone, ...others] = pieces
  const article = others.length === 0 && alone ? nearestArticle(snapshot, alone.keys) : undefined
  if (article !== undefined && hasMatches(article)) return article
  const nearest = terms.map((term) => (isKnown(snapshot, term) ? undefined : nearestWord(snapshot, term)))
  if (nearest.every((word) => word === undefined)) return undefined
  const spelled = terms.map((term, index) => nearest[index] ?? spellingOf(term)).join(' ')
  return hasMatches(spelled) ? spelled : undefined
}

/** The article as written on the good; a variant's own if the row shows a different one. */
function nearestArticle({ text: { articles }, rowJson }: Snapshot, keys: readonly string[]): string | undefined {
  for (const key of keys.filter(hasDigit)) {
    const index = nearestKey(articles.keys, key)
    if (index < 0) continue
    const similar = readString(articles.keys, index)
    const { articul } = JSON.parse(`${readString(rowJson, articles.rows[index]!)}}`) as { articul: string }
    return articleKey(articul) === similar ? articul : similar.toUpperCase()
  }
  return undefined
}

function isKnown({ text }: Snapshot, term: Term): boolean {
  return term.isOptional || term.isNumber || candidatesOf(text, term, { allowTypos: false }).length > 0
}

/**
 * Of equally near words in names, brands or synonyms the most frequent one; at most a third of the letters may differ.
 */
function nearestWord(snapshot: Snapshot, { text }: Term): string | undefined {
  if (text.length < shortestWord || hasDigit(text)) return undefined
  const { words, typoWords, synonyms } = snapshot.text
  const rowsOfWords = new RowsOfWords(snapshot, 'all')
  const maxDistance = Math.min(maxTyposIn(text) + 1, Math.floor(text.length / 3))
  const similar = nearWords(words, typoWords, text, maxDistance, false).filter(
    ({ index }) => rowsOfWords.headsOrIsBrand(index) || synonyms.phrases.has(phraseKey([readString(words, index)])),
  )
  let best: { word: number; rows: number } | undefined
  for (const { index, distance } of similar) {
    if (distance > (similar[0]?.distance ?? 0)) break
    const rows = rowsOfWords.count(index)
    if (rows > (best?.rows ?? 0)) best = { word: index, rows }
  }
  return best && readString(words, best.word)
}

function spellingOf({ text, unit }: Term): string {
  return unit === undefined ? text : `${text} ${unit}`
}
