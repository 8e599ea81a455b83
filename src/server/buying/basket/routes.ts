import * as api from '#shared/api/basket.ts'
import { requestedMilli } from '#shared/rules/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { LineRequest } from './fit-lines.ts'
import { sortById } from './sort-by-id.ts'
import { readBasket } from './read.ts'
import { changeBasket, clearBasket } from './service.ts'
import { shapeBasket, shapeChange } from './shape.ts'
import { undoStaffEdits } from './staff-edits.ts'
import { fixQuantities, saveLineComment, restoreBasket } from './bulk-changes.ts'

export function basketRoutes({ on }: Api, deps: { db: Db }) {
  on(api.getBasketData, async ({ actor, input }) =>
    shapeBasket(await readBasket(deps, buyer(actor), { contractId: input.contract })),
  )

  on(api.processBasket, async ({ actor, input }) => {
    const requests = (
      input.payload
        ? toLineInputs(input.payload, 'add', input.order)
        : [toLineInput(input.id, input.wms, input.qnt, 'add')]
    ).filter(isFilled)
    if (requests.length === 0) throw new AppError('zeroQuantity')
    const parentId = input.payload ? input.id : undefined
    return shapeChange(
      await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, requests, parentId }),
    )
  })

  on(api.processBasketUpdate, async ({ actor, input }) => {
    const requests = [asSetMode(toLineInput(input.id, input.wms, input.qnt, 'set'))]
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, requests }))
  })

  on(api.processProductSet, async ({ actor, input }) => {
    const requests = toLineInputs(input.products, 'set', input.order).map(asSetMode)
    return shapeChange(await changeBasket(deps, buyer(actor), { contractId: input.contract ?? undefined, requests }))
  })

  on(api.fixQuantities, async ({ actor, input }) =>
    shapeChange(await fixQuantities(deps, buyer(actor), { contractId: input.contract })),
  )

  on(api.restoreBasket, async ({ actor, input }) => {
    const keys = input.lines.map(({ id, wms }) => ({ productId: id, warehouseId: wms }))
    return shapeChange(await restoreBasket(deps, buyer(actor), { contractId: input.contract, keys }))
  })

  on(api.undoBasketEdits, async ({ actor, input }) =>
    shapeChange(await undoStaffEdits(deps, buyer(actor), { contractId: input.contract })),
  )

  on(api.saveBasketComment, async ({ actor, input }) => {
    const key = { productId: input.id, warehouseId: input.wms }
    return shapeChange(
      await saveLineComment(deps, buyer(actor), { contractId: input.contract, key, note: input.comment.trim() }),
    )
  })

  for (const clear of [api.clearBasketByGet, api.clearBasket]) {
    on(clear, async ({ actor, input }) =>
      shapeChange(await clearBasket(deps, buyer(actor), { contractId: input.contract })),
    )
  }
}

/** Null: empty field. */
type QuantityInput = number | null
type QuantitiesById = Record<string, QuantityInput | Record<string, QuantityInput>>
type LineInput = Omit<LineRequest, 'quantityMilli'> & { quantityMilli: number | null }

/** {id: qnt | {wms: qnt}} → one request per product and warehouse. '07' and '7' are one id; the later one wins. */
function toLineInputs(
  quantities: QuantitiesById,
  mode: LineRequest['mode'],
  order: readonly number[] | null | undefined,
): LineInput[] {
  const inputs = new Map(Object.entries(quantities).map(([id, input]) => [parseId(id), input]))
  return [...sortById(inputs, order)].flatMap(([id, input]) => {
    if (input === null || typeof input === 'number') return [toLineInput(id, undefined, input, mode)]
    const byWarehouse = new Map(Object.entries(input).map(([warehouse, quantity]) => [parseId(warehouse), quantity]))
    return [...byWarehouse].map(([warehouseId, quantity]) => toLineInput(id, warehouseId, quantity, mode))
  })
}

function toLineInput(
  productId: number,
  warehouseId: number | undefined,
  quantity: QuantityInput | undefined,
  mode: LineRequest['mode'],
): LineInput {
  return { productId, warehouseId, quantityMilli: quantity == null ? null : requestedMilli(quantity), mode }
}

function isFilled(lineInput: LineInput): lineInput is LineRequest {
  return lineInput.quantityMilli !== null && lineInput.quantityMilli > 0
}

/** Only an explicit 0 removes a line, not an empty field. */
function asSetMode({ quantityMilli, ...lineInput }: LineInput): LineRequest {
  if (quantityMilli === null) throw new AppError('zeroQuantity', { id: lineInput.productId })
  return { ...lineInput, quantityMilli }
}

const maxWireId = 2_147_483_647

/** Keys of a record consist of digits; a number too large for an id is treated as an unknown id. */
function parseId(text: string): number {
  const id = Number(text)
  if (id < 1 || id > maxWireId) throw new AppError('notFound')
  return id
}
