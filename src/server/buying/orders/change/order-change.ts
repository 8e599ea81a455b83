import type { Day } from '#shared/rules/dates.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import type { LineInput } from './reduce-lines.ts'
import type { ShippedInput } from '../rules/ship-lines.ts'
import type { OrderInput } from '../rules/terms.ts'
import type { OrderEffect } from './effect.ts'

export type ByBuyer = { by: 'buyer'; actor: BuyerActor }
export type ByStaff = { by: 'staff'; actor: StaffActor }

/** Author of a change. */
export type Author = ByBuyer | ByStaff | { by: 'exchange' } | { by: 'job' }

/** The revision on the person's screen. */
type SeenRevision = { revision: number }

/** A change of an order as plain data, which could be stored and applied later. Only `applyOrderChange` applies it. */
export type OrderChange =
  /** Cancels the order, or requests it from staff once picking has begun. */
  | { kind: 'cancel'; author: ByBuyer; comment: string }
  /** Cancels an order not paid, or not approved, in time. */
  | { kind: 'expire'; author: { by: 'job' } }
  /** Along the table of states; `from` is the state that the caller saw. */
  | { kind: 'move'; author: ByStaff; from: number | undefined; to: number; comment: string }
  /** Declines the buyer's cancellation request. */
  | { kind: 'declineCancel'; author: ByStaff; comment: string }
  | { kind: 'approve'; author: ByBuyer; comment: string; now: Date }
  | { kind: 'refuse'; author: ByBuyer; reason: string }
  /** Reduces quantities; removing all lines cancels the order. */
  | ({ kind: 'reduce'; author: ByBuyer; lines: readonly LineInput[]; comment: string } & SeenRevision)
  /** Reduces quantities, sets the date, comments to the buyer. */
  | ({ kind: 'edit'; author: ByStaff } & StaffEdit & SeenRevision)
  | ({
      kind: 'changeDelivery'
      author: ByStaff
      input: Pick<OrderInput, 'delivery' | 'clientNumber'>
      now: Date
    } & SeenRevision)
  /** Total shipped quantity of each line. */
  | ({ kind: 'ship'; author: ByStaff; lines: readonly ShippedInput[]; comment: string } & SeenRevision)
  /** Effect of 1C's document. */
  | { kind: 'report'; author: { by: 'exchange' }; effect: OrderEffect }
  /** Exports the order to 1C again. */
  | { kind: 'handOver'; author: ByStaff }

export type ChangeOf<Kind extends OrderChange['kind']> = Extract<OrderChange, { kind: Kind }>

export type StaffEdit = {
  lines: readonly LineInput[]
  date: Day | undefined
  /** Allows a day without delivery. */
  anyDay: boolean
  today: Day
  comment: string
}
