import { nameKey } from '#server/catalogue/search/exact-goods.ts'
import { fold } from '#server/catalogue/facets/text/normalise.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { pronunciationsOf } from '#server/catalogue/facets/text/sound.ts'
import { stemOf } from '#server/catalogue/facets/text/stem.ts'
import type { Comparable, IsBrand } from './compare-names.ts'
import { isSameWord, wordsOf, type Word } from './words.ts'

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

const countryPattern = new RegExp(
  '^(?:росси|рф$|кита|кнр$|герман|беларус|белорус|турц|итал|польш|инди|тайван|япон|коре|вьетнам|сша$|' +
    'чех|испан|франц|украин|казах|узбек|финлянд|швец|швейцар|латви|литв|эстон|австри|china|russia|' +
    'germany|turkey|italy|poland|india|taiwan|japan|usa$)',
)
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

/** Brands of the trade, also where the catalogue has none of their goods: no proposal replaces one without a word. */
const wellKnown = [
  'блэк деккер',
  ...(
    'bosch makita dewalt metabo hitachi hikoki milwaukee stihl husqvarna karcher ryobi einhell stanley kraftool ' +
    'stayer knipex hilti festool fubag patriot huter champion elitech daewoo hyundai siemens schneider legrand ' +
    'philips osram sparta matrix gross truper topex wiha bahco ridgid rothenberger grundfos grohe knauf ceresit ' +
    'зубр интерскол ресанта энкор сибртех диолд фиолент кратон'
  ).split(' '),
]

/** Words of a brand in lower case, and how each may be written. */
type Spelling = { texts: ReadonlySet<string>; sounds: ReadonlySet<string> }

/**
 * Recognises the names of brands among the words of a text, also in the other alphabet by their sound: names of several
 * words ('Black & Decker'), of two Latin letters ('LG') and with digits ('3M').
 */
function isBrandAmong(brandNames: readonly string[]): IsBrand {
  const byFirstWord = new Map<string, Spelling[][]>()
  for (const name of [...brandNames, ...wellKnown]) {
    const spellings = wordsOf(name)
      .filter(({ shown }) => !isConjunction(shown))
      .map(spellingOf)
    const [first] = spellings
    if (!first || !/\p{L}/u.test(name) || (spellings.length === 1 && isTooShort(name))) continue
    for (const key of [...first.texts, ...first.sounds])
      byFirstWord.set(key, [...(byFirstWord.get(key) ?? []), spellings])
  }
  return (word, following = []) => {
    const others = following.filter((each) => !isConjunction(each))
    return keysOf(word).some((key) =>
      (byFirstWord.get(key) ?? []).some(
        ([first, ...rest]) =>
          first !== undefined && isSpelled(word, first) && rest.every((each, at) => isSpelled(others[at] ?? '', each)),
      ),
    )
  }
}

/** One letter, or two that are not Latin. */
function isTooShort(name: string): boolean {
  const folded = fold(name).trim()
  return folded.length < minNameLength && !/^(?:[a-z]{2}|\d[a-z]|[a-z]\d)$/.test(folded)
}

function spellingOf({ text, shown, isNumber }: Word): Spelling {
  const isWord = !isNumber && shown.length >= minNameLength
  return {
    texts: new Set(isNumber ? [shown] : [text, stemOf(shown)]),
    sounds: new Set(isWord && /[a-z]/.test(shown) ? pronunciationsOf(shown) : []),
  }
}

function keysOf(word: string): string[] {
  return [word, stemOf(word), ...soundsOf(word)]
}

function soundsOf(word: string): string[] {
  return /[а-я]/.test(word) && word.length >= minNameLength ? pronunciationsOf(word) : []
}

function isSpelled(word: string, { texts, sounds }: Spelling): boolean {
  return texts.has(word) || texts.has(stemOf(word)) || soundsOf(word).some((sound) => sounds.has(sound))
}

function isConjunction(word: string): boolean {
  return /^(?:and|und|энд|анд|и|н)$/.test(word)
}
