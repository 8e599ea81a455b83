import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { maxOrderable } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import type { Goods } from '#server/buying/basket/fit-lines.ts'
import { listGoods, type OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { toFacetView } from '#server/catalogue/search/filter-input.ts'
import { similarGoods } from '#server/catalogue/facets/similar.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { listBoundAnalogues } from '../queries.ts'
import { listSoldGoods, type SoldGood } from '../shared-queries.ts'

export type Analogue = { good: SoldGood; goods: Goods }

type Deps = { db: Db; catalogue: Catalogue }
type AnalogueQuery = {
  basket: OpenBasket
  /** Goods that are out of stock. */ outOfStock: readonly SoldGood[]
  /** Warehouses in order of preference. */ spread: readonly number[]
}

/** Searching a category takes some milliseconds per good: at most this long, and for this many goods. */
const maxGoods = 100
const maxSearchMs = 300

/**
 * For each good out of stock an available one: of those linked by staff or 1C, or without links the most similar of its
 * category.
 */
export async function findAnalogues(
  { db, catalogue }: Deps,
  actor: BuyerActor,
  { basket, outOfStock, spread }: AnalogueQuery,
): Promise<Map<number, Analogue>> {
  const searched = outOfStock.slice(0, maxGoods)
  if (searched.length === 0) return new Map()
  const bound = new Map(
    (await listBoundAnalogues(db, { productIds: searched.map(({ row }) => row) })).map((each) => [
      each.productId,
      each,
    ]),
  )
  const { contract } = await catalogue.searchContexts.find(actor.accountId, basket.contractId)
  const view = toFacetView(contract, actor)
  const endsAtMs = performance.now() + maxSearchMs
  const requested = new Map<number, number[]>()
  for (const { id, row } of searched) {
    const { analogueIds = [], categoryId = null } = bound.get(row) ?? {}
    const maySearch = analogueIds.length === 0 && performance.now() < endsAtMs
    requested.set(
      id,
      maySearch
        ? similarGoods(catalogue.currentSnapshot().snapshot, view, { productId: row, categoryId })
        : analogueIds,
    )
    if (maySearch) await yieldToEventLoop()
  }
  const sold = await listSoldGoods(db, {
    priceTypeId: basket.priceTypeId,
    productIds: [...new Set([...requested.values()].flat())],
  })
  const stock = new Map(
    (await listGoods(db, { basket, productIds: sold.map(({ id }) => id) })).map((goods) => [goods.productId, goods]),
  )
  const byRow = Map.groupBy(sold, ({ row }) => row)
  const found = new Map<number, Analogue>()
  for (const [id, inputs] of requested) {
    const inStock = inputs
      .flatMap((rowId) => byRow.get(rowId) ?? [])
      .flatMap((good) => {
        const goods = stock.get(good.id)
        return goods && good.id !== id && isInStock(goods, spread) ? [{ good, goods }] : []
      })
    if (inStock[0]) found.set(id, inStock[0])
  }
  return found
}

function isInStock({ warehouses, stepMilli, decimals }: Goods, spread: readonly number[]): boolean {
  return warehouses.some(
    ({ warehouseId, availableMilli }) =>
      spread.includes(warehouseId) && maxOrderable({ stepMilli, decimals, availableMilli }) > 0,
  )
}
