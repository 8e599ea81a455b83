import * as api from '#shared/api/basket.ts'
import { wantedMilli } from '#shared/rules/money.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import { buyer } from '#server/http/actor.ts'
import type { Api } from '#server/http/api.ts'
import type { Ask } from './fit-lines.ts'
import { inOrder } from './in-order.ts'
import { readBasket } from './read.ts'
import { changeBasket, clearBasket } from './service.ts'
import { shapeChange } from './shape.ts'
import { mendBasket, noteLine, restoreBasket } from './whole-lines.ts'

export function basketRoutes({ on }: Api, deps: { db: Db }) {
  on(api.getBasketData, ({ actor, input }) => readBasket(deps, buyer(actor), { contractId: input.contract }))

  on(api.processBasket, async ({ actor, input }) => {
    const asks = (input.payload ? asksOf(input.payload, 'add', input.order) : [ask(input.id, input.wms, input.qnt, 'add')]).filter(isSomething)
    if (asks.length === 0) throw new AppError('zeroQuantity')
    const parentId = input.payload ? input.id : undefined
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, asks, parentId }))
  })

  on(api.processBasketUpdate, async ({ actor, input }) => {
    const asks = [toSet(ask(input.id, input.wms, input.qnt, 'set'))]
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, asks }))
  })

  on(api.processProductSet, async ({ actor, input }) => {
    const asks = asksOf(input.products, 'set', input.order).map(toSet)
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, asks }))
  })

  on(api.mendBasket, async ({ actor, input }) => shapeChange(await mendBasket(deps, buyer(actor), { contractId: input.contract })))

  on(api.restoreBasket, async ({ actor, input }) => {
    const places = input.lines.map(({ id, wms }) => ({ productId: id, warehouseId: wms }))
    return shapeChange(await restoreBasket(deps, buyer(actor), { contractId: input.contract, places }))
  })

  on(api.saveBasketComment, async ({ actor, input }) => {
    const place = { productId: input.id, warehouseId: input.wms }
    return shapeChange(await noteLine(deps, buyer(actor), { contractId: input.contract, place, note: input.comment.trim() }))
  })

  for (const clear of [api.clearBasketByGet, api.clearBasket]) {
    on(clear, async ({ actor, input }) => shapeChange(await clearBasket(deps, buyer(actor), { contractId: input.contract })))
  }
}

/** Null: the field was left empty. */
type Wanted = number | null
type QuantitiesById = Record<string, Wanted | Record<string, Wanted>>
type Wish = Omit<Ask, 'quantityMilli'> & { quantityMilli: number | null }

/** {id: qnt | {wms: qnt}} → one ask per product and warehouse; '07' and '7' are one id, the later rules. */
function asksOf(quantities: QuantitiesById, mode: Ask['mode'], order: readonly number[] | null | undefined): Wish[] {
  const wishes = new Map(Object.entries(quantities).map(([id, wanted]) => [idOf(id), wanted]))
  return [...inOrder(wishes, order)].flatMap(([id, wanted]) => {
    if (wanted === null || typeof wanted === 'number') return [ask(id, undefined, wanted, mode)]
    const places = new Map(Object.entries(wanted).map(([warehouse, quantity]) => [idOf(warehouse), quantity]))
    return [...places].map(([warehouseId, quantity]) => ask(id, warehouseId, quantity, mode))
  })
}

function ask(productId: number, warehouseId: number | undefined, quantity: Wanted | undefined, mode: Ask['mode']): Wish {
  return { productId, warehouseId, quantityMilli: quantity == null ? null : wantedMilli(quantity), mode }
}

function isSomething(wish: Wish): wish is Ask {
  return wish.quantityMilli !== null && wish.quantityMilli > 0
}

/** Only a 0 that somebody sent removes a line, an empty field does not. */
function toSet({ quantityMilli, ...wish }: Wish): Ask {
  if (quantityMilli === null) throw new AppError('zeroQuantity', { id: wish.productId })
  return { ...wish, quantityMilli }
}

const largestId = 2_147_483_647

/** Keys of a record come as digits: one that cannot be an id is an id that does not exist. */
function idOf(text: string): number {
  const id = Number(text)
  if (id < 1 || id > largestId) throw new AppError('notFound')
  return id
}
