import { formatDay, dayOf } from '#shared/rules/dates.ts'
import type { HeldData } from '#shared/api/account/personal-data.ts'
import { may } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import { withoutSums } from '#server/platform/mail/sums.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { tables } from './columns.ts'
import { countRows, listRows } from './queries.ts'
import type { OwnTable, Person } from './rows-of.ts'

export const ownTables = Object.entries(tables).flatMap(([name, table]) => ('title' in table ? [{ name, table }] : []))

/** Tables with data of a person, and which rows are kept when the person is erased. */
export async function readHeldData({ db }: { db: Db }, person: Person): Promise<HeldData[]> {
  return countHeldData(db, ownTables, person)
}

/** The tables that hold rows of a person, with their number. */
export async function countHeldData(
  db: Db,
  among: readonly { name: string; table: OwnTable }[],
  person: Person,
): Promise<HeldData[]> {
  const counts = await countRows(db, among, person)
  return among
    .map(({ name, table }) => ({ title: table.title, count: counts.get(name) ?? 0, stays: table.why ?? '' }))
    .filter(({ count }) => count > 0)
}

/** All data as one file: heading → rows. */
export async function exportOwnData(
  { db }: { db: Db },
  actor: Actor,
  { now }: { now: Date },
): Promise<{ name: string; content: string }> {
  return { name: `Мои данные ${formatDay(dayOf(now))}.json`, content: await collectData({ db }, actor, { now }) }
}

/** All data of a person as JSON. */
export async function collectData(
  { db }: { db: Db },
  person: Person & { rights: readonly string[] },
  { now }: { now: Date },
): Promise<string> {
  const data: Record<string, unknown> = { Выгружено: now.toISOString(), Логин: person.login }
  for (const own of ownTables) {
    const rows = await listRows(db, own, person)
    if (rows.length > 0) data[own.table.title] = may(person, 'price.contract') ? rows : rows.map(withoutOwnSums)
  }
  return `${JSON.stringify(data, null, 2)}\n`
}

/** Sums are no data of a person, and those of the contract's prices may be hidden from this one. */
function withoutOwnSums(row: Record<string, unknown>): Record<string, unknown> {
  const isSum = (name: string) => /kopecks$|^sum$|^price$/i.test(name)
  const kept = (value: unknown) => (typeof value === 'string' ? withoutSums(value) : value)
  return JSON.parse(
    JSON.stringify(row, (name, value: unknown) => (isSum(name) ? undefined : kept(value))),
  ) as typeof row
}
