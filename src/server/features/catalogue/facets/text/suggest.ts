import type { Snapshot } from '../snapshot.ts'
import { prefixRange, readString } from '../string-pool.ts'
import { hasDigit, wordsOf } from './normalise.ts'

const shortestWord = 4
const mostWords = 4
const mostCandidates = 5000

/**
 * The query with each unknown word replaced by the nearest one of the catalogue that begins with the same letter and
 * differs by at most two edits; undefined when nothing is replaced.
 */
export function suggestSpelling({ text }: Snapshot, query: string): string | undefined {
  const words = wordsOf(query).slice(0, mostWords)
  const spelled = words.map((word) => (isKnown(text, word) ? word : (nearest(text, word) ?? word)))
  return spelled.some((word, index) => word !== words[index]) ? spelled.join(' ') : undefined
}

function isKnown(text: Snapshot['text'], word: string): boolean {
  const { from, to } = prefixRange(text.words, word)
  return to > from
}

function nearest({ words, postings }: Snapshot['text'], word: string): string | undefined {
  if (word.length < shortestWord || word.length > 40 || hasDigit(word)) return undefined
  const { from, to } = prefixRange(words, word.slice(0, 1))
  let best: { word: string; distance: number; rows: number } | undefined
  for (let place = from; place < Math.min(to, from + mostCandidates); place += 1) {
    const candidate = readString(words, place)
    if (Math.abs(candidate.length - word.length) > 2) continue
    const distance = editDistance(word, candidate)
    const rows = postings.starts[place + 1]! - postings.starts[place]!
    const nearer = !best || distance < best.distance || (distance === best.distance && rows > best.rows)
    if (distance <= 2 && nearer) best = { word: candidate, distance, rows }
  }
  return best?.word
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
