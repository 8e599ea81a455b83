import type { MatchKind, RowDoubt, RowStatus } from '#shared/api/uploads.ts'
import type { ProposalDoubt } from '#shared/messages.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import { parseQuantityOf, parseQuantityText, proposeQuantity } from '#shared/rules/quantity-text.ts'
import { availableForOrder, type Decimals } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'
import { listGoods, type OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { priceGoods } from '#server/buying/basket/price-goods.ts'
import { effectiveWarehouses } from '#server/buying/basket/service.ts'
import { findShownPrice, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { quotationRemark } from '#server/platform/files/tables/extract.ts'
import { shownMilli, stockLabel } from '#server/customers/organisations/stock-display.ts'
import { findAnalogues } from './matching/analogues.ts'
import { findGoods } from './matching/find-goods.ts'
import { rememberedText, type RowToMatch } from './matching/row-to-match.ts'
import type { RowMatch } from './matching/found.ts'
import { addableMilli, fitQuantity, mergeNote, mergeRows, type Fit } from './fit-rows.ts'
import { compareRow } from './matching/match.ts'
import { brandsOf, isOtherBrand } from './matching/brands.ts'
import { proposalDoubt } from './matching/by-name.ts'
import type { IsBrand } from './matching/compare-names.ts'
import { contradictingNote } from './matching/notes.ts'
import { doubtByEvidence, type RowEvidence } from './matching/doubts.ts'
import { groupTotal } from './group-totals.ts'
import type { Customer } from './queries.ts'
import { badQuantityNote, doubtNote, notFoundNote, similarNote, variantNote, type RawTexts } from './row-notes.ts'
import { type SoldGood } from './shared-queries.ts'

/** A row to resolve: `quantity` is the text to parse if it differs from the shown one, as with dates. */
export type RowInput = RowToMatch & {
  row: number
  raw: RawTexts
  quantity?: string
  /** Texts of the summed quantities, by column. */
  parts?: readonly string[]
  evidence?: RowEvidence
  /** Its columns are guessed and not confirmed. */
  isGuess?: boolean
  /** Code and quantity may be in each other's column. */
  mayBeSwapped?: boolean
}

/** Result for a row; undefined `requested`, `parts` and `proposed`: no number was recognised. */
export type ResolvedRow = {
  /** Number in this reply, from 1. */
  line: number
  row: number
  /** Numbers of all merged rows. */
  rows: number[]
  /** Quantities of merged rows as '60 + 60'. */
  raw: RawTexts
  /** Key for storing a good chosen by hand. */
  rememberAs: string
  matchedBy: MatchKind | null
  /** The good to order; undefined if none or several match. */
  good: ShownGood | undefined
  candidates: ShownGood[]
  /** If it is out of stock: another good that is available. */
  analogue: ShownGood | undefined
  requestedMilli: number | undefined
  partsMilli: (number | undefined)[]
  proposedMilli: number | undefined
  /** Quantity that mode 'set' puts into the basket, and that mode 'add' adds. */
  acceptedMilli: number
  addedMilli: number
  sumKopecks: number | null
  status: RowStatus
  doubt: RowDoubt | null
  note: string
}

/** A good with its current availability, as the contract and the caller's rights show it. */
export type ShownGood = {
  id: number
  parentId: number | null
  header: string
  articul: string
  brand: string
  unit: string
  stepMilli: number
  decimals: Decimals
  availableMilli: number
  /** In stock, but no warehouse has a whole step. */
  isBelowStep: boolean
  stockLabel: string | null
  priceKopecks: number | null
  picture: { id: number; type: string } | null
  basketMilli: number
} & Differences

/** A few words that only the row's name has, and that only the good's has. */
type Differences = { lacks: string[]; has: string[]; doubt: ProposalDoubt | null }

type Deps = { db: Db; catalogue: Catalogue }
type ResolveContext = {
  basket: OpenBasket
  customer: Customer
  /** Rows of one good become one row. */ merge: boolean
  candidates: boolean
}
type Resolved = RowInput &
  RowMatch & {
    /** The good is only similar. */
    isSimilar: boolean
    /** Found without any doubt. */
    isExact: boolean
    /** A note in the row that contradicts the good. */
    contradicting: string | undefined
    goodId: number | undefined
    requestedMilli: number | undefined
    partsMilli: (number | undefined)[]
  }

const maxCandidates = 10
/** Sizes of one model: the buyer must see all of them to choose. */
const maxVariants = 100

/**
 * Resolves rows under a contract: the good of each and its orderable quantity, or alternatives. With `merge`, rows that
 * only cancel a good that no other row orders have no result.
 */
export async function resolveRows(
  deps: Deps,
  actor: BuyerActor,
  inputs: readonly RowInput[],
  { basket, customer, merge, candidates }: ResolveContext,
): Promise<ResolvedRow[]> {
  const { contractId, priceTypeId } = basket
  const found = await findGoods(deps, actor, inputs, { contractId, priceTypeId, customer, candidates })
  const candidateGoods = new Map(
    found.flatMap(({ goods, similar }) => [...limitAlternatives(goods), ...similar]).map((good) => [good.id, good]),
  )
  const stock = new Map(
    (await listGoods(deps.db, { basket, productIds: [...candidateGoods.keys()] })).map((goods) => [
      goods.productId,
      goods,
    ]),
  )
  const resolved = applyCancelRemarks(
    inputs.map((input, index) => resolveRow(input, found[index] ?? nothingFound, stock)),
  )
  const groups = merge
    ? mergeRows(dropCancelledRows(resolved.filter((row) => !isGroupTotal(row))))
    : resolved.map((row) => [row])

  const warehouseIds = effectiveWarehouses(basket).map(({ id }) => id)
  const fits = groups.map((group) => fitGroup(group, stock, warehouseIds))
  const outOfStock = groups.flatMap(([first], index) =>
    fits[index]?.status === 'out' && first?.goods[0] ? [first.goods[0]] : [],
  )
  const analogues = await findAnalogues(deps, actor, { basket, outOfStock, warehouseIds })
  const productIds = [...candidateGoods.keys(), ...[...analogues.values()].map(({ good }) => good.id)]
  const shownPrice = await findShownPrice(deps.db, actor, { contractId, productIds })
  const shapeGood = createGoodShaper({ basket, warehouseIds, shownPrice })
  const priced = await priceStock(deps.db, basket, stock, acceptedQuantities(groups, fits))
  const { isBrand } = brandsOf(deps.catalogue.currentSnapshot().snapshot)
  return groups.flatMap((group, index) => {
    const [first] = group
    if (!first) return []
    const analogue = analogues.get(first.goods[0]?.id ?? 0)
    const toShownGood = (good: SoldGood) => shapeGood(good, priced.get(good.id), differencesOf(first, good, isBrand))
    const addedMilli = addedMilliOf(group, stock, warehouseIds)
    return [
      toResolvedRow({
        line: index + 1,
        first,
        group,
        fit: fits[index],
        addedMilli,
        toShownGood,
        analogue: analogue && shapeGood(analogue.good, analogue.goods),
      }),
    ]
  })
}

/** Goods by id at the prices for the quantities of the list. */
async function priceStock(
  db: Db,
  basket: OpenBasket,
  stock: ReadonlyMap<number, Goods>,
  quantities: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, Goods>> {
  if (!basket.hasBreaks) return stock
  const goods = await priceGoods(db, basket, { goods: [...stock.values()], quantities })
  return new Map(goods.map((each) => [each.productId, each]))
}

function acceptedQuantities(
  groups: readonly (readonly Resolved[])[],
  fits: readonly (Fit | undefined)[],
): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>()
  for (const [index, [first]] of groups.entries()) {
    const { goodId } = first ?? {}
    if (goodId !== undefined) quantities.set(goodId, (quantities.get(goodId) ?? 0) + (fits[index]?.acceptedMilli ?? 0))
  }
  return quantities
}

/** The matching goods to show, if there are several. */
function limitAlternatives(goods: readonly SoldGood[]): readonly SoldGood[] {
  return goods.slice(0, goods.every(({ cardId }) => cardId === goods[0]?.cardId) ? maxVariants : maxCandidates)
}

const nothingFound: RowMatch = { matchedBy: null, goods: [], similar: [], doubt: null }
const noDifferences: Differences = { lacks: [], has: [], doubt: null }

/** Only if the buyer has to compare. */
function differencesOf({ texts, doubt, goods, comparison }: Resolved, good: SoldGood, isBrand: IsBrand): Differences {
  if (goods.length === 1 && doubt === null) return noDifferences
  const compared =
    goods[0] === good && comparison
      ? comparison
      : compareRow({ ...texts, name: texts.name || texts.code }, good, isBrand)
  const { lacks, has } = compared
  return { lacks, has, doubt: isOtherBrand(texts.brand, good) ? 'brand' : proposalDoubt(compared) }
}

function resolveRow(input: RowInput, found: RowMatch, stock: ReadonlyMap<number, Goods>): Resolved {
  const only = found.goods.length === 1 ? found.goods[0] : undefined
  const goods = only && stock.get(only.id)
  const read = (text: string) => (goods ? parseQuantityOf(text, goods) : parseQuantityText(text))
  const quantity = read(input.quantity ?? input.raw.quantity)
  const isSettled = found.matchedBy === 'clientCode'
  const isSimilar = found.doubt === 'similar'
  const isNamed = isSettled || (found.matchedBy === 'name' && !isSimilar) || coversName(found)
  const evidence = input.id === undefined ? input.evidence : undefined
  const notes = isSettled ? evidence?.notes : [input.texts.size, ...(evidence?.notes ?? [])]
  const contradicting = only && goods && evidence && contradictingNote(notes ?? [], only, goods.unit)
  const evidenceDoubt =
    only && goods && evidence
      ? (doubtByEvidence(evidence, goods, { isNamed, isSimilar }) ??
        (!isSettled && isOtherBrand(input.texts.brand, only) ? 'brand' : null) ??
        (contradicting === undefined ? null : 'size'))
      : null
  // Similar goods can be accepted together; contradicting ones only individually.
  const columnsDoubt = input.mayBeSwapped === true ? 'code' : input.isGuess === true ? 'columns' : null
  const doubt = (isSimilar ? evidenceDoubt : null) ?? found.doubt ?? evidenceDoubt ?? columnsDoubt
  return {
    ...input,
    ...found,
    doubt,
    contradicting,
    isSimilar,
    isExact: only !== undefined && found.doubt === null,
    goodId: only?.id,
    requestedMilli: typeof quantity === 'object' ? quantity.milli : undefined,
    partsMilli: (input.parts ?? [])
      .map(read)
      .map((part) => (part === 'empty' ? 0 : part === 'unclear' ? undefined : part.milli)),
  }
}

/** Remarks set by the reader, not found in the file. */
const systemRemarks = new Set([quotationRemark, groupTotal])

/** A row that looks like the total of a group is one, unless it names a good exactly. */
function isGroupTotal({ evidence, isExact }: Resolved): boolean {
  return evidence?.cancelRemark === groupTotal && !isExact
}

/** A remark that cancels a good in one row applies to its other rows, too. */
function applyCancelRemarks(rows: readonly Resolved[]): Resolved[] {
  const remarks = new Map(
    rows.flatMap(({ goodId, doubt, evidence }) =>
      doubt === 'cancelled' && goodId !== undefined && evidence && !systemRemarks.has(evidence.cancelRemark)
        ? [[goodId, evidence.cancelRemark] as const]
        : [],
    ),
  )
  return rows.map((row) => {
    const remark = remarks.get(row.goodId ?? 0)
    const isAccepted = row.doubt === null || row.doubt === 'columns' || row.doubt === 'similar'
    return remark !== undefined && row.evidence && isAccepted
      ? { ...row, doubt: 'cancelled', evidence: { ...row.evidence, cancelRemark: remark } }
      : row
  })
}

/** 'XYZ не надо' orders nothing and does not affect other rows. */
function dropCancelledRows(rows: readonly Resolved[]): Resolved[] {
  const ordered = new Set(rows.flatMap((row) => (isCancelOnly(row) ? [] : row.goods.map(({ id }) => id))))
  return rows.filter((row) => !isCancelOnly(row) || row.goods.some(({ id }) => ordered.has(id)))
}

/** Whether a row has a remark in place of a quantity. */
function isCancelOnly({ evidence, requestedMilli, quantity, raw }: Resolved): boolean {
  const isRemark = evidence !== undefined && evidence.cancelRemark !== '' && !systemRemarks.has(evidence.cancelRemark)
  const quantityText = quantity ?? raw.quantity
  return (
    isRemark && requestedMilli === undefined && !/\d/.test(quantityText) && proposeQuantity(quantityText) === undefined
  )
}

/** Whether a row's name covers the good's completely: a general name matches any price. */
function coversName({ comparison }: RowMatch): boolean {
  return comparison?.verdict === 'agrees' && comparison.has.length === 0
}

/** Undefined without a single good or a quantity. */
function fitGroup(
  group: readonly Resolved[],
  stock: ReadonlyMap<number, Goods>,
  warehouseIds: number[],
): Fit | undefined {
  const goods = stock.get(group[0]?.goodId ?? 0)
  if (!goods || group.some(({ requestedMilli }) => requestedMilli === undefined)) return undefined
  return fitQuantity(sumOf(group), goods, warehouseIds)
}

function addedMilliOf(group: readonly Resolved[], stock: ReadonlyMap<number, Goods>, warehouseIds: number[]): number {
  const goods = stock.get(group[0]?.goodId ?? 0)
  if (!goods || group.some(({ requestedMilli }) => requestedMilli === undefined)) return 0
  return addableMilli(sumOf(group), goods, warehouseIds)
}

function sumOf(group: readonly Resolved[]): number {
  return group.reduce((sum, { requestedMilli = 0 }) => sum + requestedMilli, 0)
}

type RowParts = {
  line: number
  first: Resolved
  group: readonly Resolved[]
  fit: Fit | undefined
  addedMilli: number
  toShownGood: (good: SoldGood) => ShownGood | undefined
  analogue: ShownGood | undefined
}

function toResolvedRow({ line, first, group, fit, addedMilli, toShownGood, analogue }: RowParts): ResolvedRow {
  const { goods, similar, matchedBy, doubt } = first
  const good = goods.length === 1 && goods[0] ? toShownGood(goods[0]) : undefined
  const fitting = goods.length > 1 || doubt !== null ? limitAlternatives(goods) : []
  const others = similar.slice(0, Math.max(0, maxCandidates - fitting.length))
  const candidates = [...fitting, ...others].flatMap((each) => toShownGood(each) ?? [])
  const { status, note } = statusOf(first, group, fit)
  const acceptedMilli = fit?.acceptedMilli ?? 0
  return {
    line,
    row: first.row,
    rows: group.map(({ row }) => row),
    raw: group.length === 1 ? first.raw : { ...first.raw, quantity: group.map(({ raw }) => raw.quantity).join(' + ') },
    rememberAs: rememberedText(first.texts),
    matchedBy: good || goods.length > 1 ? matchedBy : null,
    good,
    candidates,
    analogue: status === 'out' ? analogue : undefined,
    requestedMilli: first.requestedMilli === undefined ? undefined : sumOf(group),
    partsMilli: partsOf(group),
    proposedMilli: first.requestedMilli === undefined ? proposeFor(first, good?.unit) : undefined,
    acceptedMilli,
    addedMilli,
    sumKopecks: good?.priceKopecks == null ? null : lineSumKopecks(good.priceKopecks, acceptedMilli),
    status,
    doubt: status === 'check' ? doubt : null,
    note,
  }
}

/** By column, over all rows of the group. */
function partsOf(group: readonly Resolved[]): (number | undefined)[] {
  return (group[0]?.partsMilli ?? []).map((_, column) => {
    const parts = group.map(({ partsMilli }) => partsMilli[column])
    return parts.includes(undefined) ? undefined : parts.reduce((sum: number, part = 0) => sum + part, 0)
  })
}

function proposeFor({ quantity, raw }: Resolved, unit: string | undefined): number | undefined {
  return proposeQuantity(quantity ?? raw.quantity, unit)
}

function statusOf(
  first: Resolved,
  group: readonly Resolved[],
  fit: Fit | undefined,
): Pick<ResolvedRow, 'status' | 'note'> {
  const { goods, similar, raw, row, requestedMilli, doubt } = first
  if (goods.length > 1) {
    const isOne = goods.every((good) => good.cardId === goods[0]?.cardId)
    return {
      status: 'ambiguous',
      note: isOne ? variantNote(goods.length) : `Подходят несколько товаров: ${goods.length}`,
    }
  }
  if (goods.length === 0) return { status: 'notFound', note: notFoundNote(raw, similar.length) }
  if (doubt !== null)
    return {
      status: 'check',
      note: [
        first.isSimilar && doubt !== 'similar' ? similarNote : '',
        doubtNote(first, doubt),
        requestedMilli === undefined && !isCancelOnly(first) ? badQuantityNote(raw.quantity) : '',
      ]
        .filter(Boolean)
        .join('. '),
    }
  if (requestedMilli === undefined || !fit) return { status: 'badQty', note: badQuantityNote(raw.quantity) }
  if (group.length === 1) return fit
  const rows = [...new Set(group.map((each) => each.row))]
  const note = rows.length > 1 ? mergeNote(rows) : `Сложены количества строки ${row}`
  return fit.status === 'ok' ? { status: 'duplicate', note } : { status: fit.status, note: `${fit.note}. ${note}` }
}

/** Returns a function that shapes a good for the screens, with its availability. */
function createGoodShaper({
  basket,
  warehouseIds,
  shownPrice,
}: {
  basket: OpenBasket
  warehouseIds: readonly number[]
  shownPrice: ShownPrice
}) {
  return (
    good: SoldGood,
    goods: Goods | undefined,
    differences: Differences = noDifferences,
  ): ShownGood | undefined => {
    if (!goods) return undefined
    const stocksMilli = goods.warehouses
      .filter((stock) => warehouseIds.includes(stock.warehouseId))
      .map((stock) => Math.max(0, stock.availableMilli))
    const restMilli = stocksMilli.reduce((sum, milli) => sum + milli, 0)
    const orderableMilli = availableForOrder(stocksMilli, goods)
    return {
      id: good.id,
      parentId: good.parentId,
      header: good.header,
      articul: good.shownArticul,
      brand: good.brand,
      unit: goods.unit,
      stepMilli: goods.stepMilli,
      decimals: goods.decimals,
      availableMilli: shownMilli(orderableMilli, basket.stockDisplay),
      isBelowStep: orderableMilli === 0 && restMilli > 0,
      stockLabel: stockLabel(restMilli, basket.stockDisplay),
      priceKopecks: shownPrice(goods),
      picture: good.picture,
      basketMilli: goods.warehouses.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0),
      ...differences,
    }
  }
}
