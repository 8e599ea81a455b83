import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buyerRoles,
  isStaff,
  may,
  rightsByGrant,
  rightsByRole,
  rightsOf,
  type Right,
  type Role,
} from '#shared/rights.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAccount, addOrganisation } from '#tests/support/fixtures.ts'
import { holds, isOfStaff } from './shared-queries-rights.ts'

let database: TestDatabase
const people: { id: number; role: Role; rights: Right[] }[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const { organisationId } = await addOrganisation(db, 'ООО «Права»')
  for (const role of Object.keys(rightsByRole) as Role[]) {
    for (const grants of [[], ['acts'], ['finances'], ['acts', 'finances'], ['unknown']]) {
      const isOfBuyer = (buyerRoles as readonly Role[]).includes(role)
      const id = await addAccount(db, { role, ...(isOfBuyer ? { organisationId } : {}) })
      await db.execute(sql`update accounts set grants = ${sql.param(grants)}::text[] where id = ${id}`)
      people.push({ id, role, rights: rightsOf({ role, grants }) })
      const other = await addAccount(db, { role, ...(isOfBuyer ? { organisationId } : {}) })
      const pricePolitics = [{ category: null, show: 'hidden', hundredths: 0 }]
      await db.execute(sql`update accounts set grants = ${sql.param(grants)}::text[],
        price_politics = ${JSON.stringify(pricePolitics)}::jsonb where id = ${other}`)
      people.push({ id: other, role, rights: rightsOf({ role, grants, pricePolitics }) })
    }
  }
})
afterAll(() => database.close())

const rights = [...new Set([...Object.values(rightsByRole), ...Object.values(rightsByGrant)].flat())]

test.each(rights)('[R.6] SQL finds the same accounts with the right %s as `may`', async (right) => {
  const { rows } = await database.db.execute<{ id: number }>(
    sql`select id from accounts person where ${holds(sql`person`, right)} order by id`,
  )
  expect(rows.map(({ id }) => id)).toEqual(people.filter((person) => may(person, right)).map(({ id }) => id))
})

test('SQL finds the same staff accounts as `isStaff`', async () => {
  const { rows } = await database.db.execute<{ id: number }>(
    sql`select id from accounts where ${isOfStaff(sql`accounts`)} order by id`,
  )
  expect(rows.map(({ id }) => id)).toEqual(people.filter((person) => isStaff(person)).map(({ id }) => id))
})
