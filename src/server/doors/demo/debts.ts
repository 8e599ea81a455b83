import { eq, sql } from 'drizzle-orm'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import { done, endedStates, fullyShipped } from '#shared/rules/order-states.ts'
import { remindDebts } from '#server/buying/finances/remind-debts.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import type { Db } from '#server/platform/db/client.ts'

type Shipped = { state: number; ageDays: number; now: Date }

/**
 * How a buyer that pays late has paid what has left, and by when it was to: overdue the longest, overdue, due next
 * week.
 */
export function debtOf({ state, ageDays, now }: Shipped): { paidShare: number; payUntil: Day } | undefined {
  const due = (days: number) => addDays(dayOf(now), days)
  if (state === done && ageDays === 41) return { paidShare: 0.5, payUntil: due(-11) }
  if (state === fullyShipped) return { paidShare: 0.4, payUntil: due(-3) }
  if (state === done && ageDays === 20) return { paidShare: 0, payUntil: due(10) }
  return undefined
}

/** What the stopped contract owes. */
export const overduePapers = [
  { number: '4302', sumKopecks: 12_978_050, overdueDays: 17 },
  { number: '4315', sumKopecks: 8_500_000, overdueDays: 16 },
] as const

/** What is left of the credit in the end: enough for a small order, not for a usual one. */
const freeKopecks = 4_000_000
const roundKopecks = 1_000_000

/** The contract owes what its shipped orders have not paid, and with what is on its way it is near its limit. */
export async function fillCredit(db: Db, { contractId }: { contractId: number }): Promise<void> {
  const { rows } = await db.execute<{ debt: number; unshipped: number }>(sql`
    select (select coalesce(sum(sum_kopecks - paid_kopecks), 0)::bigint from ${orders}
      where contract_id = ${contractId} and state in (${fullyShipped}, ${done})) as debt,
      (select coalesce(sum(l.price_kopecks * (l.quantity_milli - l.shipped_milli) / 1000), 0)::bigint
        from ${orders} o join ${orderLines} l on l.order_id = o.id where o.contract_id = ${contractId} and o.state <> all(${sql.param([...endedStates])}::int[])) as unshipped`)
  const { debt = 0, unshipped = 0 } = rows[0] ?? {}
  const creditLimitKopecks = Math.ceil((debt + unshipped + freeKopecks) / roundKopecks) * roundKopecks
  await db.update(contracts).set({ debtKopecks: debt, creditLimitKopecks }).where(eq(contracts.id, contractId))
}

const toldDays = 8
/** Older ones have been read. */
const readAfterDays = 3
const hourMs = 3_600_000

/** What the clock would have told the demo buyers of their debts in the last days, in the bell alone. */
export async function insertDemoReminders(db: Db, now: Date): Promise<void> {
  for (let ago = toldDays; ago >= 0; ago -= 1) {
    const at = new Date(startOfDay(addDays(dayOf(now), -ago)).getTime() + 9 * hourMs)
    if (at > now) return
    await remindDebts({ db }, { now: at })
    // In one transaction all those are of one instant.
    await db.execute(sql`
      update notifications set created_at = ${at}, read_at = ${ago > readAfterDays ? at : null}
      where kind = 'debt' and created_at = now()`)
  }
  await dropDemoLetters(db, 'debt')
}

/** Demo buyers have no mailbox. */
export async function dropDemoLetters(db: Db, event: 'debt' | 'documents'): Promise<void> {
  await db.execute(sql`delete from mails where event_key like ${`${event}:%`}`)
}
