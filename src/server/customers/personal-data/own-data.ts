import type { HeldData } from '#shared/api/account/personal-data.ts'
import type { Db } from '#server/platform/db/client.ts'
import { tables } from './columns.ts'
import { countRows } from './queries.ts'
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
