import { stemmer } from '@orama/stemmers/russian'

const russianWord = /^[а-я]{3,}$/
/** Fleeting vowels before the ending: молотОк – молотка, перчатОк – перчатки, полотенЕц – полотенца. */
const fleetingVowel = /([бвгджзклмнпрстфхцчшщ])[ое]([бвгджзклмнпрстфхцчшщ])$/

/**
 * The Snowball stem of a folded Russian word, without the fleeting vowel that Snowball keeps; any other word is its own
 * stem. Index and query use the same stems, so the few wrong merges do no harm.
 */
export function stemOf(folded: string): string {
  if (!russianWord.test(folded)) return folded
  const stem = stemmer(folded)
  return stem.length >= 5 ? stem.replace(fleetingVowel, '$1$2') : stem
}
