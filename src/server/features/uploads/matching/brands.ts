import { fold } from '#server/features/catalogue/facets/text/normalise.ts'
import type { Snapshot } from '#server/features/catalogue/facets/snapshot.ts'
import { soundsOf } from '#server/features/catalogue/facets/text/sound.ts'
import { stemOf } from '#server/features/catalogue/facets/text/stem.ts'
import type { IsBrand } from './compare-names.ts'

const shortestName = 3

/** Tells names of brands, of one word, also as they are written by ear in the other alphabet. */
export function brandsOf({ brandNames }: Pick<Snapshot, 'brandNames'>): IsBrand {
  const names = brandNames.map((name) => fold(name).trim()).filter((name) => name.length >= shortestName && /^\p{L}+$/u.test(name))
  const stems = new Set(names.map(stemOf))
  const sounds = new Set(names.filter((name) => /[a-z]/.test(name)).flatMap(soundsOf))
  return (word) => stems.has(word) || (/[а-я]/.test(word) && word.length >= shortestName && soundsOf(word).some((sound) => sounds.has(sound)))
}
