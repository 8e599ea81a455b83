import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { maxGoodsOfName, productsOfCode, productsOfName } from '#server/catalogue/search/exact-goods.ts'
import { listRowsOfProducts, searchGoods } from '#server/catalogue/search/goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { listClientCodes, type Customer } from '../queries.ts'
import { listSoldGoods } from '../shared-queries.ts'
import { brandsOf } from './brands.ts'
import { recogniseByCode } from './by-code.ts'
import { checkAgainstNames, recogniseByName } from './by-name.ts'
import type { IsBrand } from './compare-names.ts'
import type { RowMatch } from './found.ts'
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
type SearchScope = {
  contractId: number
  priceTypeId: number
  customer: Customer
  /** Search for similar goods if nothing matches. */ candidates: boolean
}

/** Rows handled before yielding to other requests. */
const rowsPerBatch = 200
/**
 * Similar goods are searched for this many rows, after the first ones only within the time: a buyer checks them one by
 * one. A chat message of names is always searched completely, even on a busy machine.
 */
const maxSearches = 60
const guaranteedSearches = 40
const maxSearchMs = 800
/** The search does not know which words matter, so this many of its results are compared. */
const maxCompared = 24

/**
 * Recognises rows among the goods sold under a contract: by the contragent's own codes, then by code, then by name; the
 * row's other texts must agree. A constant number of statements.
 */
export async function findGoods(
  deps: Deps,
  actor: BuyerActor,
  input: readonly RowToMatch[],
  scope: SearchScope,
): Promise<RowMatch[]> {
  const { snapshot } = deps.catalogue.currentSnapshot()
  const { isBrand, isKnownBrand } = brandsOf(snapshot)
  const rowsToMatch: RowToMatch[] = input.map(({ texts, id }) => ({
    texts: withBrand(withoutFormulas(texts), isKnownBrand),
    id,
  }))
  const found = await findByCodes(deps, actor, rowsToMatch, scope, isBrand)
  dropUnreliableCodes(rowsToMatch, found, isBrand)

  const isUnresolved = (row: RowMatch, index: number) =>
    row.goods.length !== 1 || (nameOf(rowsToMatch[index]) !== '' && !isNamedExactly(row, rowsToMatch[index]))
  const unresolved = found.flatMap((row, index) =>
    isUnresolved(row, index) && rowsToMatch[index]?.id === undefined ? [index] : [],
  )
  if (unresolved.length === 0) return found
  const byName = await idsOf(unresolved, (index) =>
    namesIn(rowsToMatch[index]).flatMap((name) => productsOfName(snapshot, name)),
  )
  const mentioned = await idsOf(unresolved, (index) =>
    found[index]?.goods.length === 0
      ? mentionsOf(rowsToMatch[index]).flatMap(({ code }) => productsOfCode(snapshot, code))
      : [],
  )
  const unknown = unresolved.filter(
    (index, at) => found[index]?.goods.length === 0 && byName[at]?.length === 0 && mentioned[at]?.length === 0,
  )
  const similar = scope.candidates
    ? await searchSimilar(
        deps,
        actor,
        unknown.map((index) => ({ index, texts: rowsToMatch[index]?.texts })),
        scope,
      )
    : new Map<number, number[]>()
  const goodsIndex = indexGoods(
    await listSoldGoods(deps.db, { ...scope, productIds: distinct([...byName, ...mentioned, ...similar.values()]) }),
  )
  const compared = scope.candidates ? distinct([...byName.slice(0, maxSearches), ...similar.values()]) : []
  const available = await findAvailable(deps, actor, compared, scope)
  await mapInBatches(unresolved, (index, at) => {
    const row = rowsToMatch[index]
    const current = found[index]
    if (!row || !current) return
    const named = goodsOfIds(goodsIndex, byName[at] ?? [])
    if (current.goods.length > 0) found[index] = checkAgainstNames(row, current, named, isBrand)
    else
      found[index] = recogniseByName(row, current, {
        named,
        isNamedByMore: (byName[at]?.length ?? 0) >= maxGoodsOfName,
        mentioned: goodsOfIds(goodsIndex, mentioned[at] ?? []),
        similar: goodsOfIds(goodsIndex, similar.get(index) ?? []),
        available,
        isBrand,
      })
  })
  return found
}

/** The codes of a row, as written and in plain notation. */
function codeSpellings(texts: Texts): string[] {
  const codes = [...codesOf(texts), ...(texts.otherCodes ?? [])]
  return [...new Set(codes.flatMap((code) => [code, plainCode(code)]))]
}

/** Whether a row's name is exactly that of the found good, which excludes other goods. */
function isNamedExactly({ goods: [good], doubt }: RowMatch, row: RowToMatch | undefined): boolean {
  return doubt === null && good !== undefined && row !== undefined && isNamed(good, nameOf(row))
}

async function findByCodes(
  { db, catalogue }: Deps,
  { organisationId }: BuyerActor,
  rowsToMatch: readonly RowToMatch[],
  scope: SearchScope,
  isBrand: IsBrand,
): Promise<RowMatch[]> {
  const keys = [...new Set(rowsToMatch.flatMap(({ texts }) => storedKeys(texts)))]
  const stored = await listClientCodes(db, { organisationId, contragentId: scope.customer.contragentId, keys })
  const clientCodes = new Map(stored.map((each) => [clientKey(each.code), each]))
  const { snapshot } = catalogue.currentSnapshot()
  const idsOfRow = ({ texts, id }: RowToMatch) => [
    ...(id === undefined ? [] : [id]),
    ...clientKeys(texts).flatMap((key) => clientCodes.get(key)?.productId ?? []),
    ...codeSpellings(texts).flatMap((code) => productsOfCode(snapshot, code)),
  ]
  const byCode = await idsOf(rowsToMatch, idsOfRow)
  const goodsIndex = indexGoods(await listSoldGoods(db, { ...scope, productIds: distinct(byCode) }))
  return mapInBatches(rowsToMatch, (row, index) =>
    recogniseByCode(row, { clientCodes, index: goodsIndex, ids: byCode[index] ?? [], isBrand }),
  )
}

/** Drops codes of columns whose numbers often match goods with other names: they contain foreign numbers. */
function dropUnreliableCodes(rowsToMatch: RowToMatch[], found: RowMatch[], isBrand: IsBrand): void {
  const unreliable = unreliableSources(
    rowsToMatch.flatMap(({ texts }, index) => (found[index] ? [{ texts, found: found[index] }] : [])),
  )
  if (unreliable.size === 0) return
  for (const [index, { texts }] of rowsToMatch.entries()) {
    const row = found[index]
    const source = row && codeSource(row, texts)
    if (!row || source === undefined || !unreliable.has(source) || row.goods.length === 0) continue
    const agree = row.goods.some((good) => compareRow(texts, good, isBrand).verdict === 'agrees')
    if (agree) continue
    // Without a name only the other rows contradict the match.
    if (texts.name === '') {
      found[index] = { ...row, doubt: row.goods.length === 1 ? 'similar' : null }
      continue
    }
    found[index] = { matchedBy: null, goods: [], similar: [], doubt: null }
    rowsToMatch[index] = { texts: withoutCode(texts, row.code ?? '') }
  }
}

/** Products similar to rows not found, by the catalogue's search. */
async function searchSimilar(
  deps: Deps,
  actor: BuyerActor,
  rows: readonly { index: number; texts: Texts | undefined }[],
  { contractId }: SearchScope,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  const endsAtMs = performance.now() + maxSearchMs
  for (const { index, texts } of rows) {
    if (found.size >= maxSearches || (found.size >= guaranteedSearches && performance.now() > endsAtMs)) break
    const query = texts?.name || texts?.articul || texts?.code || ''
    if (query.length < 2) continue
    const { goods } = await searchGoods(deps, actor, { contract: contractId, query, perPage: maxCompared })
    found.set(
      index,
      goods.map(({ id }) => id),
    )
    await yieldToEventLoop()
  }
  return found
}

async function findAvailable(
  { catalogue }: Deps,
  actor: BuyerActor,
  ids: readonly number[],
  { contractId }: SearchScope,
): Promise<Set<number>> {
  const rows = await listRowsOfProducts({ catalogue }, actor, { contract: contractId, ids })
  return new Set(rows.flatMap((row) => (row.available_for_order > 0 ? [row.id] : [])))
}

function idsOf<Row>(rows: readonly Row[], idsOfRow: (row: Row) => number[]): Promise<number[][]> {
  return mapInBatches(rows, (row) => [...new Set(idsOfRow(row))])
}

function distinct(lists: Iterable<readonly number[]>): number[] {
  return [...new Set([...lists].flat())]
}

/** Maps rows in batches, yielding to the event loop in between. */
async function mapInBatches<Row, Outcome>(
  rows: readonly Row[],
  mapRow: (row: Row, index: number) => Outcome,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [index, row] of rows.entries()) {
    outcomes.push(mapRow(row, index))
    if (index % rowsPerBatch === rowsPerBatch - 1) await yieldToEventLoop()
  }
  return outcomes
}
