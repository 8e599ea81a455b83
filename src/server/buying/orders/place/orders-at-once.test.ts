import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { competeForHotGoods } from '#tests/soak/hot-goods.ts'
import { sendKeysRepeatedly } from '#tests/soak/same-key.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(
  `[P.5] 40 accounts that order 20 scarce goods concurrently never oversell them (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    const figures = await competeForHotGoods(portal, { accounts: 40, products: 20, attempts: 450, unitsEach: 8, seed })
    expect(figures).toMatchObject({ oversold: 0, broken: 0 })
    // 240 units for some 300 baskets of 4: most find nothing left, however the accounts take turns.
    expect(figures.placed).toBeGreaterThan(25)
    expect(figures.outOfStock).toBeGreaterThan(25)
  },
)

test(
  `[C.55] 200 keys sent three times each over aborted connections make 200 orders (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    const figures = await sendKeysRepeatedly(portal, { keys: 200, accounts: 10, seed })
    expect(figures).toMatchObject({ keys: 200, orders: 200, differing: 0, broken: 0 })
    expect(figures.aborted).toBeGreaterThan(50)
  },
)
