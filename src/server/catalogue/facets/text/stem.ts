import { stemmer } from '@orama/stemmers/russian'

const russianWord = /^[а-я]{3,}$/
/** молотОк – молотка, перчатОк – перчатки, полотенЕц – полотенца: the vowel that comes and goes before the ending. */
const fleetingVowel = /([бвгджзклмнпрстфхцчшщ])[ое]([бвгджзклмнпрстфхцчшщ])$/

/**
 * The stem of a folded Russian word (Snowball), less a vowel before its last consonant, which Snowball leaves in; any
 * other word is its own stem. Both sides of a search are stemmed alike, so what else the vowel's loss joins is rare.
 */
export function stemOf(folded: string): string {
  if (!russianWord.test(folded)) return folded
  const stem = stemmer(folded)
  return stem.length >= 5 ? stem.replace(fleetingVowel, '$1$2') : stem
}
