import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { productsOfCode, productsOfName } from '#server/catalogue/search/exact-goods.ts'
import { rowsOfProducts, searchGoods } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { listClientCodes, type Customer } from '../queries.ts'
import { listSoldGoods } from '../shared-queries.ts'
import { brandsOf } from './brands.ts'
import { recogniseByCode } from './by-code.ts'
import { contrasted, recogniseByName } from './by-name.ts'
import type { IsBrand } from './compare-names.ts'
import type { Found } from './found.ts'
import { goodsOfIds, indexGoods } from './goods-index.ts'
import { compareRow, isNamed, plainCode, type Texts } from './match.ts'
import {
  clientKey,
  clientKeys,
  storedKeys,
  codesOf,
  mentionsOf,
  nameOf,
  namesIn,
  withBrand,
  withoutCode,
  withoutFormulas,
  type RowToMatch,
} from './row-to-match.ts'
import { unreliableSources, codeSource } from './unreliable-sources.ts'

type Deps = { db: Db; catalogue: Catalogue }
type Where = {
  contractId: number
  priceTypeId: number
  customer: Customer
  /** Look for similar goods where nothing fits. */ candidates: boolean
}

/** So many rows are handled before others are answered. */
const rowsAtOnce = 200
/**
 * Similar goods are looked for so many rows, and behind the first ones no longer than this: a person looks at one after
 * the other. A message of names is looked up whole, however busy the machine is.
 */
const maxSearches = 60
const sureSearches = 40
const searchesMs = 800
/** The search knows words, not which of them matter: so many of its goods are compared. */
const maxCompared = 24

/**
 * Recognises rows among the goods sold under a contract: by the contragent's own codes, then by code, then by name; the
 * row's other texts must agree. A constant number of statements.
 */
export async function findGoods(
  deps: Deps,
  actor: BuyerActor,
  input: readonly RowToMatch[],
  where: Where,
): Promise<Found[]> {
  const { snapshot } = deps.catalogue.currentSnapshot()
  const { isBrand, isKnownBrand } = brandsOf(snapshot)
  const rowsToMatch: RowToMatch[] = input.map(({ texts, id }) => ({
    texts: withBrand(withoutFormulas(texts), isKnownBrand),
    id,
  }))
  const found = await findByCodes(deps, actor, rowsToMatch, where, isBrand)
  distrustColumns(rowsToMatch, found, isBrand)

  const isOpen = (row: Found, place: number) =>
    row.goods.length !== 1 || (nameOf(rowsToMatch[place]) !== '' && !isNamedExactly(row, rowsToMatch[place]))
  const open = found.flatMap((row, place) =>
    isOpen(row, place) && rowsToMatch[place]?.id === undefined ? [place] : [],
  )
  if (open.length === 0) return found
  const byName = await idsOf(open, (place) =>
    namesIn(rowsToMatch[place]).flatMap((name) => productsOfName(snapshot, name)),
  )
  const mentioned = await idsOf(open, (place) =>
    found[place]?.goods.length === 0
      ? mentionsOf(rowsToMatch[place]).flatMap(({ code }) => productsOfCode(snapshot, code))
      : [],
  )
  const unknown = open.filter(
    (place, at) => found[place]?.goods.length === 0 && byName[at]?.length === 0 && mentioned[at]?.length === 0,
  )
  const alike = where.candidates
    ? await searchAlike(
        deps,
        actor,
        unknown.map((place) => ({ place, texts: rowsToMatch[place]?.texts })),
        where,
      )
    : new Map<number, number[]>()
  const index = indexGoods(
    await listSoldGoods(deps.db, { ...where, productIds: distinct([...byName, ...mentioned, ...alike.values()]) }),
  )
  const compared = where.candidates ? distinct([...byName.slice(0, maxSearches), ...alike.values()]) : []
  const available = await availableOf(deps, actor, compared, where)
  await each(open, (place, at) => {
    const row = rowsToMatch[place]
    const now = found[place]
    if (!row || !now) return
    const named = goodsOfIds(index, byName[at] ?? [])
    if (now.goods.length > 0) found[place] = contrasted(row, now, named, isBrand)
    else
      found[place] = recogniseByName(row, now, {
        named,
        mentioned: goodsOfIds(index, mentioned[at] ?? []),
        alike: goodsOfIds(index, alike.get(place) ?? []),
        available,
        isBrand,
      })
  })
  return found
}

/** The codes of a row, as they are written and in plain notation. */
function codeSpellings(texts: Texts): string[] {
  const codes = [...codesOf(texts), ...(texts.otherCodes ?? [])]
  return [...new Set(codes.flatMap((code) => [code, plainCode(code)]))]
}

/** Whether a row's name is that of the found good, so that no other good can be meant. */
function isNamedExactly({ goods: [good], doubt }: Found, row: RowToMatch | undefined): boolean {
  return doubt === null && good !== undefined && row !== undefined && isNamed(good, nameOf(row))
}

async function findByCodes(
  { db, catalogue }: Deps,
  { organisationId }: BuyerActor,
  rowsToMatch: readonly RowToMatch[],
  where: Where,
  isBrand: IsBrand,
): Promise<Found[]> {
  const keys = [...new Set(rowsToMatch.flatMap(({ texts }) => storedKeys(texts)))]
  const stored = await listClientCodes(db, { organisationId, contragentId: where.customer.contragentId, keys })
  const clientCodes = new Map(stored.map((each) => [clientKey(each.code), each]))
  const { snapshot } = catalogue.currentSnapshot()
  const idsOfRow = ({ texts, id }: RowToMatch) => [
    ...(id === undefined ? [] : [id]),
    ...clientKeys(texts).flatMap((key) => clientCodes.get(key)?.productId ?? []),
    ...codeSpellings(texts).flatMap((code) => productsOfCode(snapshot, code)),
  ]
  const byCode = await idsOf(rowsToMatch, idsOfRow)
  const index = indexGoods(await listSoldGoods(db, { ...where, productIds: distinct(byCode) }))
  return each(rowsToMatch, (row, place) =>
    recogniseByCode(row, { clientCodes, index, ids: byCode[place] ?? [], isBrand }),
  )
}

/** A column whose numbers meet goods of other names again and again holds somebody else's numbers. */
function distrustColumns(rowsToMatch: RowToMatch[], found: Found[], isBrand: IsBrand): void {
  const distrusted = unreliableSources(
    rowsToMatch.flatMap(({ texts }, place) => (found[place] ? [{ texts, found: found[place] }] : [])),
  )
  if (distrusted.size === 0) return
  for (const [place, { texts }] of rowsToMatch.entries()) {
    const row = found[place]
    const source = row && codeSource(row, texts)
    if (!row || source === undefined || !distrusted.has(source) || row.goods.length === 0) continue
    const agree = row.goods.some((good) => compareRow(texts, good, isBrand).verdict === 'agrees')
    if (agree) continue
    // Without a name nothing speaks against it but the others.
    if (texts.name === '') {
      found[place] = { ...row, doubt: row.goods.length === 1 ? 'similar' : null }
      continue
    }
    found[place] = { matchedBy: null, goods: [], alike: [], doubt: null }
    rowsToMatch[place] = { texts: withoutCode(texts, row.code ?? '') }
  }
}

/** Products like those that were not found, by the catalogue's own search. */
async function searchAlike(
  deps: Deps,
  actor: BuyerActor,
  rows: readonly { place: number; texts: Texts | undefined }[],
  { contractId }: Where,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  const endsAtMs = performance.now() + searchesMs
  for (const { place, texts } of rows) {
    if (found.size >= maxSearches || (found.size >= sureSearches && performance.now() > endsAtMs)) break
    const query = texts?.name || texts?.articul || texts?.code || ''
    if (query.length < 2) continue
    const { goods } = await searchGoods(deps, actor, { contract: contractId, query, perPage: maxCompared })
    found.set(
      place,
      goods.map(({ id }) => id),
    )
    await breathe()
  }
  return found
}

async function availableOf(
  { catalogue }: Deps,
  actor: BuyerActor,
  ids: readonly number[],
  { contractId }: Where,
): Promise<Set<number>> {
  const rows = await rowsOfProducts({ catalogue }, actor, { contract: contractId, ids })
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
