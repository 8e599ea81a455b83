import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxOrderable } from '#shared/rules/step.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { orderableMilli } from './orderable-stock.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('[V.6] SQL and the shared rule compute the same orderable quantity', async () => {
  const stocks = fc.sample(
    fc.record({
      stepMilli: fc.oneof(fc.integer({ min: 10, max: 2000 }), fc.constantFrom(250, 1000, 5000, 12_000, 100_000)),
      decimals: fc.constantFrom(0 as const, 2 as const),
      availableMilli: fc.oneof(fc.integer({ min: -3000, max: 30_000 }), fc.integer({ min: 0, max: 3_000_000 })),
    }),
    { numRuns: 5000, seed: Number(process.env.FC_SEED ?? 14) },
  )
  const { rows } = await database.db.execute<{ milli: number }>(sql`
    select (${orderableMilli(sql`stock`, sql`item`)})::float8 as milli
    from jsonb_array_elements(${JSON.stringify(stocks)}::jsonb) with ordinality as given (rule, index),
      lateral (select (rule ->> 'availableMilli')::bigint + 7 as on_hand_milli, 4::bigint as reserved_milli, 3::bigint
        as safety_milli) stock,
      lateral (select (rule ->> 'stepMilli')::bigint as step_milli, (rule ->> 'decimals')::int as decimals) item
    order by index`)
  expect(rows.map(({ milli }) => milli)).toEqual(stocks.map(maxOrderable))
})
