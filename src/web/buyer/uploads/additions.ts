import type { UploadRow } from '#shared/api/uploads.ts'
import { milli } from '#shared/rules/money.ts'
import { remainingOrderable } from '#web/parts/goods/quantity-rule.ts'

/** 'add' adds to the quantities in the basket, 'set' replaces them. */
export type CartMode = 'add' | 'set'

type AddedRow = Pick<UploadRow, 'accepted' | 'added' | 'goods' | 'in_basket'> & {
  /** The quantity was typed here; the server has not fitted it yet. */
  edited?: boolean
}

/**
 * Thousandths that a row adds to the basket: its quantity, limited to what is left of the stock after the basket's
 * quantity and the rows above with the same good.
 */
export function rowAddition(row: AddedRow, earlierMilli: number, mode: CartMode): number {
  const { accepted, added, goods, in_basket: inBasket, edited = false } = row
  if (goods === null) return milli(accepted)
  const ownMilli = mode === 'add' && !edited ? milli(added) : milli(accepted)
  if (earlierMilli === 0 && (mode === 'set' || !edited)) return ownMilli
  return Math.min(ownMilli, remainingOrderable(goods, earlierMilli + (mode === 'add' ? milli(inBasket) : 0)))
}

type Share = { earlierMilli: number; additionMilli: number }

/** Rows from the top, each with the quantity that earlier rows take of its good; and the total per good. */
export function distributeAdditions<Row>(
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
