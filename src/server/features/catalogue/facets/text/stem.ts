import { stemmer } from '@orama/stemmers/russian'

const russianWord = /^[а-я]{3,}$/

/** The stem of a folded Russian word (Snowball); any other word is its own stem. */
export function stemOf(folded: string): string {
  return russianWord.test(folded) ? stemmer(folded) : folded
}
