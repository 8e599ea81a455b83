import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { openOrderFixture, type OrderFixture } from '#tests/support/books/order-fixture.ts'
import { paymentOf, setDebtAndLimit } from './debts.ts'

let desk: OrderFixture

beforeAll(async () => {
  desk = await openOrderFixture()
})
afterAll(() => desk.close())

test('the demo credit owes the unpaid shipped orders and leaves room only for a small order', async () => {
  await desk.place({ state: 11, paidKopecks: 20_000 })
  await desk.place({ state: 3, paidKopecks: 50_000 })
  await desk.place({ state: 4 })
  await desk.place({ state: 5 })
  const { contractId } = desk.world
  await setDebtAndLimit(desk.db, { contractId })
  const [contract] = await desk.db.select().from(contracts).where(eq(contracts.id, contractId))
  expect(contract?.debtKopecks).toBe(30_000)
  const freeKopecks = (contract?.creditLimitKopecks ?? 0) - 30_000 - 50_000
  expect(freeKopecks).toBeGreaterThanOrEqual(4_000_000)
  expect(freeKopecks).toBeLessThan(5_000_000)
})

test('of the shipped demo orders one is long overdue, one slightly, one not yet due, and the others are paid', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  const due = (state: number, ageDays: number) => paymentOf({ state, ageDays, now })?.payUntil
  expect([due(3, 41), due(11, 12), due(3, 20), due(3, 62), due(5, 1)]).toEqual([
    '2026-11-10',
    '2026-11-18',
    '2026-12-01',
    undefined,
    undefined,
  ])
})
