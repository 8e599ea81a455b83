import { editDistance } from '#server/catalogue/facets/text/edit-distance.ts'
import { articleKey, articleKeysInLatin, fold } from '#server/catalogue/facets/text/normalise.ts'
import { pronunciationsOf } from '#server/catalogue/facets/text/sound.ts'
import { stemOf } from '#server/catalogue/facets/text/stem.ts'
import { tokensOf } from '#server/catalogue/facets/text/tokens.ts'

/** The data of a good needed to compare names. */
export type Comparable = {
  header: string
  names: readonly string[]
  brand: string
  articul: string
  parentArticul: string
  codes: readonly string[]
  barcodes: readonly string[]
}

/**
 * `agrees`: every word is one of the good's; `likely`: most are, and none contradicts; `replaced`: most are, but a word
 * of the good stands replaced by another ('саморез по металлу' for 'саморез по дереву'); `differs`: it speaks of
 * another good; `silent`: it has no words. `lacks`: words of the text that the good lacks, `has`: its own that the text
 * lacks. `isOtherSize`: their measures contradict each other. `missingCut`: how many words that the text cuts short
 * ('метал.') the good lacks: nobody abbreviates what does not matter. `otherModel`: 2 where it names a model ('ddf485')
 * and the good is another one, 1 where the good's begins so.
 */
export type Comparison = {
  verdict: 'agrees' | 'likely' | 'replaced' | 'differs' | 'silent'
  share: number
  lacks: string[]
  has: string[]
  isOtherSize: boolean
  missingCut: number
  otherModel: 0 | 1 | 2
}

/** Whether a folded word is the name of a brand of the catalogue. */
export type IsBrand = (word: string) => boolean

type Word = { text: string; shown: string; isNumber: boolean; unit: string; isCut: boolean }

const maxShown = 4
const minShare = 0.6
/** Two letters and two digits at least. */
const model = /^(?=(?:.*\p{L}){2})(?=(?:.*\d){2})[\p{L}\d]{5,}$/u
const countingUnits = /^(?:шт|штук|уп|упак|пар|компл|кор)/
const meaningless = new Set(
  'и на для в во с со из по под от до к за или без не а шт штук уп упак руб арт артикул код тип вид the of for and'.split(
    ' ',
  ),
)

/** Of each group a thing has at most one: two names with different ones are names of two things. */
const oppositions: readonly (readonly string[])[] = [
  [
    'красн',
    'син',
    'зелен',
    'желт',
    'черн',
    'бел',
    'сер',
    'голуб',
    'оранжев',
    'коричнев',
    'розов',
    'фиолетов',
    'бежев',
    'бордов',
    'салатов',
    'бирюзов',
    'золот',
    'серебр',
  ],
  ['лев', 'прав'],
  ['мужск', 'женск', 'детск'],
  ['внутрен', 'наружн'],
  ['холодн', 'горяч'],
  ['верхн', 'нижн'],
  ['передн', 'задн'],
]
const sizes = new Set(['xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', '2xl', '3xl', '4xl', '5xl'])

/** Whether a name matches a good completely or except for a word or two. */
export function isNameMatch({ verdict }: Pick<Comparison, 'verdict'>): boolean {
  return verdict === 'agrees' || verdict === 'likely'
}

/** Compares a row's texts with all names of a good: words by stem, sound and abbreviation, numbers exactly. */
export function compareNames(text: string, good: Comparable, isBrand: IsBrand): Comparison {
  const given = wordsOf(text)
  if (given.length === 0)
    return { verdict: 'silent', share: 0, lacks: [], has: [], isOtherSize: false, missingCut: 0, otherModel: 0 }
  const own = [good.header, ...good.names, good.brand, good.articul, good.parentArticul].flatMap(wordsOf)
  const shown = wordsOf(good.header)
  const spelled = spelledCode(text, good)
  const isOwn = (word: Word) => spelled.includes(word.text) || own.some((other) => isSameWord(word, other))
  const missing = given.filter((word) => !isOwn(word))
  const omitted = shown.filter(
    (word) => !given.some((other) => isSameWord(other, word)) && !spelled.includes(word.text),
  )
  const matched = given.length - missing.length
  const share = matched / Math.max(1, Math.min(given.length, new Set(own.map((word) => word.text)).size))
  const isOtherSize = contradictsInSize(missing, omitted)
  const comparison = {
    share,
    lacks: distinct(missing),
    has: distinct(byWeight(omitted)),
    isOtherSize,
    missingCut: missing.filter(({ isCut }) => isCut).length,
    otherModel: modelDifference(missing, omitted),
  }
  if (isOtherSize || contradicts(given, missing, { shown, brand: good.brand }, isBrand))
    return { ...comparison, verdict: 'differs' }
  if (missing.length === 0) return { ...comparison, verdict: 'agrees' }
  if (matched === 0 || share < minShare) return { ...comparison, verdict: 'differs' }
  return { ...comparison, verdict: missing.some(isPlainWord) && omitted.some(isPlainWord) ? 'replaced' : 'likely' }
}

/** A word that says what a good is: no number, measure, model, nor one cut short. */
function isPlainWord({ text, isNumber, isCut }: Word): boolean {
  return !isNumber && !isCut && /^\p{L}{4,}$/u.test(text) && !countingUnits.test(text)
}

function contradictsInSize(missing: readonly Word[], omitted: readonly Word[]): boolean {
  const measures = (words: readonly Word[]) =>
    words.filter(({ isNumber, unit }) => isNumber && !countingUnits.test(unit))
  return measures(missing).some((one) =>
    measures(omitted).some((other) => one.unit === '' || other.unit === '' || one.unit === other.unit),
  )
}

function modelDifference(missing: readonly Word[], omitted: readonly Word[]): Comparison['otherModel'] {
  const models = (words: readonly Word[]) => words.flatMap(({ text }) => (model.test(text) ? [articleKey(text)] : []))
  const [wanted, own] = [models(missing), models(omitted)]
  if (wanted.length === 0 || own.length === 0) return 0
  return wanted.every((each) => own.some((other) => other.startsWith(each))) ? 1 : 2
}

function contradicts(
  given: readonly Word[],
  missing: readonly Word[],
  good: { shown: readonly Word[]; brand: string },
  isBrand: IsBrand,
): boolean {
  if (oppose(given, good.shown)) return true
  const brand = wordsOf(good.brand)
  if (brand.length === 0 || brand.some((word) => given.some((other) => isSameWord(other, word)))) return false
  return missing.some(({ text, shown, isNumber }) => !isNumber && (isBrand(text) || isBrand(shown)))
}

function oppose(one: readonly Word[], other: readonly Word[]): boolean {
  const letters = (words: readonly Word[]) => words.flatMap(({ text }) => (sizes.has(text) ? [text] : []))
  if (areApart(letters(one), letters(other))) return true
  return oppositions.some((group) => {
    const of = (words: readonly Word[]) =>
      words.flatMap(({ text, isNumber }) =>
        isNumber ? [] : group.filter((stem) => text.startsWith(stem) && text.length <= stem.length + 4),
      )
    return areApart(of(one), of(other))
  })
}

function areApart(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && !one.some((each) => other.includes(each))
}

function wordsOf(text: string): Word[] {
  const folded = fold(text)
  return tokensOf(folded).flatMap((token): Word[] => {
    if (!token.isNumber && (meaningless.has(token.text) || (token.text.length < 2 && !sizes.has(token.text)))) return []
    const { isNumber, unit = '' } = token
    const text = isNumber ? token.text : stemOf(token.text)
    const isCut = !isNumber && /^\.(?!\d)/.test(folded.slice(token.end, token.end + 2))
    return [{ text, shown: folded.slice(token.start, token.end), isNumber, unit, isCut }]
  })
}

function isSameWord(one: Word, other: Word): boolean {
  if (one.text === other.text) return true
  if (one.isNumber || other.isNumber) return false
  if (/\d/.test(one.text + other.text))
    return articleKeysInLatin(one.shown).includes(other.text) || articleKeysInLatin(other.shown).includes(one.text)
  const [shorter, longer] = one.text.length <= other.text.length ? [one.text, other.text] : [other.text, one.text]
  // 'аккум.', 'шуруп.'
  if (shorter.length >= 3 && longer.length >= 5 && longer.startsWith(shorter)) return true
  const isMistyped =
    shorter.length >= 5 && editDistance(shorter, longer, shorter.length >= 8 ? 2 : 1) <= (shorter.length >= 8 ? 2 : 1)
  const spellings = [
    [one.shown, other.shown],
    [one.text, other.shown],
    [one.shown, other.text],
  ] as const
  return isMistyped || spellings.some(([spelling, otherSpelling]) => soundAlike(spelling, otherSpelling))
}

/** 'макита' and Makita; 'иэк' and IEK, which sound shorter than they are written. */
function soundAlike(one: string, other: string): boolean {
  if (/[a-z]/.test(one) === /[a-z]/.test(other)) return false
  const sounds = pronunciationsOf(one)
  const isShort = one.length === other.length && one.length >= 3
  const isMet = (sound: string) => (sound.length >= 3 || isShort) && sounds.includes(sound)
  // 'макиту': the ending of a case falls away with the stem.
  const isBegun = (sound: string) =>
    sounds.some((each) => each.length >= 5 && each.length + 1 === sound.length && sound.startsWith(each))
  return pronunciationsOf(other).some((sound) => isMet(sound) || isBegun(sound))
}

/** Words of a text that together spell the good's article or code: 'GSR 120-LI'. */
function spelledCode(text: string, { articul, parentArticul, codes, barcodes }: Comparable): string[] {
  const key = articleKey(text)
  const spelled = [articul, parentArticul, ...codes, ...barcodes]
    .map(articleKey)
    .filter((code) => code.length >= 4 && /\d/.test(code) && key.includes(code))
  if (spelled.length === 0) return []
  return wordsOf(text)
    .map((word) => word.text)
    .filter((word) => spelled.some((code) => code.includes(articleKey(word))))
}

/** Numbers, and what mixes letters and digits, distinguish goods best. */
function byWeight(words: readonly Word[]): Word[] {
  return words.toSorted((a, b) => Number(/\d/.test(b.text)) - Number(/\d/.test(a.text)))
}

function distinct(words: readonly Word[]): string[] {
  return [...new Set(words.map(({ shown }) => shown))].slice(0, maxShown)
}
