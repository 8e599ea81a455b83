import type { BasketLine, BasketStats, getBasketData, TouchedLine } from '#shared/api/basket.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { kopecks, lineSumKopecks, milli, roubles, units } from '#shared/rules/money.ts'

export const addedToBasket = 'Товар добавлен в корзину'

export type Basket = ReplyOf<typeof getBasketData>

/** A quantity change on the screen; without a warehouse the server distributes it over warehouses. */
export type QuantityChange = {
  id: number
  /** The product, when it is a variant. */
  parent?: number | null | undefined
  warehouse?: number | undefined
  quantityMilli: number
  /** Roubles of one unit; null where hidden. */
  price: number | null
  /** Names the row in messages. */
  name: string
}

/** Placeholder warehouse until the server has distributed a quantity. */
const undistributed = 0

/** Thousandths of a product in the basket: in one warehouse, or in all. */
export function quantityIn(basket: Basket | undefined, id: number, warehouse?: number): number {
  const byWarehouse = basket?.products[id]
  if (byWarehouse === undefined) return 0
  if (warehouse !== undefined) return milli(byWarehouse[warehouse] ?? 0)
  return Object.values(byWarehouse).reduce((sum, quantity) => sum + milli(quantity), 0)
}

/** Lines of a product that the server has confirmed: in one warehouse, or in all. */
export function warehousesWith(
  basket: Basket | undefined,
  id: number,
  warehouse?: number,
): { id: number; wms: number }[] {
  const warehouses = Object.keys(basket?.products[id] ?? {}).map(Number)
  return warehouses
    .filter((wms) => wms !== undistributed && (warehouse === undefined || wms === warehouse))
    .map((wms) => ({ id, wms }))
}

/** Thousandths of a product's variants in the basket, all warehouses. */
export function quantityOfCard(basket: Basket, parent: number): number {
  return basket.lines.filter((line) => line.parent === parent).reduce((sum, line) => sum + milli(line.qnt), 0)
}

/** The basket after a change: optimistic, corrected by the server's answer. */
export function withQuantity(basket: Basket, change: QuantityChange): Basket {
  const { id, warehouse, quantityMilli, price } = change
  const before = quantityIn(basket, id, warehouse)
  if (before === quantityMilli) return basket
  const { [id]: old = {}, ...others } = basket.products
  const quantities = replaceQuantity(
    old,
    warehouse ?? Number(Object.keys(old)[0] ?? undistributed),
    warehouse === undefined,
    quantityMilli,
  )
  const isEmpty = Object.keys(quantities).length === 0
  return {
    ...basket,
    products: isEmpty ? others : { ...others, [id]: quantities },
    lines: basket.lines.flatMap((line) => recalculateLine(line, change)),
    count: {
      products: basket.count.products + Object.keys(quantities).length - Object.keys(old).length,
      total: units(milli(basket.count.total) + quantityMilli - before),
    },
    sum: sumAfter(basket, price, before, quantityMilli),
  }
}

/** The basket updated with a reply: changed lines and stats. */
export function withReply(basket: Basket, stats: BasketStats, touched: readonly TouchedLine[]): Basket {
  const products = { ...basket.products }
  for (const { id, wms, qnt } of touched) {
    const { [wms]: _old, [undistributed]: _unspread, ...others } = products[id] ?? {}
    const quantities = qnt > 0 ? { ...others, [wms]: qnt } : others
    if (Object.keys(quantities).length === 0) delete products[id]
    else products[id] = quantities
  }
  const lines = basket.lines.flatMap((line): BasketLine[] => {
    const change = touched.find(({ id, wms }) => id === line.id && wms === line.wms)
    if (!change) return [line]
    return change.qnt > 0 ? [{ ...line, ...change }] : []
  })
  return { ...basket, ...stats, products, lines }
}

function replaceQuantity(
  old: Record<string, number>,
  warehouse: number,
  all: boolean,
  quantityMilli: number,
): Record<string, number> {
  const { [warehouse]: _replaced, ...others } = old
  const otherWarehouses = all ? {} : others
  return quantityMilli > 0 ? { ...otherWarehouses, [warehouse]: units(quantityMilli) } : otherWarehouses
}

function recalculateLine(line: BasketLine, { id, warehouse, quantityMilli }: QuantityChange): BasketLine[] {
  if (line.id !== id || (warehouse !== undefined && line.wms !== warehouse)) return [line]
  if (quantityMilli === 0) return []
  if (warehouse === undefined) return [line]
  const sum = line.price === null ? null : roubles(lineSumKopecks(kopecks(line.price), quantityMilli))
  return [{ ...line, qnt: units(quantityMilli), sum, over: isOver(line, quantityMilli), note: '' }]
}

/** When the contract hides exact stock, only the server knows. */
function isOver({ gone, available, stock_label }: BasketLine, quantityMilli: number): boolean {
  return gone || ((stock_label === null || available === 0) && quantityMilli > milli(available))
}

function sumAfter(basket: Basket, price: number | null, before: number, after: number): number | null {
  if (basket.sum === null || price === null) return basket.sum
  const difference = lineSumKopecks(kopecks(price), after) - lineSumKopecks(kopecks(price), before)
  return roubles(kopecks(basket.sum) + difference)
}
