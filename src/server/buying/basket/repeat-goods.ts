import { errors } from '#shared/errors.ts'
import { nothingToRepeat, repeated } from '#shared/messages.ts'
import { roundToOrderable } from '#shared/rules/step.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findShownPrice, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { chooseContract } from '#server/customers/organisations/shared-queries-contracts.ts'
import { changeLines } from './change-lines.ts'
import { fitLines, type LineRequest, type Goods, type LineChange } from './fit-lines.ts'
import { writeNotes } from './shared-queries-lines.ts'
import { listSuccessors, type Successor } from './shared-queries-successors.ts'
import { listGoods, lockBasket, writeLines, type OpenBasket } from './shared-queries.ts'
import { effectiveWarehouses, refusalFor, readSummaryOf, type BasketSummary } from './service.ts'

/** A product of an order or draft with its total quantity. */
export type RepeatedProduct = {
  productId: number
  header: string
  articul: string
  quantityMilli: number
  /** The price at that time. */
  priceKopecks: number
  /** Preferred warehouses, before the others. */
  warehouseIds: number[]
  /** The buyer's comment, for a basket line without one. */
  note?: string
}

export type Repeated = {
  /** Number of products added; 0 = nothing has changed. */
  count: number
  title: string
  message: string
  goods: RepeatedGoods[]
  summary: BasketSummary
}

/** Result for one product. */
export type RepeatedGoods = {
  productId: number
  header: string
  articul: string
  wantedMilli: number
  addedMilli: number
  what: RepeatOutcome
  /** Successor added instead of a good no longer sold. */
  replacement: { productId: number; header: string } | null
  /** Why the result differs from the request, in Russian; '' if it does not. */
  note: string
  /** The current price; null if no longer sold or hidden from the caller. */
  priceKopecks: number | null
  /** The price at that time, if it differs from the current one. */
  oldPriceKopecks: number | null
}

type RepeatOutcome = 'added' | 'reduced' | 'rounded' | 'replaced' | 'missing' | 'priceChanged'

/**
 * Adds goods to the basket of a contract by the rules of adding and chooses that contract, in the caller's transaction,
 * under the lock of the basket's row. A constant number of statements. Unavailable goods are reported, not refused; a
 * good with a successor is replaced.
 */
export async function repeatGoods(
  tx: Db,
  actor: BuyerActor,
  { contractId, products }: { contractId: number; products: RepeatedProduct[] },
): Promise<Repeated> {
  const { accountId } = actor
  const basket = await lockBasket(tx, { accountId, contractId })
  if (!basket || basket.basketId === null) throw new AppError('notFound')
  const { basketId } = basket
  const goods = await listGoods(tx, { basket, productIds: products.map(({ productId }) => productId) })
  const adjusted = adjustLines(products, await withSuccessors(tx, basket, goods), basket)
  const added = adjusted.filter(({ addedMilli }) => addedMilli > 0)
  let written: LineChange[] = []
  if (added.length > 0) {
    const lines = lastPerLine(added.flatMap((outcome) => outcome.lines))
    written = await changeLines(tx, { ...basket, basketId }, actor, async () => {
      await writeLines(tx, { basketId, lines })
      const notes = added.flatMap(({ item: { note = '' }, lines: ofGood }) =>
        note === '' ? [] : ofGood.map(({ productId, warehouseId }) => ({ productId, warehouseId, note })),
      )
      if (notes.length > 0) await writeNotes(tx, { basketId, notes })
      return lines
    })
    await chooseContract(tx, { accountId, contractId })
  }
  const outcomes = adjusted.map((outcome) => atWrittenPrice(outcome, written))
  const shown = await findShownPrice(tx, actor, {
    contractId,
    productIds: outcomes.flatMap(({ item, goods: found }) => [item.productId, found?.productId ?? item.productId]),
  })
  return {
    count: added.length,
    ...(added.length > 0 ? repeated(added.length) : nothingToRepeat),
    goods: outcomes.map((outcome) => toReport(outcome, shown)),
    summary: await readSummaryOf(tx, actor, basket),
  }
}

/** Goods by id, and successors of goods no longer sold. */
type GoodsWithSuccessors = { goods: Map<number, Goods>; successors: Map<number, Successor> }

type RepeatResult = {
  item: RepeatedProduct
  goods: Goods | undefined
  successor: Successor | undefined
  lines: LineChange[]
  addedMilli: number
  note: string
  what: RepeatOutcome
}

async function withSuccessors(tx: Db, basket: OpenBasket, found: Goods[]): Promise<GoodsWithSuccessors> {
  const goods = new Map(found.map((each) => [each.productId, each]))
  const discontinued = found.filter(({ sold, hasVariants }) => !sold && !hasVariants).map(({ productId }) => productId)
  const successors =
    discontinued.length === 0
      ? []
      : await listSuccessors(tx, { priceTypeId: basket.priceTypeId, productIds: discontinued })
  const missingIds = successors.map(({ successorId }) => successorId).filter((id) => !goods.has(id))
  const successorGoods =
    missingIds.length === 0 ? [] : await listGoods(tx, { basket, productIds: [...new Set(missingIds)] })
  for (const each of successorGoods) goods.set(each.productId, each)
  return { goods, successors: new Map(successors.map((each) => [each.productId, each])) }
}

/** Two items may resolve to one good, one as its successor: the second must count what the first has added. */
function adjustLines(
  items: RepeatedProduct[],
  { goods, successors }: GoodsWithSuccessors,
  basket: OpenBasket,
): RepeatResult[] {
  const currentGoods = new Map(goods)
  const warehouseOrder = effectiveWarehouses(basket).map(({ id }) => id)
  return items.map((item) => {
    const successor = successors.get(item.productId)
    const outcome = adjustLine(item, currentGoods.get(successor?.successorId ?? item.productId), {
      successor,
      basket,
      warehouseOrder,
    })
    for (const line of outcome.lines) updateQuantity(currentGoods, line)
    return outcome
  })
}

function adjustLine(
  item: RepeatedProduct,
  goods: Goods | undefined,
  {
    successor,
    basket,
    warehouseOrder,
  }: { successor: Successor | undefined; basket: OpenBasket; warehouseOrder: number[] },
): RepeatResult {
  const request: LineRequest = {
    productId: goods?.productId ?? item.productId,
    warehouseId: undefined,
    quantityMilli: item.quantityMilli,
    mode: 'add',
  }
  const notAdded = { item, goods, successor, lines: [], addedMilli: 0, what: 'missing' as const }
  const refusal = goods ? refusalFor(request, goods, basket) : 'notSold'
  if (!goods || refusal) return { ...notAdded, goods: undefined, note: errors[refusal ?? 'notSold'].message }
  const before = item.warehouseIds.filter((id) => warehouseOrder.includes(id))
  const fitted = fitLines(request, goods, [...new Set([...before, ...warehouseOrder])])
  if ('refused' in fitted) return { ...notAdded, note: errors[fitted.refused].message }

  const addedMilli = fitted.lines.reduce((sum, line) => sum + line.quantityMilli - basketQuantity(goods, line), 0)
  const replaced = successor && addedMilli > 0 ? `Заменён новой карточкой: ${successor.header}` : ''
  const note = [replaced, ...fitted.lines.map((line) => line.note)].filter(Boolean).join('. ')
  return {
    item,
    goods,
    successor,
    lines: fitted.lines,
    addedMilli,
    note,
    what: classifyOutcome(item, { goods, successor }, addedMilli),
  }
}

/** With breaks the price is known only once all goods are in the basket. */
function atWrittenPrice(outcome: RepeatResult, written: readonly LineChange[]): RepeatResult {
  const { item, goods, successor, addedMilli } = outcome
  const priceKopecks = written.find(({ productId }) => productId === goods?.productId)?.priceKopecks
  if (!goods || priceKopecks === undefined || priceKopecks === goods.priceKopecks) return outcome
  const priced = { ...goods, priceKopecks }
  return { ...outcome, goods: priced, what: classifyOutcome(item, { goods: priced, successor }, addedMilli) }
}

function updateQuantity(currentGoods: Map<number, Goods>, { productId, warehouseId, quantityMilli }: LineChange): void {
  const goods = currentGoods.get(productId)
  if (!goods) return
  currentGoods.set(productId, {
    ...goods,
    warehouses: goods.warehouses.map((warehouse) =>
      warehouse.warehouseId === warehouseId ? { ...warehouse, quantityMilli } : warehouse,
    ),
  })
}

/** One statement cannot write a line twice. */
function lastPerLine(lines: LineChange[]): LineChange[] {
  return [...new Map(lines.map((line) => [`${line.productId}:${line.warehouseId}`, line])).values()]
}

function basketQuantity({ warehouses }: Goods, { warehouseId }: LineChange): number {
  return warehouses.find((warehouse) => warehouse.warehouseId === warehouseId)?.quantityMilli ?? 0
}

/** The most important difference: less than requested, another good, quantity, or price. */
function classifyOutcome(
  { quantityMilli, priceKopecks }: RepeatedProduct,
  { goods, successor }: { goods: Goods; successor: Successor | undefined },
  addedMilli: number,
): RepeatOutcome {
  if (addedMilli < roundToOrderable(quantityMilli, goods)) return 'reduced'
  if (successor) return 'replaced'
  if (addedMilli !== quantityMilli) return 'rounded'
  return goods.priceKopecks === priceKopecks ? 'added' : 'priceChanged'
}

function toReport({ item, goods, successor, addedMilli, what, note }: RepeatResult, shown: ShownPrice): RepeatedGoods {
  const { productId, header, articul, quantityMilli: wantedMilli } = item
  const priceKopecks = goods ? shown(goods) : null
  const oldPriceKopecks = shown(item)
  return {
    productId,
    header,
    articul,
    wantedMilli,
    addedMilli,
    what: what === 'priceChanged' && priceKopecks === oldPriceKopecks ? 'added' : what,
    replacement: successor && addedMilli > 0 ? { productId: successor.successorId, header: successor.header } : null,
    note,
    priceKopecks,
    oldPriceKopecks: priceKopecks === null || priceKopecks === oldPriceKopecks ? null : oldPriceKopecks,
  }
}
