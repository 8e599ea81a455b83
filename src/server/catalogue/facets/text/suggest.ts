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
 * For a query that finds nothing: for an article alone the one that is a slip away; else each word that the catalogue
 * lacks replaced by the nearest that it has, a slip further than search itself forgives; undefined when there is none,
 * or when that is not answered either.
 */
export function suggestSpelling(
  snapshot: Snapshot,
  query: string,
  isAnswered: (query: string) => boolean,
): string | undefined {
  const { terms, pieces } = readQuery(snapshot.text, query)
  const [alone, ...others] = pieces
  const article = others.length === 0 && alone ? nearestArticle(snapshot, alone.keys) : undefined
  if (article !== undefined && isAnswered(article)) return article
  const nearest = terms.map((term) => (isKnown(snapshot, term) ? undefined : nearestWord(snapshot, term)))
  if (nearest.every((word) => word === undefined)) return undefined
  const spelled = terms.map((term, index) => nearest[index] ?? written(term)).join(' ')
  return isAnswered(spelled) ? spelled : undefined
}

/** The spelling of its goods; for a variant that of its key, as a row shows only its own. */
function nearestArticle({ text: { articles }, rowJson }: Snapshot, keys: readonly string[]): string | undefined {
  for (const key of keys.filter(hasDigit)) {
    const index = nearestKey(articles.keys, key)
    if (index < 0) continue
    const near = readString(articles.keys, index)
    const { articul } = JSON.parse(`${readString(rowJson, articles.rows[index]!)}}`) as { articul: string }
    return articleKey(articul) === near ? articul : near.toUpperCase()
  }
  return undefined
}

function isKnown({ text }: Snapshot, term: Term): boolean {
  return term.isOptional || term.isNumber || candidatesOf(text, term, { forgiving: false }).length > 0
}

/**
 * Of equally near words that names begin with, brands have or staff entered, so in the form of dictionaries, the one
 * that most goods have; no more than a third of the letters is guessed.
 */
function nearestWord(snapshot: Snapshot, { text }: Term): string | undefined {
  if (text.length < shortestWord || hasDigit(text)) return undefined
  const { words, mistakableWords, synonyms } = snapshot.text
  const rowsOfWords = new RowsOfWords(snapshot, 'all')
  const slips = Math.min(maxTyposIn(text) + 1, Math.floor(text.length / 3))
  const near = nearWords(words, mistakableWords, text, slips, false).filter(
    ({ index }) => rowsOfWords.headsOrIsBrand(index) || synonyms.phrases.has(phraseKey([readString(words, index)])),
  )
  let best: { word: number; rows: number } | undefined
  for (const { index, distance } of near) {
    if (distance > (near[0]?.distance ?? 0)) break
    const rows = rowsOfWords.count(index)
    if (rows > (best?.rows ?? 0)) best = { word: index, rows }
  }
  return best && readString(words, best.word)
}

function written({ text, unit }: Term): string {
  return unit === undefined ? text : `${text} ${unit}`
}
