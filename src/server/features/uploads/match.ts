import type { MatchKind } from '#shared/api/uploads.ts'
import { articleKey, articleKeysInLatin } from '#server/features/catalogue/facets/text/normalise.ts'
import { nameKey } from '#server/features/catalogue/exact-goods.ts'

/** Texts of a row that name its good; '' where it has none. A typed row has its code in all places of codes. */
export type Texts = { articul: string; code: string; barcode: string; name: string }

/** A good that can be ordered, with all that it may be called by; `row` is its product, a variant's parent. */
export type Named = {
  id: number
  row: number
  articul: string
  /** Of the parent of a variant, else ''. */
  parentArticul: string
  codes: readonly string[]
  barcodes: readonly string[]
  header: string
  names: readonly string[]
}

/** One good: it is it. Several: one of them, a person says which. None: nothing fits; `doubtful` may be what is meant. */
export type Match<Goods extends Named> = { matchedBy: MatchKind | null; goods: Goods[]; doubtful: Goods[] }

/** How surely a code is meant: as it is written, but for punctuation and alphabet, but for leading zeros. */
type Degree = 0 | 1 | 2 | 3

/**
 * The good that a row names among goods that might be meant: by article, then barcode, then code, then name; of several
 * by one code those that the row's other texts also name. A code from a column of its own beside an unknown article is
 * most often the buyer's own number: then it only makes its good doubtful, unless the name agrees.
 */
export function matchTexts<Goods extends Named>(texts: Texts, among: readonly Goods[]): Match<Goods> {
  const isForeignCode = texts.articul !== '' && texts.code !== '' && texts.code !== texts.articul
  const trials: { kind: MatchKind; text: string; degree: (goods: Goods, text: string) => Degree; isDoubtful?: boolean }[] = [
    { kind: 'articul', text: texts.articul, degree: byArticul },
    { kind: 'articul', text: texts.articul === '' ? texts.code : '', degree: byArticul },
    { kind: 'barcode', text: texts.barcode, degree: byBarcode },
    { kind: 'barcode', text: texts.articul, degree: byBarcode },
    { kind: 'barcode', text: texts.code, degree: byBarcode },
    { kind: 'code1c', text: texts.articul === '' ? '' : texts.articul, degree: byCode },
    { kind: 'code1c', text: texts.code, degree: byCode, isDoubtful: isForeignCode },
    { kind: 'code1c', text: texts.barcode, degree: byCode },
    { kind: 'articul', text: texts.articul === '' && texts.code === '' ? texts.barcode : '', degree: byArticul },
  ]
  for (const { kind, text, degree, isDoubtful } of trials) {
    const found = best(among, (goods) => (text === '' ? 0 : degree(goods, text)))
    if (found.length === 0) continue
    const agreed = narrowed(found, texts)
    if (isDoubtful && !agreed.some((goods) => agreeWith(goods, texts.name))) return { matchedBy: null, goods: [], doubtful: agreed }
    return { matchedBy: kind, goods: agreed, doubtful: [] }
  }
  const named = best(among, (goods) => byName(goods, texts.name))
  return { matchedBy: named.length > 0 ? 'name' : null, goods: named, doubtful: [] }
}

/** Whether a text is an article, code or barcode of the good but for punctuation, case and alphabet. */
export function isCalled({ articul, parentArticul, codes, barcodes }: Named, text: string): boolean {
  return [articul, parentArticul, ...codes, ...barcodes].some((code) => codeDegree(code, text) >= 2)
}

function best<Goods>(among: readonly Goods[], degreeOf: (goods: Goods) => Degree): Goods[] {
  const degrees = among.map(degreeOf)
  const most = Math.max(0, ...degrees)
  return most === 0 ? [] : among.filter((_, place) => degrees[place] === most)
}

/** Of several goods those that another text of the row names as well, as long as any does. */
function narrowed<Goods extends Named>(found: Goods[], texts: Texts): Goods[] {
  const agree: ((goods: Goods) => boolean)[] = [
    (goods) => texts.barcode !== '' && byBarcode(goods, texts.barcode) > 0,
    (goods) => texts.code !== '' && byCode(goods, texts.code) > 0,
    (goods) => byName(goods, texts.name) > 0,
    (goods) => agreeWith(goods, texts.name),
  ]
  let left = found
  for (const agrees of agree) {
    if (left.length === 1) break
    const some = left.filter(agrees)
    if (some.length > 0) left = some
  }
  return left
}

/** A variant without an article of its own goes by its parent's, which means any of the variants. */
function byArticul({ articul, parentArticul }: Named, text: string): Degree {
  return codeDegree(articul, text) || codeDegree(parentArticul, text)
}

function byBarcode({ barcodes }: Named, text: string): Degree {
  return highest(barcodes.map((barcode) => codeDegree(barcode, text)))
}

function byCode({ codes }: Named, text: string): Degree {
  return highest(codes.map((code) => codeDegree(code, text)))
}

function byName({ header, names }: Named, text: string): Degree {
  const key = nameKey(text)
  if (key === '') return 0
  if (nameKey(header) === key) return 3
  return names.some((name) => nameKey(name) === key) ? 2 : 0
}

/** At least half of the words of the shorter name stand in the other, and two of them where there are as many. */
export function agreeWith({ header, names }: Named, text: string): boolean {
  const said = wordsOf(text)
  if (said.size === 0) return false
  return [header, ...names].some((name) => {
    const own = wordsOf(name)
    const shared = [...own].filter((word) => said.has(word)).length
    const shorter = Math.min(own.size, said.size)
    return shared >= Math.min(2, shorter) && shared * 2 >= shorter && shared > 0
  })
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().replaceAll('ё', 'е').match(/[\p{L}\p{N}]{2,}/gu))
}

function codeDegree(code: string, text: string): Degree {
  if (code === '') return 0
  if (code.trim().toLowerCase() === text.trim().toLowerCase()) return 3
  const key = articleKey(code)
  const wanted = articleKey(text)
  if (key === '' || wanted === '') return 0
  if (key === wanted) return 2
  if (/^\d+$/.test(key) && /^\d+$/.test(wanted) && bare(key) === bare(wanted) && bare(key) !== '') return 1
  return articleKeysInLatin(text).includes(key) ? 1 : 0
}

function bare(digits: string): string {
  return digits.replace(/^0+/, '')
}

function highest(degrees: readonly Degree[]): Degree {
  return degrees.reduce((most, degree) => (degree > most ? degree : most), 0)
}
