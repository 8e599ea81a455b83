import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCartFromPricelist } from '#shared/api/uploads.ts'
import { purgeOldBasketKeys } from './cart.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { addToBasket, read } from '#tests/support/basket.ts'
import { createWorld, newBuyer, type World } from '#tests/support/fixtures.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

/** Goods whose articles are the ids of others: the list means ids, never articles. */
async function addCollidingGoods(goods: Parameters<World['addProducts']>[0]): Promise<number[]> {
  const ids = await world.addProducts(goods)
  await portal.pool.query('update products set articul = (id + 1)::text where id = any($1)', [ids])
  return ids
}

test('[C.47] a reviewed list goes to the basket, unavailable rows reported; a repeat changes nothing', async () => {
  const buyer = await newBuyer(portal, world)
  const [kept = 0, plain = 0, packed = 0, few = 0, none = 0] = await addCollidingGoods([
    {},
    { price: 1000 },
    { step: 10, stock: [100] },
    { stock: [5] },
    { stock: [] },
  ])
  await addToBasket(buyer, { id: kept, qnt: 2 })
  await addToBasket(buyer, { id: plain, qnt: 50 })
  const cartList = JSON.stringify({ [plain]: 3, [packed]: 15, [few]: 9, [none]: 1, 999_999: 1, [kept]: 0 })
  for (const _ of [1, 2]) {
    const { count, lines, stats } = await call(addCartFromPricelist, { cartList }, buyer)
    expect(count).toBe(3)
    expect(lines.map(({ id, qnt, what }) => [id, qnt, what])).toEqual([
      [plain, 3, 'added'],
      [packed, 20, 'rounded'],
      [few, 5, 'capped'],
      [none, 0, 'out'],
      [999_999, 0, 'notFound'],
    ])
    expect(lines[2]).toMatchObject({ requested: 9, note: 'Количество уменьшено до остатка: можно заказать 5 шт' })
    expect(stats.count).toEqual({ products: 4, total: 2 + 3 + 20 + 5 })
  }
  expect(Object.keys((await read(buyer)).products).length).toBe(4)
})

test('added lists add to the quantities in the basket, once per key', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0, other = 0] = await addCollidingGoods([{ stock: [100] }, { stock: [100] }])
  const key = randomUUID()
  const input = { mode: 'add' as const, cartList: { [id]: 4 } }
  await expect(call(addCartFromPricelist, input, buyer)).rejects.toMatchObject({ code: 'keyMissing' })
  for (const mode of ['add', 'set'] as const) {
    await expect(
      call(addCartFromPricelist, { ...input, mode }, { ...buyer, key: 'k'.repeat(201) }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'invalid',
      body: { fields: { 'Idempotency-Key': expect.any(String) } },
    })
  }
  const first = await call(addCartFromPricelist, input, { ...buyer, key })
  expect(await call(addCartFromPricelist, input, { ...buyer, key })).toEqual(first)
  await expect(
    call(addCartFromPricelist, { ...input, cartList: { [other]: 1 } }, { ...buyer, key }),
  ).rejects.toMatchObject({ status: 422, code: 'keyReused' })
  const colleague = await newBuyer(portal, world)
  await call(addCartFromPricelist, input, { ...colleague, key })
  expect((await read(colleague)).count, 'another’s key of the same name').toEqual({ products: 1, total: 4 })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call(addCartFromPricelist, input, { ...buyer, key: `${key}-2` })),
  )
  expect(new Set(answers.map(({ stats }) => stats.count.total))).toEqual(new Set([8]))
  expect((await read(buyer)).count).toEqual({ products: 1, total: 8 })
  const age = () =>
    portal.pool.query("update basket_keys set created_at = now() - interval '25 hours' where key = $1", [key])
  await age()
  expect(
    (await call(addCartFromPricelist, input, { ...buyer, key })).stats.count.total,
    'a day later the key is a new one',
  ).toBe(12)
  await age()
  expect(await purgeOldBasketKeys(portal)).toBe(2)
})

test('a list with nothing to order is refused, and two thousand rows take a dozen SQL statements', async () => {
  const buyer = await newBuyer(portal, world)
  await expect(call(addCartFromPricelist, { cartList: { 1: 0 } }, buyer)).rejects.toMatchObject({
    code: 'zeroQuantity',
  })
  const ids = await addCollidingGoods(Array.from({ length: 2000 }, () => ({ price: 100 })))
  const cartList = Object.fromEntries(ids.map((id) => [id, 1]))
  const codes = Object.fromEntries(ids.slice(0, 1000).map((id) => [`code-${id}`, id]))
  const startedMs = performance.now()
  const statements = await statementsOf(portal.pool, /basket/, () =>
    call(addCartFromPricelist, { cartList, codes }, buyer),
  )
  process.stdout.write(
    `2,000 rows into the basket: ${Math.round(performance.now() - startedMs)} ms, ${statements.length} statements\n`,
  )
  expect(statements.length).toBeLessThanOrEqual(12)
  expect((await read(buyer)).count.products).toBe(2000)
})
