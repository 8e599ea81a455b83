import type { UploadRow } from '#shared/api/uploads.ts'
import { milli } from '#shared/rules/money.ts'
import { maxOrderableBeside } from '#web/parts/goods/quantity-rule.ts'

/** Adds to what the basket holds, or sets its lines to the list. */
export type CartMode = 'add' | 'set'

type AddedRow = Pick<UploadRow, 'accepted' | 'added' | 'goods' | 'in_basket'> & {
  /** The quantity was typed here; the server has not fitted it yet. */
  mended?: boolean
}

/**
 * What a row puts into the basket in thousandths: its quantity, or as much as still fits beside what the basket holds
 * and what the rows above take of the same good.
 */
export function additionBeside(row: AddedRow, earlierMilli: number, mode: CartMode): number {
  const { accepted, added, goods, in_basket: held, mended = false } = row
  if (goods === null) return milli(accepted)
  const ownMilli = mode === 'add' && !mended ? milli(added) : milli(accepted)
  if (earlierMilli === 0 && (mode === 'set' || !mended)) return ownMilli
  return Math.min(ownMilli, maxOrderableBeside(goods, earlierMilli + (mode === 'add' ? milli(held) : 0)))
}

type Share = { earlierMilli: number; additionMilli: number }

/** Rows from above, each with what those before it take of its good; and what all of them take of each good. */
export function addInTurn<Row>(
  rows: readonly Row[],
  goodOf: (row: Row) => number | null,
  additionOf: (row: Row, earlierMilli: number) => number,
): { shares: (Share & { row: Row })[]; byGood: ReadonlyMap<number, number> } {
  const byGood = new Map<number, number>()
  const shares = rows.map((row) => {
    const good = goodOf(row)
    const earlierMilli = good === null ? 0 : (byGood.get(good) ?? 0)
    const additionMilli = good === null ? 0 : additionOf(row, earlierMilli)
    if (good !== null) byGood.set(good, earlierMilli + additionMilli)
    return { row, earlierMilli, additionMilli }
  })
  return { shares, byGood }
}
