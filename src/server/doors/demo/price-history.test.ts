import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { insertGoods } from '#tests/support/goods.ts'
import { insertPriceHistory } from './price-history.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await insertGoods(database.db, {
    priceTypes: [{ id: 51 }, { id: 52 }],
    goods: [
      { id: 1, name: 'Дрель', prices: { 51: [250_000, 200_000], 52: 220_000 } },
      { id: 2, name: 'Перчатки' },
      { id: 3, parentId: 2, name: 'M', prices: { 51: 4620 } },
      { id: 4, parentId: 2, name: 'L', prices: { 51: 4980 } },
    ],
  })
})
afterAll(() => database.close())

type StoredPoint = { product: number; type: number; since: Date; kopecks: number }
const storedPoints = async () =>
  (
    await database.pool.query<StoredPoint>(
      `select product_id as product, price_type_id as type, since, price_kopecks::int as kopecks from price_history
        order by 1, 2, 3`,
    )
  ).rows

test('the demo price history ends with current prices; variants of a good change on the same days', async () => {
  const now = new Date('2026-11-21T09:00:00Z')
  await insertPriceHistory(database.db, now)
  const past = await storedPoints()
  const of = (product: number, type: number) => past.filter((each) => each.product === product && each.type === type)
  expect([of(1, 51), of(1, 52), of(3, 51), of(4, 51)].map((rows) => rows.at(-1)?.kopecks)).toEqual([
    200_000, 220_000, 4620, 4980,
  ])
  expect(of(3, 51).map(({ since }) => since)).toEqual(of(4, 51).map(({ since }) => since))
  for (const rows of [of(1, 51), of(3, 51)]) expect(rows.length).toBeGreaterThan(1)
  for (const { since, kopecks } of past) expect([since < now, kopecks > 0]).toEqual([true, true])
  await insertPriceHistory(database.db, now)
  expect(await storedPoints()).toEqual(past)
})
