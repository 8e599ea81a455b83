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
  /** Warehouses in order of preference. */ warehouseIds: readonly number[]
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
  { basket, outOfStock, warehouseIds }: AnalogueQuery,
): Promise<Map<number, Analogue>> {
  const searchedGoods = outOfStock.slice(0, maxGoods)
  if (searchedGoods.length === 0) return new Map()
  const bound = new Map(
    (await listBoundAnalogues(db, { productIds: searchedGoods.map(({ cardId }) => cardId) })).map((each) => [
      each.productId,
      each,
    ]),
  )
  const { contract } = await catalogue.searchContexts.find(actor.accountId, basket.contractId)
  const view = toFacetView(contract, actor)
  const endsAtMs = performance.now() + maxSearchMs
  const candidateIds = new Map<number, number[]>()
  for (const { id, cardId } of searchedGoods) {
    const { analogueIds = [], categoryId = null } = bound.get(cardId) ?? {}
    const maySearch = analogueIds.length === 0 && performance.now() < endsAtMs
    candidateIds.set(
      id,
      maySearch
        ? similarGoods(catalogue.currentSnapshot().snapshot, view, { productId: cardId, categoryId })
        : analogueIds,
    )
    if (maySearch) await yieldToEventLoop()
  }
  const sold = await listSoldGoods(db, {
    priceTypeId: basket.priceTypeId,
    productIds: [...new Set([...candidateIds.values()].flat())],
  })
  const stock = new Map(
    (await listGoods(db, { basket, productIds: sold.map(({ id }) => id) })).map((goods) => [goods.productId, goods]),
  )
  const byCard = Map.groupBy(sold, ({ cardId }) => cardId)
  const found = new Map<number, Analogue>()
  for (const [id, productIds] of candidateIds) {
    const inStock = productIds
      .flatMap((rowId) => byCard.get(rowId) ?? [])
      .flatMap((good) => {
        const goods = stock.get(good.id)
        return goods && good.id !== id && isInStock(goods, warehouseIds) ? [{ good, goods }] : []
      })
    if (inStock[0]) found.set(id, inStock[0])
  }
  return found
}

function isInStock({ warehouses, stepMilli, decimals }: Goods, warehouseIds: readonly number[]): boolean {
  return warehouses.some(
    ({ warehouseId, availableMilli }) =>
      warehouseIds.includes(warehouseId) && maxOrderable({ stepMilli, decimals, availableMilli }) > 0,
  )
}
