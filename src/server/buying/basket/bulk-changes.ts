import { fitQuantity } from '#shared/rules/step.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { changeLines, priceUnchanged, withStaffEdits } from './change-lines.ts'
import { currentLines, isAt, type LineChange, type LineKey } from './fit-lines.ts'
import { listBasketRows, type BasketRow } from './shared-queries-lines.ts'
import { restoreLines, writeNote } from './shared-queries-removed.ts'
import { listGoods, lockBasket, writeLines } from './shared-queries.ts'
import { toChange, requireBasket, type Change } from './service.ts'

type Deps = { db: Db }
type ContractInput = { contractId: number | undefined }

/** Adjusts every line above the stock or off the step. */
export async function fixQuantities({ db }: Deps, actor: BuyerActor, { contractId }: ContractInput): Promise<Change> {
  return db.transaction(async (tx) => {
    const basket = requireBasket(await lockBasket(tx, { accountId: actor.accountId, contractId }), contractId)
    const fixed = (await listBasketRows(tx, { basket, isBare: true })).map(fixLine).filter((line) => line !== undefined)
    const lines = await changeLines(tx, basket, actor, async () => {
      await writeLines(tx, { basketId: basket.basketId, lines: fixed })
      return fixed
    })
    return toChange(tx, actor, { basket, lines })
  })
}

/**
 * Restores removed lines as they were, regardless of stock and price; the page shows the difference.
 */
export async function restoreBasket(
  { db }: Deps,
  actor: BuyerActor,
  { contractId, keys }: ContractInput & { keys: LineKey[] },
): Promise<Change> {
  return db.transaction(async (tx) => {
    const basket = requireBasket(await lockBasket(tx, { accountId: actor.accountId, contractId }), contractId)
    let restored: LineKey[] = []
    await changeLines(tx, basket, actor, async () => {
      restored = await restoreLines(tx, { basketId: basket.basketId, keys })
      return []
    })
    const productIds = [...new Set(restored.map(({ productId }) => productId))]
    const currentBasketLines = (await listGoods(tx, { basket, productIds })).flatMap(currentLines)
    const lines = currentBasketLines.filter((line) => restored.some((key) => isAt(line, key)))
    return toChange(tx, actor, { basket, lines: await priceUnchanged(tx, basket, lines) })
  })
}

export async function saveLineComment(
  { db }: Deps,
  actor: BuyerActor,
  { contractId, key, note }: ContractInput & { key: LineKey; note: string },
): Promise<Change> {
  return db.transaction(async (tx) => {
    const basket = requireBasket(await lockBasket(tx, { accountId: actor.accountId, contractId }), contractId)
    const isWritten = await withStaffEdits(tx, basket, actor, () =>
      writeNote(tx, { basketId: basket.basketId, key, note }),
    )
    if (!isWritten) throw new AppError('notFound')
    const currentBasketLines = (await listGoods(tx, { basket, productIds: [key.productId] })).flatMap(currentLines)
    const lines = currentBasketLines.filter((line) => isAt(line, key))
    return toChange(tx, actor, { basket, lines: await priceUnchanged(tx, basket, lines) })
  })
}

function fixLine(row: BasketRow): LineChange | undefined {
  const { productId, warehouseId, stepMilli, availableMilli } = row
  const quantityMilli = row.sold ? fitQuantity(row.quantityMilli, row).quantityMilli : 0
  if (quantityMilli === row.quantityMilli) return undefined
  return {
    productId,
    warehouseId,
    quantityMilli,
    stepMilli,
    availableMilli,
    priceKopecks: row.priceKopecks ?? 0,
    note: '',
  }
}
