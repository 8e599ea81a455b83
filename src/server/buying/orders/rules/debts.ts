import { dayOf, type Day } from '#shared/rules/dates.ts'
import { overdueDays, paperTitle } from '#shared/rules/ledger.ts'
import { isBilled } from '#shared/rules/order-states.ts'
import { may } from '#shared/rights.ts'
import { listUnpaidDocuments } from '#server/buying/ledger/shared-queries-unpaid.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { listUnpaid } from './queries-preview.ts'

/** An unpaid document of the ledger, or an unpaid order if 1C has sent no ledger. */
export type Debt = {
  orderId: number | null
  entryId: number | null
  /** 'УПД 4471', or the order's number. */
  title: string
  day: Day
  /** Null before the goods are shipped. */
  dueOn: Day | null
  leftKopecks: number
  overdueDays: number
  hasInvoice: boolean
}

/**
 * Debts of a contract, oldest due date first. Accounts without the right to finances see orders instead of the ledger.
 */
export async function listDebts(
  db: Db,
  actor: BuyerActor,
  { contractId, now }: { contractId: number; now: Date },
): Promise<Debt[]> {
  const today = dayOf(now)
  const documents = may(actor, 'finances.view') ? await listUnpaidDocuments(db, { contractId }) : undefined
  if (documents === undefined) {
    const orders = await listUnpaid(db, actor, { contractId })
    return orders.map(({ id, number, day, payUntil, leftKopecks, state }) => ({
      orderId: id,
      entryId: null,
      title: number,
      day,
      dueOn: payUntil,
      leftKopecks,
      overdueDays: overdueDays(payUntil, today),
      hasInvoice: isBilled(state),
    }))
  }
  return documents.map(({ id, day, dueOn, leftKopecks, ...paper }) => ({
    orderId: null,
    entryId: id,
    title: paperTitle(paper),
    day,
    dueOn,
    leftKopecks,
    overdueDays: overdueDays(dueOn, today),
    hasInvoice: true,
  }))
}
