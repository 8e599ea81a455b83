import type { OrderColumns } from './queries-state.ts'
import type { AddedLine, LineChange, OrderLine } from '../queries-lines.ts'
import type { OrderNotice } from '../notify.ts'

/** What a change makes of an order: what is absent stays as it is. */
export type OrderEffect = {
  columns?: Partial<OrderColumns>
  /** Lines that become something else; what they reserve is the stock room's to say. */
  lines?: readonly LineChange[]
  added?: readonly AddedLine[]
  /** The order's lines, where they have been read under the lock of their stock rows already. */
  lockedLines?: readonly OrderLine[]
  /** For the history. */
  comment: string
  /** The buyer's notice; without it, the state and the comment. */
  notice?: OrderNotice
  /** What is asked of those who look after the buyer. */
  staffNotice?: OrderNotice
}
