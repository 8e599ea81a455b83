import { setImmediate as breathe } from 'node:timers/promises'
import type { MatchKind } from '#shared/api/uploads.ts'
import { isFormulaText } from '#shared/rules/formula-text.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { productsOfCode, productsOfName } from '#server/features/catalogue/exact-goods.ts'
import { articleKey } from '#server/features/catalogue/facets/text/normalise.ts'
import { searchGoods } from '#server/features/catalogue/goods.ts'
import type { Catalogue } from '#server/features/catalogue/open.ts'
import { agreeWith, isCalled, matchTexts, type Texts } from './match.ts'
import { mentionsIn } from './mentions.ts'
import { listClientCodes, listSoldGoods, type Customer, type SoldGood } from './queries.ts'

/** `id`: a person, or our own price list, says which good it is. */
export type Sought = { texts: Texts; id?: number | undefined }

/** One good: it is it. Otherwise those that it may be. */
export type Found = { matchedBy: MatchKind | null; goods: SoldGood[]; alike: SoldGood[] }

type Deps = { db: Db; catalogue: Catalogue }
type Where = { contractId: number; priceTypeId: number; customer: Customer; /** Look for similar goods where nothing fits. */ candidates: boolean }

/** So many rows are handled before others are answered. */
const rowsAtOnce = 200
/** Similar goods are looked for so many rows, and no longer than this: a person looks at one after the other. */
const mostSearches = 30
const searchesMs = 300
const mostAlike = 3
const longestKey = 200

/**
 * Recognises rows among the goods that are sold under a contract: by what the contragent has settled, then by code, then
 * by name. A few statements for any number of rows.
 */
export async function findGoods(deps: Deps, actor: BuyerActor, asked: readonly Sought[], where: Where): Promise<Found[]> {
  const { organisationId } = actor
  const sought = asked.map(({ texts, id }) => ({ texts: withoutFormulas(texts), id }))
  const settled = await listClientCodes(deps.db, { organisationId, contragentId: where.customer.contragentId, keys: [...new Set(sought.flatMap(({ texts }) => clientKeys(texts)))] })
  const byCode = await idsOf(sought, ({ texts, id }) => [...(id === undefined ? [] : [id]), ...clientKeys(texts).flatMap((key) => settled.get(key) ?? []), ...codesOf(texts).flatMap((code) => productsOfCode(deps.catalogue.shelf().snapshot, code))])
  const shelf = shelve(await listSoldGoods(deps.db, { ...where, productIds: distinct(byCode) }))
  const found = await each(sought, (row, place) => recognise(row, settled, shelf, byCode[place] ?? []))

  const unknown = found.flatMap(({ goods }, place) => (goods.length === 0 ? [place] : []))
  if (unknown.length === 0) return found
  const byName = await idsOf(unknown, (place) => (sought[place] ? productsOfName(deps.catalogue.shelf().snapshot, nameOf(sought[place].texts)) : []))
  const mentioned = await idsOf(unknown, (place) => mentionsOf(sought[place]).flatMap(({ code }) => productsOfCode(deps.catalogue.shelf().snapshot, code)))
  const alike = where.candidates ? await searchAlike(deps, actor, unknown.filter((_, at) => byName[at]?.length === 0 && mentioned[at]?.length === 0).map((place) => ({ place, texts: sought[place]?.texts })), where) : new Map<number, number[]>()
  const more = shelve(await listSoldGoods(deps.db, { ...where, productIds: distinct([...byName, ...mentioned, ...alike.values()]) }))
  await each(unknown, (place, at) => {
    const row = sought[place]
    if (!row) return
    const named = matchTexts({ ...noTexts, name: nameOf(row.texts) }, goodsIn(more, byName[at] ?? []))
    const doubtful = found[place]?.alike ?? []
    const inside = mentionedOf(row, goodsIn(more, mentioned[at] ?? []))
    if (named.goods.length > 0 && doubtful.length === 0) found[place] = { ...named, alike: [] }
    else if (inside.goods.length > 0 && doubtful.length === 0) found[place] = inside
    else found[place] = { matchedBy: null, goods: [], alike: doubtful.length > 0 ? doubtful : [...inside.alike, ...goodsIn(more, [...(byName[at] ?? []), ...(alike.get(place) ?? [])])].slice(0, mostAlike) }
  })
  return found
}

const noTexts: Texts = { articul: '', code: '', barcode: '', name: '' }

/** By what a settled code is kept: the text without punctuation, case and alphabet; '' for a formula, which is no code. */
export function clientKey(text: string): string {
  return isFormulaText(text) ? '' : articleKey(text).slice(0, longestKey)
}

/** Without its signs '=1+1' would be the code 11. */
function withoutFormulas({ articul, code, barcode, name }: Texts): Texts {
  const plain = (text: string) => (isFormulaText(text) ? '' : text)
  return { articul: plain(articul), code: plain(code), barcode: plain(barcode), name: plain(name) }
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
function nameOf({ name, articul, code }: Texts): string {
  return name || (articul === code ? articul : '')
}

function mentionsOf(row: Sought | undefined) {
  return [row?.texts.name, row?.texts.articul, row?.texts.code].filter((text, place, texts) => text && texts.indexOf(text) === place).flatMap((text) => mentionsIn(text ?? ''))
}

/** Goods whose code stands among the words of a row: sure where it is called a code, or where the other words agree. */
function mentionedOf(row: Sought, among: readonly SoldGood[]): Found {
  const mentions = mentionsOf(row).map(({ code, isCalled: isSure, rest }) => {
    const called = among.filter((good) => isCalled(good, code))
    const agreed = rest === '' ? called : called.filter((good) => agreeWith(good, rest))
    return { goods: agreed.length > 0 ? agreed : isSure ? called : [], called }
  })
  const goods = [...new Set(mentions.flatMap((mention) => mention.goods))]
  if (goods.length > 0) return { matchedBy: 'articul', goods, alike: [] }
  return { matchedBy: null, goods, alike: [...new Set(mentions.flatMap(({ called }) => called))] }
}

type Shelved = { byId: ReadonlyMap<number, SoldGood>; byRow: ReadonlyMap<number, SoldGood[]> }

function shelve(goods: readonly SoldGood[]): Shelved {
  return { byId: new Map(goods.map((good) => [good.id, good])), byRow: Map.groupBy(goods, ({ row }) => row) }
}

/** Of a product its variants, of a variant itself. */
function goodsIn({ byId, byRow }: Shelved, ids: readonly number[]): SoldGood[] {
  return [...new Set(ids.flatMap((id) => byRow.get(id) ?? byId.get(id) ?? []))]
}

function recognise({ texts, id }: Sought, settled: ReadonlyMap<number | string, number>, shelf: Shelved, ids: readonly number[]): Found {
  const chosen = id === undefined ? undefined : shelf.byId.get(id)
  if (chosen) return { matchedBy: null, goods: [chosen], alike: [] }
  for (const key of clientKeys(texts)) {
    const good = shelf.byId.get(settled.get(key) ?? 0)
    if (good) return { matchedBy: 'clientCode', goods: [good], alike: [] }
  }
  const { matchedBy, goods, doubtful } = matchTexts(texts, goodsIn(shelf, ids))
  return { matchedBy, goods, alike: doubtful.slice(0, mostAlike) }
}

/** Products like those that were not found, by the catalogue's own search. */
async function searchAlike(deps: Deps, actor: BuyerActor, rows: readonly { place: number; texts: Texts | undefined }[], { contractId }: Where): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  const endsAtMs = performance.now() + searchesMs
  for (const { place, texts } of rows) {
    if (found.size >= mostSearches || performance.now() > endsAtMs) break
    const query = texts?.articul || texts?.name || texts?.code || ''
    if (query.length < 2) continue
    const { goods } = await searchGoods(deps, actor, { contract: contractId, query, perpage: mostAlike })
    found.set(place, goods.map(({ id }) => id))
    await breathe()
  }
  return found
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
