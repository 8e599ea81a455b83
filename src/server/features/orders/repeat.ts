import type { RepeatedLine, repeatOrder as endpoint } from '#shared/api/orders.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { errors, nothingToRepeat, repeated } from '#shared/errors.ts'
import { roubles, units } from '#shared/rules/money.ts'
import { orderable } from '#shared/rules/step.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { fitLines, type Ask, type Goods, type LineChange } from '#server/features/basket/fit-lines.ts'
import { listGoods, lockBasket, writeLines, type OpenBasket } from '#server/features/basket/queries.ts'
import { actualWarehouses, refusalOf, statsOf } from '#server/features/basket/service.ts'
import { chooseContract } from '#server/features/organisations/queries-contracts.ts'
import { findOrdered, type OrderedGoods } from './queries-repeat.ts'
import { ofBuyer } from './queries-read.ts'

type Repeated = Omit<ReplyOf<typeof endpoint>, 'status'>

/**
 * Adds the goods of an order to the basket of its contract by the rules of adding, under the lock of the basket's row,
 * and chooses that contract. Six statements for any number of lines. What cannot be had is told, not refused.
 */
export async function repeatOrder({ db }: { db: Db }, actor: BuyerActor, { orderId }: { orderId: number }): Promise<Repeated> {
  return db.transaction(async (tx) => {
    const order = await findOrdered(tx, { orderId, scope: ofBuyer(actor) })
    if (!order) throw new AppError('notFound')
    const { accountId } = actor
    const { contractId } = order
    const basket = await lockBasket(tx, { accountId, contractId })
    if (!basket || basket.basketId === null) throw new AppError('notFound')
    const goods = await listGoods(tx, { basket, productIds: order.goods.map(({ productId }) => productId) })
    const outcomes = fitAll(order.goods, goods, basket)
    const added = outcomes.filter(({ addedMilli }) => addedMilli > 0)
    if (added.length > 0) {
      await writeLines(tx, { basketId: basket.basketId, lines: added.flatMap(({ lines }) => lines) })
      await chooseContract(tx, { accountId, contractId })
    }
    const pricesShown = may(actor.role, 'price.view')
    return {
      count: added.length,
      ...(added.length > 0 ? repeated(added.length) : nothingToRepeat),
      lines: outcomes.map((outcome) => shapeOutcome(outcome, pricesShown)),
      stats: await statsOf(tx, actor, basket),
    }
  })
}

type Outcome = {
  ordered: OrderedGoods
  goods: Goods | undefined
  lines: LineChange[]
  addedMilli: number
  note: string
  what: RepeatedLine['what']
}

function fitAll(order: OrderedGoods[], goods: Goods[], basket: OpenBasket): Outcome[] {
  const byId = new Map(goods.map((each) => [each.productId, each]))
  const spread = actualWarehouses(basket).map(({ id }) => id)
  return order.map((ordered) => fitOne(ordered, byId.get(ordered.productId), basket, spread))
}

/** The warehouses that the order took the goods from come before the others. */
function fitOne(ordered: OrderedGoods, goods: Goods | undefined, basket: OpenBasket, spread: number[]): Outcome {
  const ask: Ask = { productId: ordered.productId, warehouseId: undefined, quantityMilli: ordered.quantityMilli, mode: 'add' }
  const nothing = { ordered, goods, lines: [], addedMilli: 0, what: 'missing' as const }
  const refusal = goods ? refusalOf(ask, goods, basket) : 'notSold'
  if (!goods || refusal) return { ...nothing, goods: undefined, note: errors[refusal ?? 'notSold'].message }
  const before = ordered.warehouseIds.filter((id) => spread.includes(id))
  const fitted = fitLines(ask, goods, [...new Set([...before, ...spread])])
  if ('refused' in fitted) return { ...nothing, note: errors[fitted.refused].message }

  const addedMilli = fitted.lines.reduce((sum, line) => sum + line.quantityMilli - heldIn(goods, line), 0)
  const note = fitted.lines.map((line) => line.note).filter(Boolean).join('. ')
  return { ordered, goods, lines: fitted.lines, addedMilli, note, what: whatOf(ordered, goods, addedMilli) }
}

function heldIn({ places }: Goods, { warehouseId }: LineChange): number {
  return places.find((place) => place.warehouseId === warehouseId)?.quantityMilli ?? 0
}

/** What of a line matters most: less than was ordered, then another quantity, then another price. */
function whatOf({ quantityMilli, priceKopecks }: OrderedGoods, goods: Goods, addedMilli: number): RepeatedLine['what'] {
  if (addedMilli < orderable(quantityMilli, goods)) return 'reduced'
  if (addedMilli !== quantityMilli) return 'rounded'
  return goods.priceKopecks === priceKopecks ? 'added' : 'priceChanged'
}

function shapeOutcome({ ordered, goods, addedMilli, what, note }: Outcome, pricesShown: boolean): RepeatedLine {
  const now = goods?.priceKopecks ?? null
  return {
    id: ordered.productId,
    header: ordered.header,
    articul: ordered.articul,
    wanted: units(ordered.quantityMilli),
    qnt: units(addedMilli),
    what,
    note,
    price: pricesShown && now !== null ? roubles(now) : null,
    old_price: pricesShown && now !== null && now !== ordered.priceKopecks ? roubles(ordered.priceKopecks) : null,
  }
}
