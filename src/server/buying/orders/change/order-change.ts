import type { Day } from '#shared/rules/dates.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import type { LineInput } from './reduce-lines.ts'
import type { ShippedInput } from '../rules/ship-lines.ts'
import type { OrderInput } from '../rules/terms.ts'
import type { OrderEffect } from './effect.ts'

export type ByBuyer = { by: 'buyer'; actor: BuyerActor }
export type ByStaff = { by: 'staff'; actor: StaffActor }

/** Who changes an order. */
export type Author = ByBuyer | ByStaff | { by: 'exchange' } | { by: 'job' }

/** Of people who change what they have on the screen: the revision that they saw. */
type SeenRevision = { revision: number }

/**
 * A change of an order, described: plain data, which says nothing of how it is done and could be stored and applied
 * later. `applyOrderChange` alone carries it out.
 */
export type OrderChange =
  /** Ends the order, or asks staff to where picking has begun. */
  | { kind: 'cancel'; author: ByBuyer; comment: string }
  /** Ends an order that nobody paid, or approved, in time. */
  | { kind: 'expire'; author: { by: 'job' } }
  /** Along the table of states; `from` is the state that was seen. */
  | { kind: 'move'; author: ByStaff; from: number | undefined; to: number; comment: string }
  /** The buyer's request to cancel is declined. */
  | { kind: 'declineCancel'; author: ByStaff; comment: string }
  | { kind: 'approve'; author: ByBuyer; comment: string; now: Date }
  | { kind: 'refuse'; author: ByBuyer; reason: string }
  /** Fewer goods; nothing left cancels the order. */
  | ({ kind: 'reduce'; author: ByBuyer; lines: readonly LineInput[]; comment: string } & SeenRevision)
  /** Fewer goods, another day, a word to the buyer. */
  | ({ kind: 'edit'; author: ByStaff } & StaffEdit & SeenRevision)
  | ({
      kind: 'changeDelivery'
      author: ByStaff
      input: Pick<OrderInput, 'delivery' | 'clientNumber'>
      now: Date
    } & SeenRevision)
  /** How much of each line has left altogether. */
  | ({ kind: 'ship'; author: ByStaff; lines: readonly ShippedInput[]; comment: string } & SeenRevision)
  /** What 1C's document makes of the order. */
  | { kind: 'report'; author: { by: 'exchange' }; effect: OrderEffect }
  /** Gives the order to 1C once more. */
  | { kind: 'handOver'; author: ByStaff }

export type ChangeOf<Kind extends OrderChange['kind']> = Extract<OrderChange, { kind: Kind }>

export type StaffEdit = {
  lines: readonly LineInput[]
  date: Day | undefined
  /** Also a day on which nothing is usually delivered. */
  anyDay: boolean
  today: Day
  comment: string
}
