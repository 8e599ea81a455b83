import { articleKey } from '#server/catalogue/facets/text/normalise.ts'
import { impliedWords } from './implied-words.ts'
import { headNounOf, isDifferentKind } from './head-noun.ts'
import { isSameMeasure, measureKind } from './measures.ts'
import { countingUnits, isLetterSize, isSameWord, wordsOf, type Word } from './words.ts'

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
 * `agrees`: every word fits the good; `likely`: most do, and none contradicts; `replaced`: most do, but a word of the
 * good is replaced by another ('саморез по металлу' for 'саморез по дереву'), or the name is another kind of thing
 * ('излив смесителя' for 'смеситель'); `differs`: it means another good; `silent`: it has no words. `lacks`: words of
 * the text that the good lacks, `has`: words of the good that the text lacks. `isOtherSize`: measures contradict each
 * other. `missingAbbreviations`: how many abbreviated words ('метал.') the good lacks: they tend to be significant.
 * `otherModel`: 2 if the text has a model ('ddf485') and the good is another one, 1 if the good's starts with it.
 * `hasOtherAttribute`: it has another value of an attribute such as colour, or negates one. `isContradicted`: by an
 * attribute, a size or a brand. `isOtherBrand`: it names another brand than the good's.
 * `isOtherKind`: the good lacks the noun that says what it is.
 */
export type Comparison = {
  verdict: 'agrees' | 'likely' | 'replaced' | 'differs' | 'silent'
  share: number
  lacks: string[]
  has: string[]
  isOtherSize: boolean
  missingAbbreviations: number
  otherModel: 0 | 1 | 2
  hasOtherAttribute: boolean
  isContradicted: boolean
  isOtherBrand: boolean
  isOtherKind: boolean
}

/** The result for the good's own name. */
export const sameName: Comparison = {
  verdict: 'agrees',
  share: 1,
  lacks: [],
  has: [],
  isOtherSize: false,
  missingAbbreviations: 0,
  otherModel: 0,
  hasOtherAttribute: false,
  isContradicted: false,
  isOtherBrand: false,
  isOtherKind: false,
}

/** Whether a folded word, with those that follow it, is the name of a brand. */
export type IsBrand = (word: string, following?: readonly string[]) => boolean

const maxShown = 4
const minShare = 0.6
const rootLength = 4
/** At least two letters and two digits. */
const model = /^(?=(?:.*\p{L}){2})(?=(?:.*\d){2})[\p{L}\d]{5,}$/u

/** A thing has at most one word of each group: names with different ones mean different things. */
const exclusiveGroups: readonly (readonly string[])[] = [
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
  ['тепл', 'холодн', 'нейтральн', 'дневн'],
  ['сегмент', 'сплошн', 'турбо'],
]

/** Whether a name matches a good completely or except for a word or two. */
export function isNameMatch({ verdict }: Pick<Comparison, 'verdict'>): boolean {
  return verdict === 'agrees' || verdict === 'likely'
}

/** Compares a text with all names of a good: words by stem, sound and abbreviation, numbers exactly. */
export function compareNames(text: string, good: Comparable, isBrand: IsBrand): Comparison {
  const textWords = wordsOf(text)
  if (textWords.length === 0) return { ...sameName, verdict: 'silent', share: 0 }
  const headerWords = wordsOf(good.header)
  const implied = impliedWords(headerWords)
  const goodWords = [good.header, ...good.names, good.brand, good.articul, good.parentArticul].flatMap(wordsOf)
  goodWords.push(...implied)
  const spelledWords = spelledCode(text, good)
  // '30 мм' is a measure, even if an article contains 30.
  const isSpelled = (word: Word) => word.unit === '' && spelledWords.includes(word.text)
  const isSame = (one: Word, other: Word) =>
    isSameWord(one, other) || (one.unit !== '' && other.unit !== '' && isSameMeasure(one, other))
  const isGoodWord = (word: Word) => isSpelled(word) || goodWords.some((other) => isSame(word, other))
  const missing = textWords.filter((word) => !isGoodWord(word))
  const omitted = headerWords.filter((word) => !textWords.some((other) => isSame(other, word)) && !isSpelled(word))
  const matched = textWords.length - missing.length
  const share = matched / Math.max(1, Math.min(textWords.length, new Set(goodWords.map((word) => word.text)).size))
  const isOtherSize = contradictsInSize(missing, omitted)
  const hasOtherAttribute = contradictsAttributes(textWords, [...headerWords, ...implied])
  const brandOf = { own: wordsOf(good.brand), words: headerWords, omitted }
  const isOtherBrand = isOtherBrandNamed({ words: textWords, missing }, brandOf, isBrand)
  const headNoun = headNounOf(textWords, isBrand)
  const comparison = {
    share,
    lacks: distinct(missing),
    has: distinct(byDistinctiveness(omitted)),
    isOtherSize,
    missingAbbreviations: missing.filter(({ isAbbreviated }) => isAbbreviated).length,
    otherModel: modelDifference(missing, omitted),
    hasOtherAttribute,
    isContradicted: isOtherSize || hasOtherAttribute || isOtherBrand,
    isOtherBrand,
    isOtherKind: missing.some((word) => word === headNoun && !goodWords.some((other) => hasSameRoot(word, other))),
  }
  if (comparison.isContradicted) return { ...comparison, verdict: 'differs' }
  if (matched === 0 || share < minShare) return { ...comparison, verdict: 'differs' }
  const isOther = isDifferentKind(textWords, [good.header, ...good.names].map(wordsOf))
  if (isOther || (missing.some(isPlainWord) && omitted.some(isPlainWord))) return { ...comparison, verdict: 'replaced' }
  return { ...comparison, verdict: missing.length === 0 ? 'agrees' : 'likely' }
}

/** 'уголок' and 'угольник' */
function hasSameRoot(one: Word, other: Word): boolean {
  return one.shown.slice(0, rootLength) === other.shown.slice(0, rootLength)
}

/** A word that describes the good: not a number, measure, model or abbreviation. */
function isPlainWord({ shown: headerWords, isNumber, isAbbreviated }: Word): boolean {
  return !isNumber && !isAbbreviated && /^\p{L}{3,}$/u.test(headerWords) && !countingUnits.test(headerWords)
}

function contradictsInSize(missing: readonly Word[], omitted: readonly Word[]): boolean {
  const measures = (words: readonly Word[]) =>
    words.filter(({ isNumber, unit }) => isNumber && !countingUnits.test(unit))
  const isOtherMeasure = measures(missing).some((one) =>
    measures(omitted).some(
      (other) => one.unit === '' || other.unit === '' || measureKind(one.unit) === measureKind(other.unit),
    ),
  )
  return isOtherMeasure || missing.some((one) => omitted.some((other) => isOtherMark(one.text, other.text)))
}

/** 'Z48' for 'Z64', 'M8' for 'M10', '2п' for '3п'. */
export function isOtherMark(one: string, other: string): boolean {
  const [mark, otherMark] = [markOf(one), markOf(other)]
  return mark !== undefined && mark === otherMark && one !== other
}

function markOf(text: string): string | undefined {
  return /^(?:\p{L}{1,3}(?=\d+(?:\.\d+)?$)|\d+(?=\p{L}{1,3}$))/u.test(text) ? text.replace(/[\d.]+/, '#') : undefined
}

function modelDifference(missing: readonly Word[], omitted: readonly Word[]): Comparison['otherModel'] {
  const models = (words: readonly Word[]) => words.flatMap(({ text }) => (model.test(text) ? [articleKey(text)] : []))
  const [textWords, goodWords] = [models(missing), models(omitted)]
  if (textWords.length === 0 || goodWords.length === 0) return 0
  return textWords.every((each) => goodWords.some((other) => other.startsWith(each))) ? 1 : 2
}

function contradictsAttributes(textWords: readonly Word[], goodWords: readonly Word[]): boolean {
  return hasOtherOfGroup(textWords, goodWords) || isNegationOf(textWords, goodWords)
}

/** A good whose brand is not filled in may have it in its name. */
function isOtherBrandNamed(
  text: { words: readonly Word[]; missing: readonly Word[] },
  good: { own: readonly Word[]; words: readonly Word[]; omitted: readonly Word[] },
  isBrand: IsBrand,
): boolean {
  if (good.own.some((word) => text.words.some((other) => isSameWord(other, word)))) return false
  if (!namesBrand(text.missing, text.words, isBrand)) return false
  return good.own.length > 0 || namesBrand(good.omitted, good.words, isBrand)
}

/** Whether a brand begins at one of these words. */
function namesBrand(among: readonly Word[], words: readonly Word[], isBrand: IsBrand): boolean {
  return among.some((word) => {
    const following = words.slice(words.indexOf(word) + 1).map(({ shown }) => shown)
    return isBrand(word.shown, following) || (!word.isNumber && isBrand(word.text, following))
  })
}

/** 'с АКБ' for 'без АКБ'. */
function isNegationOf(textWords: readonly Word[], headerWords: readonly Word[]): boolean {
  return textWords.some((word) => {
    const same = headerWords.filter((other) => isSameWord(word, other))
    return same.length > 0 && same.every(({ isNegated }) => isNegated !== word.isNegated)
  })
}

/** Whether two texts have different words of a group: of colours, of sides. */
export function hasOtherOfGroup(one: readonly Word[], other: readonly Word[]): boolean {
  const letterSizesIn = (words: readonly Word[]) => words.flatMap(({ text }) => (isLetterSize(text) ? [text] : []))
  if (areDisjoint(letterSizesIn(one), letterSizesIn(other))) return true
  return exclusiveGroups.some((group) => {
    const stemsIn = (words: readonly Word[]) =>
      words.flatMap(({ shown: headerWords, isNumber }) =>
        isNumber ? [] : group.filter((stem) => isFormOf(headerWords, stem)),
      )
    return areDisjoint(stemsIn(one), stemsIn(other))
  })
}

/** 'красного', not 'красноярский'. */
function isFormOf(word: string, stem: string): boolean {
  return word.startsWith(stem) && word.length <= stem.length + (stem.length < 6 ? 4 : 9)
}

function areDisjoint(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && !one.some((each) => other.includes(each))
}

/** Words of a text that together spell the good's article or code: 'GSR 120-LI'. */
function spelledCode(text: string, { articul, parentArticul, codes, barcodes }: Comparable): string[] {
  const key = articleKey(text)
  const spelledWords = [articul, parentArticul, ...codes, ...barcodes]
    .map(articleKey)
    .filter((code) => code.length >= 4 && /\d/.test(code) && key.includes(code))
  if (spelledWords.length === 0) return []
  return wordsOf(text)
    .map((word) => word.text)
    .filter((word) => spelledWords.some((code) => code.includes(articleKey(word))))
}

/** Numbers and words with digits distinguish goods best, so they come first. */
function byDistinctiveness(words: readonly Word[]): Word[] {
  return words.toSorted((a, b) => Number(/\d/.test(b.text)) - Number(/\d/.test(a.text)))
}

function distinct(words: readonly Word[]): string[] {
  return [...new Set(words.map(({ shown: headerWords }) => headerWords))].slice(0, maxShown)
}
