import { eq, sql } from 'drizzle-orm'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import { done, endedStates, fullyShipped } from '#shared/rules/order-states.ts'
import { remindDebts } from '#server/buying/finances/remind-debts.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import type { Db } from '#server/platform/db/client.ts'

type Shipped = { state: number; ageDays: number; now: Date }

/** Paid share and due date of a shipped order of a late payer: long overdue, overdue, or due next week. */
export function paymentOf({ state, ageDays, now }: Shipped): { paidShare: number; payUntil: Day } | undefined {
  const due = (days: number) => addDays(dayOf(now), days)
  if (state === done && ageDays === 41) return { paidShare: 0.5, payUntil: due(-11) }
  if (state === fullyShipped) return { paidShare: 0.4, payUntil: due(-3) }
  if (state === done && ageDays === 20) return { paidShare: 0, payUntil: due(10) }
  return undefined
}

/** Debt of the stopped contract. */
export const overdueDocuments = [
  { number: '4302', sumKopecks: 12_978_050, overdueDays: 17 },
  { number: '4315', sumKopecks: 8_500_000, overdueDays: 16 },
] as const

/** Free credit at the end: enough for a small order, not for a usual one. */
const freeKopecks = 4_000_000
const limitStepKopecks = 1_000_000

/** Sets the debt to the unpaid shipped orders, and a credit limit that open orders nearly reach. */
export async function setDebtAndLimit(db: Db, { contractId }: { contractId: number }): Promise<void> {
  const { rows } = await db.execute<{ debt: number; unshipped: number }>(sql`
    select (select coalesce(sum(sum_kopecks - paid_kopecks), 0)::bigint from ${orders}
      where contract_id = ${contractId} and state in (${fullyShipped}, ${done})) as debt,
      (select coalesce(sum(l.price_kopecks * (l.quantity_milli - l.shipped_milli) / 1000), 0)::bigint
        from ${orders} o join ${orderLines} l on l.order_id = o.id
        where o.contract_id = ${contractId} and o.state <> all(${sql.param([...endedStates])}::int[])) as unshipped`)
  const { debt = 0, unshipped = 0 } = rows[0] ?? {}
  const creditLimitKopecks = Math.ceil((debt + unshipped + freeKopecks) / limitStepKopecks) * limitStepKopecks
  await db.update(contracts).set({ debtKopecks: debt, creditLimitKopecks }).where(eq(contracts.id, contractId))
}

const reminderDays = 8
/** Older notices are read. */
const readAfterDays = 3
const hourMs = 3_600_000

/** Payment reminders of the last days, only as portal notifications. */
export async function insertDemoReminders(db: Db, now: Date): Promise<void> {
  for (let daysAgo = reminderDays; daysAgo >= 0; daysAgo -= 1) {
    const at = new Date(startOfDay(addDays(dayOf(now), -daysAgo)).getTime() + 9 * hourMs)
    if (at > now) return
    await remindDebts({ db }, { now: at })
    // All rows of a transaction have the same now().
    await db.execute(sql`
      update notifications set created_at = ${at}, read_at = ${daysAgo > readAfterDays ? at : null}
      where kind = 'debt' and created_at = now()`)
  }
  await deleteDemoMails(db, 'debt')
}

/** Demo buyers have no mailbox. */
export async function deleteDemoMails(db: Db, event: 'debt' | 'documents'): Promise<void> {
  await db.execute(sql`delete from mails where event_key like ${`${event}:%`}`)
}
