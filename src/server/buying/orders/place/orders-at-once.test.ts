import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { competeForHotGoods } from '#tests/soak/hot-goods.ts'
import { sendKeysThrice } from '#tests/soak/same-key.ts'

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
    const facts = await competeForHotGoods(portal, { accounts: 40, products: 20, attempts: 450, unitsEach: 20, seed })
    expect(facts).toMatchObject({ oversold: 0, broken: 0 })
    expect(facts.placed).toBeGreaterThan(25)
    expect(facts.outOfStock).toBeGreaterThan(25)
  },
)

test(
  `[C.55] 200 keys sent three times each over aborted connections make 200 orders (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    const facts = await sendKeysThrice(portal, { keys: 200, accounts: 10, seed })
    expect(facts).toMatchObject({ keys: 200, orders: 200, differing: 0, broken: 0 })
    expect(facts.cut).toBeGreaterThan(50)
  },
)
