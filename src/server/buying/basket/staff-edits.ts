import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { changeLines } from './change-lines.ts'
import { currentLines } from './fit-lines.ts'
import { restoreLines } from './shared-queries-removed.ts'
import {
  deleteOldStaffEdits,
  deleteStaffEdits,
  listStaffEdits,
  restoreEdited,
  type StaffEdit,
} from './shared-queries-staff-edits.ts'
import { listGoods, lockBasket, writeLines } from './shared-queries.ts'
import { requireBasket, toChange, type Change } from './service.ts'

/**
 * Undoes what staff changed while acting as the buyer, as far as it still stands: their own edits for staff, all of
 * them for the buyer. Lines come back as they were, regardless of stock and price; the page shows the difference.
 */
export async function undoStaffEdits(
  { db }: { db: Db },
  actor: BuyerActor,
  { contractId }: { contractId: number | undefined },
): Promise<Change> {
  return db.transaction(async (tx) => {
    const basket = requireBasket(await lockBasket(tx, { accountId: actor.accountId, contractId }), contractId)
    const { basketId } = basket
    const edits = await listStaffEdits(tx, { basketId, staffId: actor.actedBy?.accountId })
    const productIds = [...new Set(edits.map(({ productId }) => productId))]
    const goods = async () =>
      (await listGoods(tx, { basket, productIds })).flatMap(currentLines).filter((line) => edits.some(isOf(line)))
    const added = (await goods()).filter((line) => edits.find(isOf(line))?.beforeMilli === 0)
    // Not as an edit: it takes edits back.
    await changeLines(tx, basket, {}, async () => {
      await restoreLines(tx, { basketId, keys: edits.filter(({ afterMilli }) => afterMilli === 0) })
      await restoreEdited(tx, { basketId, edits })
      await writeLines(tx, { basketId, lines: added.map((line) => ({ ...line, quantityMilli: 0 })) })
      return []
    })
    await deleteStaffEdits(tx, { basketId, edits })
    const lines = (await goods()).map((line) =>
      edits.find(isOf(line))?.beforeMilli === 0 ? { ...line, quantityMilli: 0 } : line,
    )
    return toChange(tx, actor, { basket, lines })
  })
}

/** Nobody undoes an edit of a week ago. */
export async function purgeStaffEdits({ db }: { db: Db }): Promise<number> {
  return deleteOldStaffEdits(db)
}

function isOf(line: { productId: number; warehouseId: number }) {
  return (edit: StaffEdit) => edit.productId === line.productId && edit.warehouseId === line.warehouseId
}
