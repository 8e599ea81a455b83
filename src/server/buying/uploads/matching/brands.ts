import { nameKey } from '#server/catalogue/search/exact-goods.ts'
import { fold } from '#server/catalogue/facets/text/normalise.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { pronunciationsOf } from '#server/catalogue/facets/text/sound.ts'
import { stemOf } from '#server/catalogue/facets/text/stem.ts'
import type { Comparable, IsBrand } from './compare-names.ts'
import { isSameWord, wordsOf } from './words.ts'

type Brands = {
  /** For a folded word. */ isBrand: IsBrand
  /** For a complete name as written. */ isKnownBrand: (name: string) => boolean
}

const minNameLength = 3
const byNames = new WeakMap<readonly string[], Brands>()

/**
 * Recognises brands of the catalogue. Built once per list of brands: words are checked at each key that a buyer
 * presses.
 */
export function brandsOf({ brandNames }: Pick<Snapshot, 'brandNames'>): Brands {
  const known = byNames.get(brandNames)
  if (known) return known
  const keys = new Set(brandNames.map(nameKey))
  const brands = { isBrand: isBrandAmong(brandNames), isKnownBrand: (name: string) => keys.has(nameKey(name)) }
  byNames.set(brandNames, brands)
  return brands
}

const countryPattern =
  /^(?:росси|рф$|кита|кнр$|герман|беларус|белорус|турц|итал|польш|инди|тайван|япон|коре|вьетнам|сша$|чех|испан|франц|украин|казах|узбек|финлянд|швец|швейцар|латви|литв|эстон|австри|china|russia|germany|turkey|italy|poland|india|taiwan|japan|usa$)/
const noBrandPattern =
  /^(?:нет|не указан\p{L}*|без бренда|любой|любая|прочие|прочее|разное|аналог|no ?name|noname|отсутствует)$/iu

/**
 * Whether a brand column names another brand than the good's. Such columns also contain countries, and a maker's legal
 * form.
 */
export function isOtherBrand(brand: string, { header, names, brand: ownBrand }: Comparable): boolean {
  const words = noBrandPattern.test(brand.trim())
    ? []
    : wordsOf(brand).filter(({ shown }) => /^\p{L}{2,}$/u.test(shown))
  const stated = words.filter(({ shown }) => !countryPattern.test(shown))
  if (ownBrand === '' || stated.length === 0) return false
  const own = [ownBrand, header, ...names].flatMap(wordsOf)
  return !stated.some((word) => own.some((other) => isSameWord(word, other)))
}

/** Recognises one-word brand names, also transliterated by sound into the other alphabet. */
function isBrandAmong(brandNames: readonly string[]): IsBrand {
  const names = brandNames
    .map((name) => fold(name).trim())
    .filter((name) => name.length >= minNameLength && /^\p{L}+$/u.test(name))
  const stems = new Set(names.map(stemOf))
  const sounds = new Set(names.filter((name) => /[a-z]/.test(name)).flatMap(pronunciationsOf))
  return (word) =>
    stems.has(word) ||
    (/[а-я]/.test(word) && word.length >= minNameLength && pronunciationsOf(word).some((sound) => sounds.has(sound)))
}
