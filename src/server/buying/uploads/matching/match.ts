import type { MatchKind } from '#shared/api/uploads.ts'
import { articleKey, articleKeysInLatin } from '#server/catalogue/facets/text/normalise.ts'
import { nameKey } from '#server/catalogue/search/exact-goods.ts'
import { isSameName } from './same-name.ts'
import { compareNames, sameName, type Comparable, type Comparison, type IsBrand } from './compare-names.ts'

/**
 * Whose codes a row's `code` holds: ours, as its heading says or as it is typed into our own field, or anybody's, when
 * a number that is one of ours by chance says nothing.
 */
export type CodeOrigin = 'supplier' | 'unknown'

/** Texts of a row that speak for its good; '' where it has none. A typed row has its text in all places of codes. */
export type Texts = {
  articul: string
  code: string
  barcode: string
  name: string
  size: string
  brand: string
  /** Of further columns of articles and barcodes. */
  otherCodes?: readonly string[]
  origin: CodeOrigin
}

/** A good that can be ordered, with all its names; `row` is its product, a variant's parent. */
export type Named = Comparable & {
  id: number
  row: number
  /** Values of a variant's parameters: '42', 'синий'. */
  params: readonly string[]
}

/**
 * One good: the match. Several: a person chooses. None: `doubtful` may be meant. `code`: the text that matched; '' for
 * its name.
 */
export type Match<Goods extends Named> = {
  matchedBy: MatchKind | null
  goods: Goods[]
  doubtful: Goods[]
  code: string
}

/**
 * How surely a code is meant: as it is written, but for punctuation and alphabet, but for leading zeros or a decimal
 * point.
 */
type Degree = 0 | 1 | 2 | 3

/** `isBare`: a number, or anybody's code of 1C, that is one of ours by chance. */
type Trial = { kind: MatchKind; text: string; degree: (goods: Named, text: string) => Degree; isBare: boolean }

const shortestBarcode = 8

/**
 * The good that a row names among goods that might be meant: by any code together with its exact name, else by article,
 * then barcode, then code, then name (under the supplier's own heading by our code first); of several by one code those
 * that the row's other texts also name. A number that need not be ours finds nothing without the exact name: what it
 * would find is doubtful.
 */
export function matchTexts<Goods extends Named>(texts: Texts, among: readonly Goods[], isBrand: IsBrand): Match<Goods> {
  const trials = trialsOf(texts)
  for (const { kind, text, degree } of trials) {
    const called = text === '' ? [] : among.filter((goods) => byName(goods, texts.name) > 0 && degree(goods, text) > 0)
    if (called.length > 0) return { matchedBy: kind, goods: narrowed(called, texts, isBrand), doubtful: [], code: text }
  }
  const doubtful: Goods[] = []
  for (const { kind, text, degree, isBare } of trials) {
    const found = text === '' ? [] : foundBy(text, among, (goods) => degree(goods, text))
    if (found.length === 0) continue
    const agreed = narrowed(found, texts, isBrand)
    if (!isBare) return { matchedBy: kind, goods: agreed, doubtful: [], code: text }
    doubtful.push(...agreed)
  }
  const named = narrowedBySize(
    best(among, (goods) => byName(goods, texts.name)),
    texts,
  )
  if (named.length > 0) return { matchedBy: 'name', goods: named, doubtful: [], code: '' }
  return { matchedBy: null, goods: [], doubtful: [...new Set(doubtful)], code: '' }
}

function trialsOf(texts: Texts): Trial[] {
  const [articul, code, barcode] = [plainCode(texts.articul), plainCode(texts.code), plainCode(texts.barcode)]
  const isOurs = texts.origin === 'supplier'
  const isLong = (text: string) => /^\d+$/.test(articleKey(text)) && articleKey(text).length >= shortestBarcode
  return [
    { kind: 'code1c', text: isOurs && articul === '' ? code : '', degree: byCode, isBare: false },
    { kind: 'articul', text: articul, degree: byArticul, isBare: false },
    { kind: 'articul', text: articul === '' ? code : '', degree: byArticul, isBare: !isOurs && isNumber(code) },
    { kind: 'barcode', text: barcode, degree: byBarcode, isBare: false },
    { kind: 'barcode', text: articul, degree: byBarcode, isBare: !isLong(articul) },
    { kind: 'barcode', text: code, degree: byBarcode, isBare: !isOurs && !isLong(code) },
    { kind: 'code1c', text: articul, degree: byCode, isBare: !isOurs || articul !== code },
    { kind: 'code1c', text: code, degree: byCode, isBare: !isOurs },
    { kind: 'code1c', text: barcode, degree: byCode, isBare: !isOurs || barcode !== code },
    {
      kind: 'articul',
      text: articul === '' && code === '' ? barcode : '',
      degree: byArticul,
      isBare: isNumber(barcode),
    },
  ]
}

/** A code without the word that calls it one: 'арт. 293'. */
export function plainCode(text: string): string {
  return text.replace(/^(?:арт|артикул|art|код|шк|sku)[.:№\s]+(?=\S*\d)/i, '').trim()
}

/** 00-00000947 is a number, too. */
export function isNumber(text: string): boolean {
  return /^\d+$/.test(articleKey(text))
}

/** What a row's name says of a good that was found by something else. */
export function compareRow({ name }: Pick<Texts, 'name'>, goods: Named, isBrand: IsBrand): Comparison {
  if (byName(goods, name) > 0) return sameName
  return compareNames(name, goods, isBrand)
}

/**
 * Goods that another code of the row than `by` names, where none of them is the found one: its article is of one good,
 * its barcode of another.
 */
export function contradictedBy<Goods extends Named>(
  { articul, code, barcode, otherCodes = [], name, origin }: Texts,
  { found, by }: { found: Named; by: string },
  among: readonly Goods[],
): Goods[] {
  const isTyped = articul === code && code === barcode
  const claims: (readonly [text: string, degree: (goods: Named, text: string) => Degree])[] = isTyped
    ? []
    : [
        [plainCode(articul), byArticul],
        [plainCode(barcode), byBarcode],
        [origin === 'supplier' ? plainCode(code) : '', byCode],
        // A number of one of several such columns is another good's by chance where the name is the found one's.
        ...otherCodes
          .filter((text) => !isNumber(text) || !isNamed(found, name))
          .map((text) => [plainCode(text), byAnyCode] as const),
      ]
  return claims.flatMap(([text, degree]) => {
    const named = text === '' || text === by ? [] : among.filter((goods) => degree(goods, text) >= 2)
    return named.some((goods) => goods.row === found.row) ? [] : named
  })
}

/**
 * Whether a text is an article, code or barcode of the good but for punctuation, case and alphabet; a bare number is
 * our code by chance.
 */
export function isCalled({ articul, parentArticul, codes, barcodes }: Named, text: string): boolean {
  const numbered = isNumber(text) ? [] : codes
  return [articul, parentArticul, ...numbered, ...barcodes].some((code) => codeDegree(code, text) >= 2)
}

function best<Goods>(among: readonly Goods[], degreeOf: (goods: Goods) => Degree): Goods[] {
  const degrees = among.map(degreeOf)
  const highestDegree = Math.max(0, ...degrees)
  return highestDegree === 0 ? [] : among.filter((_, index) => degrees[index] === highestDegree)
}

/**
 * '44' may be what a spreadsheet has made of 0044, though there is a good 44 as well; 0044 as it is written is none but
 * that.
 */
function foundBy<Goods>(text: string, among: readonly Goods[], degreeOf: (goods: Goods) => Degree): Goods[] {
  const found = best(among, degreeOf)
  const digits = text.trim()
  const isWritten = digits.startsWith('0') && found.some((goods) => degreeOf(goods) === 3)
  return /^\d+$/.test(digits) && !isWritten ? among.filter((goods) => degreeOf(goods) > 0) : found
}

/** Of several goods those that another text of the row names as well, as long as any does. */
function narrowed<Goods extends Named>(found: Goods[], texts: Texts, isBrand: IsBrand): Goods[] {
  const agree: ((goods: Goods) => boolean)[] = [
    (goods) => isSized(goods, texts),
    (goods) => texts.barcode !== '' && byBarcode(goods, texts.barcode) > 0,
    (goods) => texts.origin === 'supplier' && texts.code !== '' && byCode(goods, texts.code) > 0,
    (goods) => byName(goods, texts.name) > 0,
    (goods) => compareNames(texts.name, goods, isBrand).verdict === 'agrees',
    (goods) => compareNames(texts.name, goods, isBrand).verdict === 'likely',
  ]
  let left = found
  for (const agrees of agree) {
    if (left.length === 1) break
    const some = left.filter(agrees)
    if (some.length > 0) left = some
  }
  return left
}

function narrowedBySize<Goods extends Named>(found: Goods[], texts: Texts): Goods[] {
  const sized = found.length > 1 ? found.filter((goods) => isSized(goods, texts)) : []
  return sized.length > 0 ? sized : found
}

/** A variant may be called by its size, or have it as a value. */
function isSized(goods: Named, { name, size }: Texts): boolean {
  return size !== '' && (hasSize(goods, size) || byName(goods, `${name} ${size}`) > 0)
}

/** Whether a row names another size than the variant's. */
export function isOtherSize({ size }: Pick<Texts, 'size'>, good: Named): boolean {
  return size !== '' && good.params.length > 0 && !hasSize(good, size)
}

/** Whether every part of '42, синий' is a value of the variant's. */
export function hasSize({ params }: Pick<Named, 'params'>, size: string): boolean {
  const parts = size.split(/[,;/]/).map(sizeKey).filter(Boolean)
  const values = params.map(sizeKey)
  return parts.length > 0 && parts.every((part) => values.includes(part))
}

function sizeKey(text: string): string {
  return articleKey(text.replace(/^\s*(?:р|разм|размер|рост)\.?\s*(?=\d)/i, ''))
}

/** A variant without an article of its own goes by its parent's, which means any of the variants. */
function byArticul({ articul, parentArticul }: Named, text: string): Degree {
  return codeDegree(articul, text) || codeDegree(parentArticul, text)
}

/** Of a column that may hold either. */
function byAnyCode(goods: Named, text: string): Degree {
  return byArticul(goods, text) || byBarcode(goods, text)
}

function byBarcode({ barcodes }: Named, text: string): Degree {
  return highest(barcodes.map((barcode) => codeDegree(barcode, text)))
}

function byCode({ codes }: Named, text: string): Degree {
  return highest(codes.map((code) => codeDegree(code, text)))
}

/** Whether a text is the whole name of a good, in whatever notation. */
export function isNamed(good: Named, text: string): boolean {
  return byName(good, text) > 0
}

function byName(goods: Named, text: string): Degree {
  const key = nameKey(text)
  if (key === '') return 0
  if (nameKey(goods.header) === key) return 3
  if (goods.names.some((name) => nameKey(name) === key)) return 2
  return isSameName(text, goods) ? 1 : 0
}

function codeDegree(code: string, text: string): Degree {
  if (code === '') return 0
  if (code.trim().toLowerCase() === text.trim().toLowerCase()) return 3
  const key = articleKey(code)
  const wanted = articleKey(text)
  if (key === '' || wanted === '') return 0
  if (key === wanted) return isSpeltAlike(code, text) ? 2 : 1
  if (/^\d+$/.test(key) && /^\d+$/.test(wanted) && bare(key) === bare(wanted) && bare(key) !== '') return 1
  return articleKeysInLatin(text).includes(key) ? 1 : 0
}

/** 180-2.0 is also written 180/2/0 and 180 2 0, but 180-20 may be another good's. */
function isSpeltAlike(one: string, other: string): boolean {
  const holds = (text: string, points: readonly number[]) => points.every((point) => signsIn(text).includes(point))
  return holds(one, signsIn(other, decimalPoint)) && holds(other, signsIn(one, decimalPoint))
}

const decimalPoint = /(?<=(?<![\d.,])\d+)[.,](?=\d{1,2}(?!\d|[.,]\d))/g

/** Behind how many letters and digits of a text its signs stand. */
function signsIn(text: string, sign = /[^\p{L}\p{N}]+/gu): number[] {
  return [...text.matchAll(sign)].map(({ index }) => text.slice(0, index).replace(/[^\p{L}\p{N}]+/gu, '').length)
}

/** Whether a code that finds a good is its own but for zeros before it. */
export function lacksZeros({ articul, parentArticul }: Named, text: string): boolean {
  const own = [articul, parentArticul].filter((code) => bare(articleKey(code)) === bare(articleKey(text)))
  return isNumber(text) && own.length > 0 && own.every((code) => articleKey(code) !== articleKey(text))
}

/** Whether a code that finds a good is its own but for a decimal point. */
export function isOtherDecimal({ articul, parentArticul, codes, barcodes }: Named, text: string): boolean {
  const own = [articul, parentArticul, ...codes, ...barcodes]
  return (
    text !== '' &&
    own.every((code) => codeDegree(code, text) < 2) &&
    own.some((code) => articleKey(code) === articleKey(text))
  )
}

function bare(digits: string): string {
  return digits.replace(/^0+/, '')
}

function highest(degrees: readonly Degree[]): Degree {
  return degrees.reduce((top, degree) => (degree > top ? degree : top), 0)
}
