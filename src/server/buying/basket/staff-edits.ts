import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { changeLines } from './change-lines.ts'
import { currentLines, isAt, type Goods, type LineChange, type LineKey } from './fit-lines.ts'
import { restoreLines } from './shared-queries-removed.ts'
import {
  deleteOldStaffEdits,
  deleteStaffEdits,
  listStaffEdits,
  restoreStates,
  type LineState,
  type StaffEdit,
} from './shared-queries-staff-edits.ts'
import { listGoods, lockBasket, writeLines } from './shared-queries.ts'
import { requireBasket, toChange, type Change } from './service.ts'

/**
 * Undoes what staff changed while acting as the buyer, as far as it still stands: staff undo their own edits, the buyer
 * those of all. Lines come back as they were, regardless of stock and price; the page shows the difference.
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
    const states = edits.map((edit) => stateBefore(edit, { isOwn: actor.actedBy !== undefined }))
    const productIds = [...new Set(edits.map(({ productId }) => productId))]
    const goods = await listGoods(tx, { basket, productIds })
    // Without an author: it takes edits back.
    await changeLines(tx, basket, {}, async () => {
      const restored = await restoreLines(tx, { basketId, keys: edits.filter(({ afterMilli }) => afterMilli === 0) })
      await writeLines(tx, { basketId, lines: linesToWrite(states, { goods, restored }) })
      await restoreStates(tx, { basketId, states })
      return []
    })
    await deleteStaffEdits(tx, { basketId, edits })
    const current = (await listGoods(tx, { basket, productIds })).flatMap(currentLines)
    const lines = states.flatMap((state) => current.find((line) => isAt(line, state)) ?? lineOf(state, goods) ?? [])
    return toChange(tx, actor, { basket, lines })
  })
}

/** Nobody undoes an edit of a week ago. */
export async function purgeStaffEdits({ db }: { db: Db }): Promise<number> {
  return deleteOldStaffEdits(db)
}

/** What the person found, or what the buyer had before all edits. */
function stateBefore(edit: StaffEdit, { isOwn }: { isOwn: boolean }): LineState {
  const { productId, warehouseId } = edit
  return isOwn
    ? { productId, warehouseId, quantityMilli: edit.beforeMilli, note: edit.beforeNote }
    : { productId, warehouseId, quantityMilli: edit.originalMilli, note: edit.originalNote }
}

/** Lines to remove, and lines that are missing because what is removed is kept for a day only. */
function linesToWrite(states: readonly LineState[], { goods, restored }: { goods: Goods[]; restored: LineKey[] }) {
  const present = [...goods.flatMap(currentLines), ...restored]
  return states.flatMap((state) =>
    present.some((line) => isAt(line, state)) === state.quantityMilli > 0 ? [] : (lineOf(state, goods) ?? []),
  )
}

function lineOf({ productId, warehouseId, quantityMilli }: LineState, goods: readonly Goods[]): LineChange | undefined {
  const found = goods.find((good) => good.productId === productId)
  if (!found) return undefined
  const { stepMilli, priceKopecks, warehouses } = found
  const availableMilli = warehouses.find((warehouse) => warehouse.warehouseId === warehouseId)?.availableMilli ?? 0
  return { productId, warehouseId, quantityMilli, stepMilli, availableMilli, priceKopecks: priceKopecks ?? 0, note: '' }
}
