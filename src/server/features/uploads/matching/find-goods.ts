import { setImmediate as breathe } from 'node:timers/promises'
import type { RowDoubt } from '#shared/api/uploads.ts'
import { isFormulaText } from '#shared/rules/formula-text.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { nameKey, productsOfCode, productsOfName } from '#server/features/catalogue/exact-goods.ts'
import { articleKey } from '#server/features/catalogue/facets/text/normalise.ts'
import { rowsOf, searchGoods } from '#server/features/catalogue/goods.ts'
import type { Catalogue } from '#server/features/catalogue/open.ts'
import { listClientCodes, listSoldGoods, type Customer, type SoldGood } from '../queries.ts'
import { brandsOf } from './brands.ts'
import type { Comparison, IsBrand } from './compare-names.ts'
import type { Found } from './found.ts'
import { compareRow, hasSize, isCalled, isNumber, matchTexts, plainCode, type Texts } from './match.ts'
import { mentionsIn } from './mentions.ts'
import { minSimilar, rankedBySimilarity } from './rank.ts'
import { distrustedSources, sourceOf } from './trust.ts'

/** `id`: a person, or our own price list, says which good it is. */
export type Sought = { texts: Texts; id?: number | undefined }

type Deps = { db: Db; catalogue: Catalogue }
type Where = { contractId: number; priceTypeId: number; customer: Customer; /** Look for similar goods where nothing fits. */ candidates: boolean }

/** So many rows are handled before others are answered. */
const rowsAtOnce = 200
/**
 * Similar goods are looked for so many rows, and behind the first ones no longer than this: a person looks at one after
 * the other. A message of names is looked up whole, however busy the machine is.
 */
const maxSearches = 60
const sureSearches = 40
const searchesMs = 800
const maxAlike = 4
/** The search knows words, not which of them matter: so many of its goods are compared. */
const maxCompared = 24
const longestKey = 200

/**
 * Recognises rows among the goods that are sold under a contract: by what the contragent has settled, then by code, then
 * by name; whatever else a row says must agree with it. A few statements for any number of rows.
 */
export async function findGoods(deps: Deps, actor: BuyerActor, asked: readonly Sought[], where: Where): Promise<Found[]> {
  const isBrand = brandsOf(deps.catalogue.shelf().snapshot)
  const sought: Sought[] = asked.map(({ texts, id }) => ({ texts: withoutFormulas(texts), id }))
  const found = await findByCodes(deps, actor, sought, where, isBrand)
  distrustColumns(sought, found, isBrand)

  const isOpen = (row: Found, place: number) => row.goods.length !== 1 || (row.doubt !== null || row.comparison?.verdict !== 'agrees') && nameOf(sought[place]) !== ''
  const open = found.flatMap((row, place) => (isOpen(row, place) && sought[place]?.id === undefined ? [place] : []))
  if (open.length === 0) return found
  const byName = await idsOf(open, (place) => namesIn(sought[place]).flatMap((name) => productsOfName(deps.catalogue.shelf().snapshot, name)))
  const mentioned = await idsOf(open, (place) => (found[place]?.goods.length === 0 ? mentionsOf(sought[place]).flatMap(({ code }) => productsOfCode(deps.catalogue.shelf().snapshot, code)) : []))
  const unknown = open.filter((place, at) => found[place]?.goods.length === 0 && byName[at]?.length === 0 && mentioned[at]?.length === 0)
  const alike = where.candidates ? await searchAlike(deps, actor, unknown.map((place) => ({ place, texts: sought[place]?.texts })), where) : new Map<number, number[]>()
  const shelf = shelve(await listSoldGoods(deps.db, { ...where, productIds: distinct([...byName, ...mentioned, ...alike.values()]) }))
  const compared = where.candidates ? distinct([...byName.slice(0, maxSearches), ...alike.values()]) : []
  const available = await availableOf(deps, actor, compared, where)
  await each(open, (place, at) => {
    const row = sought[place]
    const now = found[place]
    if (!row || !now) return
    const named = goodsIn(shelf, byName[at] ?? [])
    if (now.goods.length > 0) found[place] = contrasted(row, now, named, isBrand)
    else found[place] = recogniseByName(row, now, { named, mentioned: goodsIn(shelf, mentioned[at] ?? []), alike: goodsIn(shelf, alike.get(place) ?? []), available, isBrand })
  })
  return found
}

/** By what a settled code is kept: the text without punctuation, case and alphabet; '' for a formula, which is no code. */
export function clientKey(text: string): string {
  return isFormulaText(text) ? '' : articleKey(text).slice(0, longestKey)
}

async function findByCodes({ db, catalogue }: Deps, { organisationId }: BuyerActor, sought: readonly Sought[], where: Where, isBrand: IsBrand): Promise<Found[]> {
  const keys = [...new Set(sought.flatMap(({ texts }) => clientKeys(texts)))]
  const settled = await listClientCodes(db, { organisationId, contragentId: where.customer.contragentId, keys })
  const { snapshot } = catalogue.shelf()
  const idsOfRow = ({ texts, id }: Sought) => [
    ...(id === undefined ? [] : [id]),
    ...clientKeys(texts).flatMap((key) => settled.get(key) ?? []),
    ...[...new Set(codesOf(texts).flatMap((code) => [code, plainCode(code)]))].flatMap((code) => productsOfCode(snapshot, code)),
  ]
  const byCode = await idsOf(sought, idsOfRow)
  const shelf = shelve(await listSoldGoods(db, { ...where, productIds: distinct(byCode) }))
  return each(sought, (row, place) => recognise(row, { settled, shelf, ids: byCode[place] ?? [], isBrand }))
}

/** A column whose numbers meet goods of other names again and again holds somebody else's numbers. */
function distrustColumns(sought: Sought[], found: Found[], isBrand: IsBrand): void {
  const distrusted = distrustedSources(sought.flatMap(({ texts }, place) => (found[place] ? [{ texts, found: found[place] }] : [])))
  if (distrusted.size === 0) return
  for (const [place, { texts }] of sought.entries()) {
    const row = found[place]
    const source = row && sourceOf(row, texts)
    if (!row || source === undefined || !distrusted.has(source) || row.goods.length === 0) continue
    const agree = row.goods.some((good) => compareRow(texts, good, isBrand).verdict === 'agrees')
    if (agree) continue
    // Without a name nothing speaks against it but the others.
    if (texts.name === '') {
      found[place] = { ...row, doubt: row.goods.length === 1 ? 'similar' : null }
      continue
    }
    found[place] = { matchedBy: null, goods: [], alike: [], doubt: null }
    sought[place] = { texts: withoutCode(texts, row.code ?? '') }
  }
}

function withoutCode({ articul, code, barcode, ...texts }: Texts, distrusted: string): Texts {
  const [articulLeft = '', codeLeft = '', barcodeLeft = ''] = [articul, code, barcode].map((text) => (plainCode(text) === distrusted ? '' : text))
  return { ...texts, articul: articulLeft, code: codeLeft, barcode: barcodeLeft }
}

/** Without its signs '=1+1' would be the code 11. */
function withoutFormulas(texts: Texts): Texts {
  const plain = (text: string) => (isFormulaText(text) ? '' : text)
  return { ...texts, articul: plain(texts.articul), code: plain(texts.code), barcode: plain(texts.barcode), name: plain(texts.name) }
}

/** A row without any code is remembered by its name. */
function clientKeys(texts: Texts): string[] {
  const codes = codesOf(texts)
  return (codes.length > 0 ? codes : [texts.name]).map(clientKey).filter(Boolean)
}

function codesOf({ articul, code, barcode }: Texts): string[] {
  return [...new Set([articul, code, barcode])].filter(Boolean)
}

/** A typed row has one text, which may be a name as well. */
function nameOf(row: Sought | undefined): string {
  if (!row) return ''
  const { name, articul, code } = row.texts
  return name || (articul === code ? articul : '')
}

/** Its name, and codes that are all that it says: 'позиция СП-55' may be a good of that name. */
function namesIn(row: Sought | undefined): string[] {
  return [nameOf(row), ...mentionsOf(row).flatMap(({ code, rest }) => (rest === '' ? [code] : []))]
}

function isNamedExactly({ header, names }: SoldGood, text: string): boolean {
  return [header, ...names].some((name) => nameKey(name) === nameKey(text))
}

type Shelved = { byId: ReadonlyMap<number, SoldGood>; byRow: ReadonlyMap<number, SoldGood[]> }

function shelve(goods: readonly SoldGood[]): Shelved {
  return { byId: new Map(goods.map((good) => [good.id, good])), byRow: Map.groupBy(goods, ({ row }) => row) }
}

/** Of a product its variants, of a variant itself. */
function goodsIn({ byId, byRow }: Shelved, ids: readonly number[]): SoldGood[] {
  return [...new Set(ids.flatMap((id) => byRow.get(id) ?? byId.get(id) ?? []))]
}

type Recognition = { settled: ReadonlyMap<number | string, number>; shelf: Shelved; ids: readonly number[]; isBrand: IsBrand }

function recognise({ texts, id }: Sought, { settled, shelf, ids, isBrand }: Recognition): Found {
  const chosen = id === undefined ? undefined : shelf.byId.get(id)
  if (chosen) return { matchedBy: null, goods: [chosen], alike: [], doubt: null }
  for (const key of clientKeys(texts)) {
    const good = shelf.byId.get(settled.get(key) ?? 0)
    // What a person has settled stands, whatever its name is like.
    if (good) return { matchedBy: 'clientCode', goods: [good], alike: [], doubt: null, comparison: { ...compareRow(texts, good, isBrand), verdict: 'likely' } }
  }
  const { matchedBy, goods, doubtful, code } = matchTexts(texts, goodsIn(shelf, ids), isBrand)
  const [only] = goods
  if (!only || goods.length > 1) return { matchedBy, goods: withoutOthers(goods, texts, isBrand), alike: doubtful.slice(0, maxAlike), doubt: null, code }
  const comparison = compareRow(texts, only, isBrand)
  return { matchedBy, goods, alike: [], doubt: doubtOf(texts, only, comparison), code, comparison }
}

/** Of several goods of one code none is meant where the name speaks of none of them. */
function withoutOthers(goods: SoldGood[], texts: Texts, isBrand: IsBrand): SoldGood[] {
  const fitting = goods.filter((good) => compareRow(texts, good, isBrand).verdict !== 'differs')
  return fitting.length > 0 ? fitting : goods
}

function doubtOf(texts: Texts, good: SoldGood, { verdict }: Comparison): RowDoubt | null {
  if (verdict === 'differs') return 'name'
  return texts.size !== '' && good.params.length > 0 && !hasSize(good, texts.size) ? 'size' : null
}

/** Goods whose names hold every word of the row's: where the good found by a code is none of them, another may be meant. */
function contrasted(row: Sought, found: Found, named: readonly SoldGood[], isBrand: IsBrand): Found {
  const { texts } = row
  const [good] = found.goods
  if (!good || found.goods.length > 1 || named.length === 0) return found
  const exact = named.filter((each) => isNamedExactly(each, nameOf(row)))
  const others = exact.length > 0 ? exact : named
  if (others.some(({ row }) => row === good.row)) return found
  if (found.matchedBy === 'clientCode' && exact.length === 0) return found
  // One typed text that is the one's article and the other's name says no more of either.
  if (texts.name === '' && found.matchedBy !== 'clientCode' && exact.length > 0 && !isNumber(found.code ?? '')) {
    return { matchedBy: found.matchedBy, goods: [...new Set([good, ...exact])], alike: [], doubt: null }
  }
  // A number that a spreadsheet took the zeros from: with its exact name it is the other good's.
  const called = found.matchedBy === 'clientCode' ? undefined : matchTexts(texts, exact, isBrand)
  // A number of anybody's is weaker than an exact name.
  if (exact.length === 1 && called?.goods.length === 1 && isNumber(found.code ?? '') && sourceOf(found, texts) === 'anyCode') return { matchedBy: 'name', goods: exact, alike: [], doubt: null }
  if (called?.goods.length === 1 && called.matchedBy !== 'name') return { matchedBy: called.matchedBy, goods: called.goods, alike: [], doubt: null, code: called.code }
  return { ...found, alike: others.slice(0, maxAlike), doubt: 'name' }
}

type NameEvidence = {
  named: readonly SoldGood[]
  mentioned: readonly SoldGood[]
  alike: readonly SoldGood[]
  /** Products of which some are in stock. */
  available: ReadonlySet<number>
  isBrand: IsBrand
}
type Proposal = Pick<NameEvidence, 'available' | 'isBrand'> & { candidates: readonly SoldGood[]; doubtful: readonly SoldGood[] }


function recogniseByName(row: Sought, before: Found, { named, mentioned, alike, available, isBrand }: NameEvidence): Found {
  const { texts } = row
  const exact = matchTexts({ ...texts, articul: '', code: '', barcode: '', name: nameOf(row) }, named, isBrand)
  if (exact.goods.length > 0) return { matchedBy: exact.matchedBy, goods: exact.goods, alike: [], doubt: null }
  const inside = mentionedOf(row, [...new Set([...mentioned, ...named])], isBrand)
  if (inside.goods.length > 0) return inside
  return propose(row, { candidates: [...inside.alike, ...named, ...alike], doubtful: before.alike, available, isBrand })
}

/** Of goods that are like what a row says the most similar one, to be confirmed by a person. */
function propose(row: Sought, { candidates, doubtful, available, isBrand }: Proposal): Found {
  const name = nameOf(row)
  const compared = [...new Set(candidates)].map((good) => ({ good, comparison: compareRow({ ...row.texts, name }, good, isBrand) }))
  const ranked = rankedBySimilarity(compared, available)
  // What looks like a code is one that we do not have.
  const [best] = /\s/.test(name) || !/\d/.test(name) ? ranked : []
  const others = [...ranked.map(({ good }) => good), ...doubtful]
  // Another model is shown, but not filled in.
  if (best && best.comparison.share >= minSimilar && best.comparison.otherModel === 0) {
    const family = ranked.filter(({ good, comparison }) => good.row === best.good.row && comparison.share === best.comparison.share)
    // Which of the sizes is meant, only a person knows.
    if (family.length > 1) return { matchedBy: 'name', goods: family.map(({ good }) => good), alike: [], doubt: 'similar' }
    return { matchedBy: 'name', goods: [best.good], alike: distinctGoods(others.slice(1)), doubt: 'similar', comparison: best.comparison }
  }
  return { matchedBy: null, goods: [], alike: distinctGoods(others), doubt: null }
}

function distinctGoods(goods: readonly SoldGood[]): SoldGood[] {
  return [...new Set(goods)].slice(0, maxAlike)
}

/** Codes among other words: a text that is nothing but a code was looked up already. */
function mentionsOf(row: Sought | undefined) {
  const texts = [row?.texts.name, row?.texts.articul, row?.texts.code].filter((text, place, all) => text && all.indexOf(text) === place)
  return texts.flatMap((text) => mentionsIn(text ?? '')).filter(({ code, rest }) => rest !== '' || !isNumber(code))
}

/** Goods whose code stands among the words of a row: sure where the other words agree, or where there are none. */
function mentionedOf(row: Sought, among: readonly SoldGood[], isBrand: IsBrand): Found {
  const mentions = mentionsOf(row).map(({ code, isCalled: isSure, rest }) => {
    const called = among.filter((good) => isCalled(good, code) || (rest === '' && isNamedExactly(good, code)))
    const agreed = rest === '' ? called : called.filter((good) => compareRow({ ...row.texts, name: rest }, good, isBrand).verdict !== 'differs')
    return { agreed, called, isSure }
  })
  const goods = [...new Set(mentions.flatMap(({ agreed }) => agreed))]
  const sure = [...new Set(mentions.flatMap(({ called, isSure }) => (isSure ? called : [])))]
  if (goods.length > 0) return { matchedBy: 'articul', goods, alike: [], doubt: null }
  if (sure.length === 1) return { matchedBy: 'articul', goods: sure, alike: [], doubt: 'name' }
  return { matchedBy: null, goods: [], alike: [...new Set(mentions.flatMap(({ called }) => called))], doubt: null }
}

/** Products like those that were not found, by the catalogue's own search. */
async function searchAlike(deps: Deps, actor: BuyerActor, rows: readonly { place: number; texts: Texts | undefined }[], { contractId }: Where): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  const endsAtMs = performance.now() + searchesMs
  for (const { place, texts } of rows) {
    if (found.size >= maxSearches || (found.size >= sureSearches && performance.now() > endsAtMs)) break
    const query = texts?.name || texts?.articul || texts?.code || ''
    if (query.length < 2) continue
    const { goods } = await searchGoods(deps, actor, { contract: contractId, query, perpage: maxCompared })
    found.set(place, goods.map(({ id }) => id))
    await breathe()
  }
  return found
}

async function availableOf({ catalogue }: Deps, actor: BuyerActor, ids: readonly number[], { contractId }: Where): Promise<Set<number>> {
  const rows = await rowsOf({ catalogue }, actor, { contract: contractId, ids })
  return new Set(rows.flatMap((row) => (row.available_for_order > 0 ? [row.id] : [])))
}

function idsOf<Row>(rows: readonly Row[], idsOfRow: (row: Row) => number[]): Promise<number[][]> {
  return each(rows, (row) => [...new Set(idsOfRow(row))])
}

function distinct(lists: Iterable<readonly number[]>): number[] {
  return [...new Set([...lists].flat())]
}

/** Maps rows without holding up the event loop. */
async function each<Row, Outcome>(rows: readonly Row[], map: (row: Row, place: number) => Outcome): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [place, row] of rows.entries()) {
    outcomes.push(map(row, place))
    if (place % rowsAtOnce === rowsAtOnce - 1) await breathe()
  }
  return outcomes
}
