import type { MatchKind } from '#shared/api/uploads.ts'
import { articleKey, articleKeysInLatin } from '#server/catalogue/facets/text/normalise.ts'
import { nameKey } from '#server/catalogue/search/exact-goods.ts'
import { isSameName } from './same-name.ts'
import { compareNames, sameName, type Comparable, type Comparison, type IsBrand } from './compare-names.ts'

/**
 * Origin of a row's `code`: ours, by its heading or typed into our own field, or unknown, where
 * a number equal to ours may be a coincidence.
 */
export type CodeOrigin = 'supplier' | 'unknown'

/** Texts of a row that identify its good; '' if missing. A typed row has its text in all code fields. */
export type Texts = {
  articul: string
  code: string
  barcode: string
  name: string
  size: string
  brand: string
  /** From further columns of articles and barcodes. */
  otherCodes?: readonly string[]
  origin: CodeOrigin
}

/** A good that can be ordered, with all its names; `cardId`: of a variant its product, otherwise its own id. */
export type NamedGood = Comparable & {
  id: number
  cardId: number
  /** Values of a variant's parameters: '42', 'синий'. */
  params: readonly string[]
}

/**
 * One good: the match. Several: the buyer chooses. None: `doubtful` goods are candidates. `code`: the text that
 * matched; '' for the name.
 */
export type Match<Goods extends NamedGood> = {
  matchedBy: MatchKind | null
  goods: Goods[]
  doubtful: Goods[]
  code: string
}

/**
 * How exactly a code matches: as written, up to punctuation and alphabet, up to leading zeros or a decimal
 * point.
 */
type Degree = 0 | 1 | 2 | 3

/** `isBare`: a number or a foreign 1C code that may equal ours by coincidence. */
type Lookup = { kind: MatchKind; text: string; degree: (goods: NamedGood, text: string) => Degree; isBare: boolean }

const minBarcodeLength = 8

/**
 * Finds the goods of a row among candidates: by any code together with the exact name, otherwise by article, then
 * barcode, then code, then name (under the supplier's heading by our code first). Several goods of a code are narrowed
 * by the row's other texts. A number that may be foreign needs the exact name; without it its goods are doubtful.
 */
export function matchTexts<Goods extends NamedGood>(
  texts: Texts,
  candidates: readonly Goods[],
  isBrand: IsBrand,
): Match<Goods> {
  const lookups = lookupsOf(texts)
  const namesakes = candidates.filter((goods) => nameDegree(goods, texts.name) > 0)
  for (const { kind, text, degree } of lookups) {
    const matchingGoods = text === '' ? [] : namesakes.filter((goods) => degree(goods, text) > 0)
    if (matchingGoods.length > 0)
      return { matchedBy: kind, goods: narrowByOtherTexts(matchingGoods, texts, isBrand), doubtful: [], code: text }
  }
  const doubtful: Goods[] = []
  for (const { kind, text, degree, isBare } of lookups) {
    const found = text === '' ? [] : matchesOf(text, candidates, (goods) => degree(goods, text))
    if (found.length === 0) continue
    const agreed = narrowByOtherTexts(found, texts, isBrand)
    if (!isBare) return { matchedBy: kind, goods: agreed, doubtful: [], code: text }
    doubtful.push(...agreed)
  }
  const named = narrowBySize(
    bestMatches(candidates, (goods) => nameDegree(goods, texts.name)),
    texts,
  )
  if (named.length > 0) return { matchedBy: 'name', goods: named, doubtful: [], code: '' }
  return { matchedBy: null, goods: [], doubtful: [...new Set(doubtful)], code: '' }
}

function lookupsOf(texts: Texts): Lookup[] {
  const [articul, code, barcode] = [plainCode(texts.articul), plainCode(texts.code), plainCode(texts.barcode)]
  const isOurs = texts.origin === 'supplier'
  const isLong = (text: string) => /^\d+$/.test(articleKey(text)) && articleKey(text).length >= minBarcodeLength
  return [
    { kind: 'code1c', text: isOurs && articul === '' ? code : '', degree: codeDegree, isBare: false },
    { kind: 'articul', text: articul, degree: articulDegree, isBare: false },
    { kind: 'articul', text: articul === '' ? code : '', degree: articulDegree, isBare: !isOurs && isNumber(code) },
    { kind: 'barcode', text: barcode, degree: barcodeDegree, isBare: false },
    { kind: 'barcode', text: articul, degree: barcodeDegree, isBare: !isLong(articul) },
    { kind: 'barcode', text: code, degree: barcodeDegree, isBare: !isOurs && !isLong(code) },
    { kind: 'code1c', text: articul, degree: codeDegree, isBare: !isOurs || articul !== code },
    { kind: 'code1c', text: code, degree: codeDegree, isBare: !isOurs },
    { kind: 'code1c', text: barcode, degree: codeDegree, isBare: !isOurs || barcode !== code },
    // Beside the buyer's own articles, the supplier's code may be our article.
    { kind: 'articul', text: isOurs && articul !== code ? code : '', degree: articulDegree, isBare: isNumber(code) },
    {
      kind: 'articul',
      text: articul === '' && code === '' ? barcode : '',
      degree: articulDegree,
      isBare: isNumber(barcode),
    },
  ]
}

/** A code without its label: 'арт. 293'. */
export function plainCode(text: string): string {
  return text.replace(/^(?:арт|артикул|art|код|шк|sku)[.:№\s]+(?=\S*\d)/i, '').trim()
}

/** 00-00000947 is a number, too. */
export function isNumber(text: string): boolean {
  return /^\d+$/.test(articleKey(text))
}

/** Compares a row's name with a good found by other evidence. */
export function compareRow({ name }: Pick<Texts, 'name'>, goods: NamedGood, isBrand: IsBrand): Comparison {
  if (nameDegree(goods, name) > 0) return sameName
  return compareNames(name, goods, isBrand)
}

/**
 * Goods matched by another code of the row than `by`, if the found one is not among them: article and barcode identify
 * different goods.
 */
export function contradictedBy<Goods extends NamedGood>(
  { articul, code, barcode, otherCodes = [], name, origin }: Texts,
  { found, by }: { found: NamedGood; by: string },
  candidates: readonly Goods[],
): Goods[] {
  const isTyped = articul === code && code === barcode
  const otherLookups: (readonly [text: string, degree: (goods: NamedGood, text: string) => Degree])[] = isTyped
    ? []
    : [
        [plainCode(articul), articulDegree],
        [plainCode(barcode), barcodeDegree],
        [origin === 'supplier' ? plainCode(code) : '', supplierCodeDegree],
        // A number in one of several such columns equals another good's by coincidence if the name is the found one's.
        ...otherCodes
          .filter((text) => !isNumber(text) || !isNamed(found, name))
          .map((text) => [plainCode(text), anyCodeDegree] as const),
      ]
  return otherLookups.flatMap(([text, degree]) => {
    const named = text === '' || text === by ? [] : candidates.filter((goods) => degree(goods, text) >= 2)
    return named.some((goods) => goods.cardId === found.cardId) ? [] : named
  })
}

/**
 * Whether a text is an article, code or barcode of the good up to punctuation, case and alphabet; a bare number is
 * not compared with our codes.
 */
export function hasCode({ articul, parentArticul, codes, barcodes }: NamedGood, text: string): boolean {
  const comparableCodes = isNumber(text) ? [] : codes
  return [articul, parentArticul, ...comparableCodes, ...barcodes].some((code) => spellingDegree(code, text) >= 2)
}

function bestMatches<Goods>(candidates: readonly Goods[], degreeOf: (goods: Goods) => Degree): Goods[] {
  const degrees = candidates.map(degreeOf)
  const highestDegree = Math.max(0, ...degrees)
  return highestDegree === 0 ? [] : candidates.filter((_, index) => degrees[index] === highestDegree)
}

/**
 * '44' may be 0044 that lost its zeros in a spreadsheet, even if a good 44 exists; 0044 as written is unambiguous.
 */
function matchesOf<Goods>(text: string, candidates: readonly Goods[], degreeOf: (goods: Goods) => Degree): Goods[] {
  const found = bestMatches(candidates, degreeOf)
  const digits = text.trim()
  const isExactlyWritten = digits.startsWith('0') && found.some((goods) => degreeOf(goods) === 3)
  return /^\d+$/.test(digits) && !isExactlyWritten ? candidates.filter((goods) => degreeOf(goods) > 0) : found
}

/** Narrows several goods by each other text of the row that matches any of them. */
function narrowByOtherTexts<Goods extends NamedGood>(found: Goods[], texts: Texts, isBrand: IsBrand): Goods[] {
  const criteria: ((goods: Goods) => boolean)[] = [
    (goods) => isSized(goods, texts),
    (goods) => texts.barcode !== '' && barcodeDegree(goods, texts.barcode) > 0,
    (goods) => texts.origin === 'supplier' && texts.code !== '' && codeDegree(goods, texts.code) > 0,
    (goods) => nameDegree(goods, texts.name) > 0,
    (goods) => compareNames(texts.name, goods, isBrand).verdict === 'agrees',
    (goods) => compareNames(texts.name, goods, isBrand).verdict === 'likely',
  ]
  let remaining = found
  for (const matches of criteria) {
    if (remaining.length === 1) break
    const matching = remaining.filter(matches)
    if (matching.length > 0) remaining = matching
  }
  return remaining
}

function narrowBySize<Goods extends NamedGood>(found: Goods[], texts: Texts): Goods[] {
  const sized = found.length > 1 ? found.filter((goods) => isSized(goods, texts)) : []
  return sized.length > 0 ? sized : found
}

/** A variant may have the size in its name or as a value. */
function isSized(goods: NamedGood, { name, size }: Texts): boolean {
  return size !== '' && (hasSize(goods, size) || nameDegree(goods, `${name} ${size}`) > 0)
}

/** Whether the row's size differs from the variant's. */
export function isOtherSize({ size }: Pick<Texts, 'size'>, good: NamedGood): boolean {
  return size !== '' && good.params.length > 0 && !hasSize(good, size)
}

/** Whether every part of '42, синий' is a value of the variant's. */
export function hasSize({ params }: Pick<NamedGood, 'params'>, size: string): boolean {
  const parts = size.split(/[,;/]/).map(sizeKey).filter(Boolean)
  const values = params.map(sizeKey)
  return parts.length > 0 && parts.every((part) => values.includes(part))
}

function sizeKey(text: string): string {
  return articleKey(text.replace(/^\s*(?:р|разм|размер|рост)\.?\s*(?=\d)/i, ''))
}

/** A variant without an article has its parent's, which matches any of the variants. */
function articulDegree({ articul, parentArticul }: NamedGood, text: string): Degree {
  return spellingDegree(articul, text) || spellingDegree(parentArticul, text)
}

/** For a column that may contain either. */
function anyCodeDegree(goods: NamedGood, text: string): Degree {
  return articulDegree(goods, text) || barcodeDegree(goods, text)
}

/** For the supplier's code: ours, or our article unless it is a number. */
function supplierCodeDegree(goods: NamedGood, text: string): Degree {
  return codeDegree(goods, text) || (isNumber(text) ? 0 : articulDegree(goods, text))
}

function barcodeDegree({ barcodes }: NamedGood, text: string): Degree {
  return maxDegree(barcodes.map((barcode) => spellingDegree(barcode, text)))
}

function codeDegree({ codes }: NamedGood, text: string): Degree {
  return maxDegree(codes.map((code) => spellingDegree(code, text)))
}

/** Whether a text is the complete name of a good in any notation. */
export function isNamed(good: NamedGood, text: string): boolean {
  return nameDegree(good, text) > 0
}

function nameDegree(goods: NamedGood, text: string): Degree {
  const key = nameKey(text)
  if (key === '') return 0
  if (goods.header === text || nameKey(goods.header) === key) return 3
  if (goods.names.some((name) => nameKey(name) === key)) return 2
  return isSameName(text, goods) ? 1 : 0
}

function spellingDegree(code: string, text: string): Degree {
  if (code === '') return 0
  if (code.trim().toLowerCase() === text.trim().toLowerCase()) return 3
  const key = articleKey(code)
  const textKey = articleKey(text)
  if (key === '' || textKey === '') return 0
  if (key === textKey) return isSameSpelling(code, text) ? 2 : 1
  if (
    /^\d+$/.test(key) &&
    /^\d+$/.test(textKey) &&
    withoutZeros(key) === withoutZeros(textKey) &&
    withoutZeros(key) !== ''
  )
    return 1
  return articleKeysInLatin(text).includes(key) ? 1 : 0
}

/** 180-2.0 is also spelled 180/2/0 and 180 2 0, but 180-20 may be another good's. */
function isSameSpelling(one: string, other: string): boolean {
  const hasSeparators = (text: string, points: readonly number[]) =>
    points.every((point) => separatorPositions(text).includes(point))
  return (
    hasSeparators(one, separatorPositions(other, decimalPoint)) &&
    hasSeparators(other, separatorPositions(one, decimalPoint))
  )
}

const decimalPoint = /(?<=(?<![\d.,])\d+)[.,](?=\d{1,2}(?!\d|[.,]\d))/g

/** Positions of separators: the number of letters and digits before each. */
function separatorPositions(text: string, sign = /[^\p{L}\p{N}]+/gu): number[] {
  return [...text.matchAll(sign)].map(({ index }) => text.slice(0, index).replace(/[^\p{L}\p{N}]+/gu, '').length)
}

/** Whether a code matches the good's article only up to leading zeros. */
export function lacksZeros({ articul, parentArticul }: NamedGood, text: string): boolean {
  const ownCodes = [articul, parentArticul].filter(
    (code) => withoutZeros(articleKey(code)) === withoutZeros(articleKey(text)),
  )
  return isNumber(text) && ownCodes.length > 0 && ownCodes.every((code) => articleKey(code) !== articleKey(text))
}

/** Whether a code matches the good's codes only up to a decimal point. */
export function isOtherDecimal({ articul, parentArticul, codes, barcodes }: NamedGood, text: string): boolean {
  const ownCodes = [articul, parentArticul, ...codes, ...barcodes]
  return (
    text !== '' &&
    ownCodes.every((code) => spellingDegree(code, text) < 2) &&
    ownCodes.some((code) => articleKey(code) === articleKey(text))
  )
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '')
}

function maxDegree(degrees: readonly Degree[]): Degree {
  return degrees.reduce((top, degree) => (degree > top ? degree : top), 0)
}
