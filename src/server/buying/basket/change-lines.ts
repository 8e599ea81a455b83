import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { LineChange, LineKey } from './fit-lines.ts'
import { isRepriced, listBasketRows, saveOwnPrices, type BasketRow } from './shared-queries-lines.ts'
import { listLineStates, saveStaffEdits } from './shared-queries-staff-edits.ts'
import type { OpenBasket } from './shared-queries.ts'

type Locked = OpenBasket & { basketId: number }

/**
 * Runs a change of a locked basket by its buyer and prices its lines again. With breaks a quantity may change the
 * prices of other lines: a line whose shown price was right before stays right, so that only changes by others are
 * reported. Returns the written lines at their new prices.
 */
export async function changeLines(
  tx: Db,
  basket: Locked,
  author: Author,
  write: () => Promise<LineChange[]>,
): Promise<LineChange[]> {
  return withStaffEdits(tx, basket, author, () => changeAndReprice(tx, basket, write))
}

/** Staff who act as the buyer: their changes are recorded as edits. */
type Author = Pick<Actor, 'actedBy'>

/** Runs a change of a locked basket; what staff change while acting as its buyer is recorded. */
export async function withStaffEdits<T>(
  tx: Db,
  { basketId }: Pick<Locked, 'basketId'>,
  { actedBy }: Author,
  change: () => Promise<T>,
): Promise<T> {
  if (!actedBy) return change()
  const before = await listLineStates(tx, { basketId })
  const changed = await change()
  await saveStaffEdits(tx, { basketId, staffId: actedBy.accountId, before })
  return changed
}

async function changeAndReprice(tx: Db, basket: Locked, write: () => Promise<LineChange[]>): Promise<LineChange[]> {
  if (!basket.hasBreaks) return write()
  const wereRight = keysOf((await listBasketRows(tx, { basket, isBare: true })).filter((row) => !isRepriced(row)))
  const written = await write()
  const writtenKeys = keysOf(written)
  const rows = await listBasketRows(tx, { basket, isBare: true })
  const own = rows.filter((row) => isRepriced(row) && (wereRight.has(keyOf(row)) || writtenKeys.has(keyOf(row))))
  if (own.length > 0) await saveOwnPrices(tx, { basketId: basket.basketId, rows: own })
  return withPrices(written, rows)
}

/** Unchanged lines at the prices for the quantities and the sum of the basket. */
export async function priceUnchanged(tx: Db, basket: Locked, lines: LineChange[]): Promise<LineChange[]> {
  return basket.hasBreaks && lines.length > 0
    ? withPrices(lines, await listBasketRows(tx, { basket, isBare: true }))
    : lines
}

function withPrices(lines: LineChange[], rows: readonly BasketRow[]): LineChange[] {
  const priceByLine = new Map(rows.map((row) => [keyOf(row), row.priceKopecks]))
  return lines.map((line) => ({ ...line, priceKopecks: priceByLine.get(keyOf(line)) ?? line.priceKopecks }))
}

function keyOf({ productId, warehouseId }: LineKey): string {
  return `${productId}:${warehouseId}`
}

function keysOf(lines: readonly LineKey[]): Set<string> {
  return new Set(lines.map(keyOf))
}
