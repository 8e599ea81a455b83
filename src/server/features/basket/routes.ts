import * as api from '#shared/api/basket.ts'
import { milli } from '#shared/rules/money.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import { buyer } from '#server/http/actor.ts'
import type { Api } from '#server/http/api.ts'
import type { Ask } from './fit-lines.ts'
import { readBasket } from './read.ts'
import { changeBasket, clearBasket } from './service.ts'
import { shapeChange } from './shape.ts'

export function basketRoutes({ on }: Api, deps: { db: Db }) {
  on(api.getBasketData, ({ actor, input }) => readBasket(deps, buyer(actor), { contractId: input.contract }))

  on(api.processBasket, async ({ actor, input }) => {
    const asks = input.payload
      ? asksOf(input.payload, 'add').filter(({ quantityMilli }) => quantityMilli > 0)
      : [ask(input.id, input.wms, input.qnt ?? 0, 'add')]
    if (asks.every(({ quantityMilli }) => quantityMilli === 0)) throw new AppError('zeroQuantity')
    const parentId = input.payload ? input.id : undefined
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, asks, parentId }))
  })

  on(api.processBasketUpdate, async ({ actor, input }) => {
    const asks = [ask(input.id, input.wms, input.qnt, 'set')]
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, asks }))
  })

  on(api.processProductSet, async ({ actor, input }) => {
    const asks = asksOf(input.products, 'set')
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, asks }))
  })

  for (const clear of [api.clearBasketByGet, api.clearBasket]) {
    on(clear, async ({ actor, input }) => shapeChange(await clearBasket(deps, buyer(actor), { contractId: input.contract })))
  }
}

type QuantitiesById = Record<string, number | Record<string, number>>

/** {id: qnt | {wms: qnt}} → one ask per product and warehouse; '07' and '7' are one id, the later rules. */
function asksOf(quantities: QuantitiesById, mode: Ask['mode']): Ask[] {
  const wishes = new Map(Object.entries(quantities).map(([id, wanted]) => [idOf(id), wanted]))
  return [...wishes].flatMap(([id, wanted]) => {
    if (typeof wanted === 'number') return [ask(id, undefined, wanted, mode)]
    const places = new Map(Object.entries(wanted).map(([warehouse, quantity]) => [idOf(warehouse), quantity]))
    return [...places].map(([warehouseId, quantity]) => ask(id, warehouseId, quantity, mode))
  })
}

/** The sign is dropped first [V.7]. */
function ask(productId: number, warehouseId: number | null | undefined, quantity: number, mode: Ask['mode']): Ask {
  return { productId, warehouseId: warehouseId ?? undefined, quantityMilli: Math.abs(milli(quantity)), mode }
}

const largestId = 2_147_483_647

/** Keys of a record come as digits: one that cannot be an id is an id that does not exist. */
function idOf(text: string): number {
  const id = Number(text)
  if (id < 1 || id > largestId) throw new AppError('notFound')
  return id
}
