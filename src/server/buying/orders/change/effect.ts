import type { OrderColumns } from './queries-state.ts'
import type { AddedLine, LineChange, OrderLine } from '../queries-lines.ts'
import type { OrderNotice } from '../notify.ts'

/** Effect of a change on an order; absent fields keep their values. */
export type OrderEffect = {
  columns?: Partial<OrderColumns>
  /** Changed lines; the stock room computes reservations. */
  lines?: readonly LineChange[]
  added?: readonly AddedLine[]
  /** The order's lines, if already read under the lock of their stock rows. */
  lockedLines?: readonly OrderLine[]
  /** Comment for the order's history. */
  comment: string
  /** Notice for the buyer; default: the state and the comment. */
  notice?: OrderNotice
  /** Request to the buyer's managers. */
  staffNotice?: OrderNotice
}
