import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { setCalendarDay, staffCalendar } from '#shared/api/staff/calendar.ts'
import { formatDay, isWorkingByLaw, type Day } from '#shared/rules/dates.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { countAwaitedOn, deleteDay, saveDay, listCalendar } from './shared-queries-calendar.ts'

type Year = Omit<ReplyOf<typeof staffCalendar>, 'status'>

/** Days of a year set by staff. */
export async function readCalendarYear({ db }: { db: Db }, { year }: { year: number }): Promise<Year> {
  const days = await listCalendar(db, { from: `${year}-01-01`, to: `${year}-12-31` })
  return {
    year,
    days: days
      .filter(({ day, working }) => working !== isWorkingByLaw(day))
      .map(({ day, working }) => ({ date: formatDay(day), working })),
  }
}

/** A day equal to the Labour Code's rule is not stored. Idempotent. */
export async function setDay(
  { db }: { db: Db },
  actor: Actor,
  { day, working }: { day: Day; working: boolean },
): Promise<Omit<ReplyOf<typeof setCalendarDay>, 'status'>> {
  return db.transaction(async (tx) => {
    const before = (await listCalendar(tx, { from: day, to: day }))[0]?.working ?? isWorkingByLaw(day)
    await (working === isWorkingByLaw(day) ? deleteDay(tx, { day }) : saveDay(tx, { day, working }))
    const object = { type: 'calendar-day', id: day } as const
    const sides = { before: { working: before }, after: { working } }
    await recordAudit(tx, byAccount(actor), { action: 'calendar-day.changed', object, ...sides })
    return {
      ...(await readCalendarYear({ db: tx }, { year: Number(day.slice(0, 4)) })),
      orders: await countAwaitedOn(tx, { day }),
    }
  })
}
