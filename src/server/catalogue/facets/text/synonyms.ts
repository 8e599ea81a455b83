import { tokensOfText, type Token } from './tokens.ts'
import { stemOf } from './stem.ts'

/** Key of a phrase → the other phrases of its sets, as words. */
export type Synonyms = { phrases: Map<string, string[][]>; longest: number }

const maxPhrases = 20_000
const longestPhrase = 4

/** Staff's synonyms for search; word order, inflections and look-alike letters do not matter. */
export function synonymsOf(rows: readonly (readonly string[])[]): Synonyms {
  const phrases = new Map<string, string[][]>()
  let longest = 0
  for (const row of rows) {
    const tokenised = row.map(wordsOfPhrase).filter((words) => words.length > 0 && words.length <= longestPhrase)
    for (const words of tokenised) {
      if (phrases.size >= maxPhrases) break
      const key = phraseKey(words)
      const others = tokenised.filter((other) => phraseKey(other) !== key)
      phrases.set(key, [...(phrases.get(key) ?? []), ...others])
      longest = Math.max(longest, words.length)
    }
  }
  return { phrases, longest }
}

/** Lookup key of a phrase: its stems, sorted. */
export function phraseKey(words: readonly string[]): string {
  return words.length === 1 ? stemOf(words[0] ?? '') : words.map(stemOf).toSorted().join(' ')
}

export function textOf({ text, unit }: Pick<Token, 'text' | 'unit'>): string {
  return unit === undefined ? text : text + unit
}

function wordsOfPhrase(phrase: string): string[] {
  return tokensOfText(phrase).map(textOf)
}
