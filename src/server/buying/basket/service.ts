import { errors, type ErrorCode } from '#shared/errors.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shortTransaction } from '#server/platform/db/short-transaction.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findShownPrice, shownSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { changeLines, withStaffEdits } from './change-lines.ts'
import { fitLines, type LineRequest, type Goods, type LineChange } from './fit-lines.ts'
import { sumBasket } from './queries.ts'
import { listBasketRows } from './shared-queries-lines.ts'
import { clearLines } from './shared-queries-removed.ts'
import { clearStaffEdits } from './shared-queries-staff-edits.ts'
import { listGoods, lockBasket, writeLines, type OpenBasket } from './shared-queries.ts'

export type Change = { basket: OpenBasket; summary: BasketSummary; lines: LineChange[]; shown: ShownPrice }

/** Basket data in the header of every page. */
export type BasketSummary = {
  contractId: number
  /** The chosen warehouse, otherwise all of the contract's. */
  warehouses: OpenBasket['warehouses']
  lines: number
  quantityMilli: number
  /** Number of lines above stock. */
  overCount: number
  /** Null if the caller may not see prices. */
  sumKopecks: number | null
}

type Deps = { db: Db }

/**
 * Adds or sets quantities, all or nothing, under the lock of the basket's row. Four statements, and a shared write to
 * disk. `parentId`: the ids must be its variants.
 */
export async function changeBasket(
  { db }: Deps,
  actor: BuyerActor,
  { contractId, requests, parentId }: { contractId: number | undefined; requests: LineRequest[]; parentId?: number },
): Promise<Change> {
  return shortTransaction(db, async (tx) => {
    const basket = requireBasket(await lockBasket(tx, { accountId: actor.accountId, contractId }), contractId)
    const goods = await listGoods(tx, { basket, productIds: [...new Set(requests.map(({ productId }) => productId))] })
    const adjusted = adjustLines(requests, goods, basket, parentId)
    const lines = await changeLines(tx, basket, actor, async () => {
      await writeLines(tx, { basketId: basket.basketId, lines: adjusted })
      return adjusted
    })
    return toChange(tx, actor, { basket, lines })
  })
}

export async function clearBasket(
  { db }: Deps,
  actor: BuyerActor,
  { contractId }: { contractId: number | undefined },
): Promise<Change> {
  return db.transaction(async (tx) => {
    const basket = requireBasket(await lockBasket(tx, { accountId: actor.accountId, contractId }), contractId)
    const removed = await withStaffEdits(tx, basket, actor, () => clearLines(tx, basket))
    // What staff had removed is no news about a basket that the buyer empties.
    if (!actor.actedBy) await clearStaffEdits(tx, basket)
    const lines = removed.map((line) => ({
      ...line,
      quantityMilli: 0,
      priceKopecks: 0,
      stepMilli: 1000,
      availableMilli: 0,
      note: '',
    }))
    return toChange(tx, actor, { basket, lines })
  })
}

/** A change as its author may see it. */
export async function toChange(
  tx: Db,
  actor: BuyerActor,
  { basket, lines }: { basket: OpenBasket; lines: LineChange[] },
): Promise<Change> {
  const { contractId } = basket
  const shown = await findShownPrice(tx, actor, { contractId, productIds: lines.map(({ productId }) => productId) })
  return { basket, summary: await readSummaryOf(tx, actor, basket), lines, shown }
}

export async function readSummaryOf(db: Db, actor: BuyerActor, basket: OpenBasket): Promise<BasketSummary> {
  const { lines, quantityMilli, overCount, sumKopecks } = await sumBasket(db, { basket })
  return {
    contractId: basket.contractId,
    warehouses: effectiveWarehouses(basket),
    lines,
    quantityMilli,
    overCount,
    sumKopecks:
      may(actor, 'price.contract') && (!basket.hasBreaks || lines === 0)
        ? sumKopecks
        : await sumShown(db, actor, basket),
  }
}

/** The sum of the lines at the prices for their quantities as the actor may see them; null if any is hidden. */
async function sumShown(db: Db, actor: BuyerActor, basket: OpenBasket): Promise<number | null> {
  if (!may(actor, 'price.view') || basket.basketId === null) return null
  const rows = (await listBasketRows(db, { basket, isBare: true })).filter(({ sold }) => sold)
  const { contractId } = basket
  return shownSum(
    await findShownPrice(db, actor, { contractId, productIds: rows.map(({ productId }) => productId) }),
    rows,
  )
}

/** The chosen warehouse, otherwise the contract's in order of preference. */
export function effectiveWarehouses({ warehouses, chosenWarehouseId }: OpenBasket): OpenBasket['warehouses'] {
  const chosen = warehouses.filter(({ id }) => id === chosenWarehouseId)
  return chosen.length > 0 ? chosen : warehouses
}

/** Why a product cannot be added; a line can always be removed. */
export function refusalFor(request: LineRequest, goods: Goods, basket: OpenBasket): ErrorCode | undefined {
  if (request.mode === 'set' && request.quantityMilli === 0) return undefined
  if (goods.hasVariants) return 'chooseVariant'
  if (!goods.sold) return 'notSold'
  if (request.warehouseId !== undefined && !basket.warehouses.some(({ id }) => id === request.warehouseId))
    return 'notFound'
  return undefined
}

export function notFoundError(contractId: number | undefined): AppError {
  return new AppError(contractId === undefined ? 'noContract' : 'notFound')
}

export function requireBasket(
  basket: OpenBasket | undefined,
  contractId: number | undefined,
): OpenBasket & { basketId: number } {
  if (!basket || basket.basketId === null) throw notFoundError(contractId)
  return { ...basket, basketId: basket.basketId }
}

type Refusal = { code: ErrorCode; productId: number; availableMilli?: number }

function adjustLines(
  requests: LineRequest[],
  goods: Goods[],
  basket: OpenBasket,
  parentId: number | undefined,
): LineChange[] {
  const byId = new Map(goods.map((each) => [each.productId, each]))
  const warehouseOrder = effectiveWarehouses(basket).map(({ id }) => id)
  const lines: LineChange[] = []
  const refusals: Refusal[] = []
  for (const request of requests) {
    const found = byId.get(request.productId)
    if (!found || (parentId !== undefined && found.parentId !== parentId && found.productId !== parentId))
      throw new AppError('notFound')
    const code = refusalFor(request, found, basket)
    if (code !== undefined) {
      refusals.push({ code, productId: request.productId })
      continue
    }
    const outcome = fitLines(request, found, warehouseOrder)
    if ('lines' in outcome) lines.push(...outcome.lines)
    else refusals.push({ code: outcome.refused, productId: request.productId, availableMilli: outcome.availableMilli })
  }
  const [first] = refusals
  if (first) throw refusalError(first, refusals)
  return lines
}

/** The first refusal is the error; with several products `fields` lists them by id. */
function refusalError(first: Refusal, all: Refusal[]): AppError {
  const { code, productId: id, availableMilli } = first
  const fields = Object.fromEntries(all.map((each) => [String(each.productId), errors[each.code].message]))
  return new AppError(code, { id, ...(availableMilli === undefined ? {} : { availableMilli }), fields })
}
