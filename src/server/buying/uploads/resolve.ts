import type { MatchKind, RowDoubt, RowStatus } from '#shared/api/uploads.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import { parseQuantityOf, parseQuantityText, proposeQuantity } from '#shared/rules/quantity-text.ts'
import { availableForOrder, type Decimals } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'
import { listGoods, type OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { effectiveWarehouses } from '#server/buying/basket/service.ts'
import { findShownPrice, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { quotation } from '#server/platform/files/tables/extract.ts'
import { shownMilli, stockLabel } from '#server/customers/organisations/stock-display.ts'
import { findAnalogues } from './matching/analogues.ts'
import { findGoods } from './matching/find-goods.ts'
import { rememberedText, type RowToMatch } from './matching/row-to-match.ts'
import type { Found } from './matching/found.ts'
import { addableMilli, fitQuantity, mergeNote, mergeRows, type Fit } from './fit-rows.ts'
import { compareRow } from './matching/match.ts'
import { brandsOf, isOtherBrand } from './matching/brands.ts'
import type { IsBrand } from './matching/compare-names.ts'
import { contradictingNote } from './matching/notes.ts'
import { sideDoubt, type SideEvidence } from './matching/doubts.ts'
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
  side?: SideEvidence
  /** Its columns are guessed and not confirmed. */
  isGuess?: boolean
}

/** Result for a row; undefined `requested`, `parts` and `proposed`: no number was recognised. */
export type ResolvedRow = {
  /** Its number in this reply, from 1. */
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
type Differences = { lacks: string[]; has: string[] }

type Deps = { db: Db; catalogue: Catalogue }
type ResolveContext = {
  basket: OpenBasket
  customer: Customer
  /** Rows of one good become one row. */ merge: boolean
  candidates: boolean
}
type Resolved = RowInput &
  Found & {
    /** The good is only similar. */
    isSimilar: boolean
    /** Found without any doubt. */
    isExact: boolean
    /** A note beside the row that speaks of another good. */
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
 * only take back an order of no other row have no result.
 */
export async function resolveRows(
  deps: Deps,
  actor: BuyerActor,
  inputs: readonly RowInput[],
  { basket, customer, merge, candidates }: ResolveContext,
): Promise<ResolvedRow[]> {
  const { contractId, priceTypeId } = basket
  const found = await findGoods(deps, actor, inputs, { contractId, priceTypeId, customer, candidates })
  const shown = new Map(
    found.flatMap(({ goods, similar }) => [...shownOf(goods), ...similar]).map((good) => [good.id, good]),
  )
  const stock = new Map(
    (await listGoods(deps.db, { basket, productIds: [...shown.keys()] })).map((goods) => [goods.productId, goods]),
  )
  const resolved = withCancelled(inputs.map((input, index) => resolvedOf(input, found[index] ?? nothingFound, stock)))
  const groups = merge
    ? mergeRows(withoutTakenBack(resolved.filter((row) => !isGroupTotal(row))))
    : resolved.map((row) => [row])

  const spread = effectiveWarehouses(basket).map(({ id }) => id)
  const fits = groups.map((group) => fitOf(group, stock, spread))
  const outOfStock = groups.flatMap(([first], index) =>
    fits[index]?.status === 'out' && first?.goods[0] ? [first.goods[0]] : [],
  )
  const analogues = await findAnalogues(deps, actor, { basket, outOfStock, spread })
  const productIds = [...shown.keys(), ...[...analogues.values()].map(({ good }) => good.id)]
  const shownPrice = await findShownPrice(deps.db, actor, { contractId, productIds })
  const brief = briefly({ basket, spread, shownPrice })
  const { isBrand } = brandsOf(deps.catalogue.currentSnapshot().snapshot)
  return groups.flatMap((group, index) => {
    const [first] = group
    if (!first) return []
    const analogue = analogues.get(first.goods[0]?.id ?? 0)
    const show = (good: SoldGood) => brief(good, stock.get(good.id), differencesOf(first, good, isBrand))
    const addedMilli = addedOf(group, stock, spread)
    return [
      rowOf({
        line: index + 1,
        first,
        group,
        fit: fits[index],
        addedMilli,
        show,
        analogue: analogue && brief(analogue.good, analogue.goods),
      }),
    ]
  })
}

/** The matching goods to show, if there are several. */
function shownOf(goods: readonly SoldGood[]): readonly SoldGood[] {
  return goods.slice(0, goods.every(({ row }) => row === goods[0]?.row) ? maxVariants : maxCandidates)
}

const nothingFound: Found = { matchedBy: null, goods: [], similar: [], doubt: null }
const noDifferences = { lacks: [], has: [] }

/** Only if the buyer has to compare. */
function differencesOf({ texts, doubt, goods, comparison }: Resolved, good: SoldGood, isBrand: IsBrand) {
  if (goods.length === 1 && doubt === null) return noDifferences
  const { lacks, has } =
    goods[0] === good && comparison
      ? comparison
      : compareRow({ ...texts, name: texts.name || texts.code }, good, isBrand)
  return { lacks, has }
}

function resolvedOf(input: RowInput, found: Found, stock: ReadonlyMap<number, Goods>): Resolved {
  const only = found.goods.length === 1 ? found.goods[0] : undefined
  const goods = only && stock.get(only.id)
  const read = (text: string) => (goods ? parseQuantityOf(text, goods) : parseQuantityText(text))
  const quantity = read(input.quantity ?? input.raw.quantity)
  const isSettled = found.matchedBy === 'clientCode'
  const isSimilar = found.doubt === 'similar'
  const isNamed = isSettled || (found.matchedBy === 'name' && !isSimilar) || saysAll(found)
  const evidence = input.id === undefined ? input.side : undefined
  const notes = isSettled ? evidence?.notes : [input.texts.size, ...(evidence?.notes ?? [])]
  const contradicting = only && goods && evidence && contradictingNote(notes ?? [], only, goods.unit)
  const side =
    only && goods && evidence
      ? (sideDoubt(evidence, goods, { isNamed, isSimilar }) ??
        (!isSettled && isOtherBrand(input.texts.brand, only) ? 'name' : null) ??
        (contradicting === undefined ? null : 'size'))
      : null
  // Similar goods can be accepted together; contradicting ones only individually.
  const doubt = (isSimilar ? side : null) ?? found.doubt ?? side ?? (input.isGuess ? 'columns' : null)
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

/** What speaks against a row without being a remark in the file. */
const notRemarks = new Set([quotation, groupTotal])

/** Only a good's own name keeps what looks like the total of a group from being one. */
function isGroupTotal({ side, isExact }: Resolved): boolean {
  return side?.cancelled === groupTotal && !isExact
}

/** A remark that cancels a good in one row applies to its other rows, too. */
function withCancelled(rows: readonly Resolved[]): Resolved[] {
  const remarks = new Map(
    rows.flatMap(({ goodId, doubt, side }) =>
      doubt === 'cancelled' && goodId !== undefined && side && !notRemarks.has(side.cancelled)
        ? [[goodId, side.cancelled] as const]
        : [],
    ),
  )
  return rows.map((row) => {
    const cancelled = remarks.get(row.goodId ?? 0)
    const isAccepted = row.doubt === null || row.doubt === 'columns' || row.doubt === 'similar'
    return cancelled !== undefined && row.side && isAccepted
      ? { ...row, doubt: 'cancelled', side: { ...row.side, cancelled } }
      : row
  })
}

/** 'XYZ не надо' orders nothing and does not affect other rows. */
function withoutTakenBack(rows: readonly Resolved[]): Resolved[] {
  const ordered = new Set(rows.flatMap((row) => (takesBack(row) ? [] : row.goods.map(({ id }) => id))))
  return rows.filter((row) => !takesBack(row) || row.goods.some(({ id }) => ordered.has(id)))
}

/** Whether a row has a remark in place of a quantity. */
function takesBack({ side, requestedMilli, quantity, raw }: Resolved): boolean {
  const isRemark = side !== undefined && side.cancelled !== '' && !notRemarks.has(side.cancelled)
  const said = quantity ?? raw.quantity
  return isRemark && requestedMilli === undefined && !/\d/.test(said) && proposeQuantity(said) === undefined
}

/** Whether a row's name covers the good's completely: a general name matches any price. */
function saysAll({ comparison }: Found): boolean {
  return comparison?.verdict === 'agrees' && comparison.has.length === 0
}

/** Undefined without a single good or a quantity. */
function fitOf(group: readonly Resolved[], stock: ReadonlyMap<number, Goods>, spread: number[]): Fit | undefined {
  const goods = stock.get(group[0]?.goodId ?? 0)
  if (!goods || group.some(({ requestedMilli }) => requestedMilli === undefined)) return undefined
  return fitQuantity(sumOf(group), goods, spread)
}

function addedOf(group: readonly Resolved[], stock: ReadonlyMap<number, Goods>, spread: number[]): number {
  const goods = stock.get(group[0]?.goodId ?? 0)
  if (!goods || group.some(({ requestedMilli }) => requestedMilli === undefined)) return 0
  return addableMilli(sumOf(group), goods, spread)
}

function sumOf(group: readonly Resolved[]): number {
  return group.reduce((sum, { requestedMilli = 0 }) => sum + requestedMilli, 0)
}

type Shown = {
  line: number
  first: Resolved
  group: readonly Resolved[]
  fit: Fit | undefined
  addedMilli: number
  show: (good: SoldGood) => ShownGood | undefined
  analogue: ShownGood | undefined
}

function rowOf({ line, first, group, fit, addedMilli, show, analogue }: Shown): ResolvedRow {
  const { goods, similar, matchedBy, doubt } = first
  const good = goods.length === 1 && goods[0] ? show(goods[0]) : undefined
  const fitting = goods.length > 1 || doubt !== null ? shownOf(goods) : []
  const others = similar.slice(0, Math.max(0, maxCandidates - fitting.length))
  const candidates = [...fitting, ...others].flatMap((each) => show(each) ?? [])
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
    proposedMilli: first.requestedMilli === undefined ? proposedOf(first, good?.unit) : undefined,
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

function proposedOf({ quantity, raw }: Resolved, unit: string | undefined): number | undefined {
  return proposeQuantity(quantity ?? raw.quantity, unit)
}

function statusOf(
  first: Resolved,
  group: readonly Resolved[],
  fit: Fit | undefined,
): Pick<ResolvedRow, 'status' | 'note'> {
  const { goods, similar, raw, row, requestedMilli, doubt } = first
  if (goods.length > 1) {
    const isOne = goods.every((good) => good.row === goods[0]?.row)
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
        requestedMilli === undefined && !takesBack(first) ? badQuantityNote(raw.quantity) : '',
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

/** A good for the screens, with its availability. */
function briefly({
  basket,
  spread,
  shownPrice,
}: {
  basket: OpenBasket
  spread: readonly number[]
  shownPrice: ShownPrice
}) {
  return (
    good: SoldGood,
    goods: Goods | undefined,
    differences: Differences = noDifferences,
  ): ShownGood | undefined => {
    if (!goods) return undefined
    const stocksMilli = goods.warehouses
      .filter((stock) => spread.includes(stock.warehouseId))
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
