import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyConditions, applyConditionsOfToday } from '#server/catalogue/conditions/apply.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/fixtures.ts'
import { ImportContext } from './context.ts'
import { followPrices } from './follow-prices.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a moved category leaves prices under conditions to the job: they are too many for a batch', async () => {
  const world = await createWorld(database.db, { products: [{ price: 10_000 }] })
  const prices = async () =>
    (
      await database.db.execute<{ kopecks: number }>(sql`
        select price_kopecks as kopecks from prices join price_types t on t.id = price_type_id
        where t.base_id is not null`)
    ).rows.map(({ kopecks }) => kopecks)
  await database.db.execute(sql`
    insert into price_conditions (contract_id, discount, starts_on)
    values (${world.contractId}, 1000, current_date - 1)`)
  await database.db.transaction((tx) => applyConditions(tx))
  await database.db.execute(sql`update price_conditions set discount = 2000`)
  const client = await database.pool.connect()
  const settings = { stockMeaning: 'free', rrcTypeCode: null, createsGoodsFromOffers: false } as const
  const context = new ImportContext(client, { sessionId: 0, receivedAt: new Date(), settings })
  context.movedCategories = true
  await followPrices(context)
  client.release()
  expect(await prices()).toEqual([9000])
  await applyConditionsOfToday(database)
  expect(await prices()).toEqual([8000])
})
