import { bySystem } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { erasePerson } from './erase.ts'
import { listDeletedPeople } from './queries.ts'

const dayMs = 86_400_000

/** Erases people deleted longer ago than the setting allows; run by a job. Returns their number. */
export async function eraseDeletedPeople(
  { db }: { db: Db },
  { now = new Date() }: { now?: Date } = {},
): Promise<number> {
  const days = await readSetting(db, 'personal.keep.deletedDays')
  const people = await listDeletedPeople(db, { before: new Date(now.getTime() - days * dayMs) })
  for (const person of people)
    await db.transaction(async (tx) => {
      await lockAccount(tx, person)
      await erasePerson(tx, bySystem, person)
    })
  return people.length
}
