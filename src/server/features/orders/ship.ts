import { partlyShipped, rulesOf, shippedWhole } from '#shared/rules/order-states.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { StaffActor } from '#server/features/access/actor.ts'
import { lockStockOfOrder, release } from '#server/features/stock/queries-reserve.ts'
import { readSetting } from '#server/settings.ts'
import { listChangeableLines } from './queries-change.ts'
import { ofStaff } from './queries-read.ts'
import { writeShippedLines } from './queries-ship.ts'
import { byPerson, lockedOrder, refuseStale, saveChange } from './save-change.ts'
import { isShipped, shipLines, type ShippedWish } from './ship-lines.ts'

type Wish = { orderId: number; revision: number; lines: ShippedWish[]; comment: string }

/**
 * Staff say how much of each line has left. The order is shipped once every line has gone whole, until then in part; the
 * buyer is told what is missing. Sent twice it is done once.
 */
export async function shipOrder({ db }: { db: Db }, actor: StaffActor, { orderId, revision, lines, comment }: Wish): Promise<{ state: number; revision: number }> {
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, ofStaff(actor))
    if (isShipped(await listChangeableLines(tx, { orderId }), lines)) return order
    if (!mayShip(order.state)) throw new AppError('stateChange')
    refuseStale(order, { revision })
    await lockStockOfOrder(tx, { orderId })
    const shipping = shipLines(await listChangeableLines(tx, { orderId }), lines, await readSetting(tx, 'stock.meaning'))
    await release(tx, { orderId, lines: shipping.lines.map(({ position, releasedMilli }) => ({ position, milli: releasedMilli })) })
    await writeShippedLines(tx, { orderId, lines: shipping.lines })
    const state = shipping.whole ? shippedWhole : partlyShipped
    await saveChange(tx, order, { ...byPerson(actor), state, cancelRequested: false, comment: [shipping.comment, comment].filter(Boolean).join('. ') })
    return { state, revision: order.revision + 1 }
  })
}

/** Where an order may be shipped in part, or the rest of one. */
export function mayShip(state: number): boolean {
  return state === partlyShipped || rulesOf(state).staffTo.includes(partlyShipped)
}
