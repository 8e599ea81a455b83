import { afterAll, beforeAll, expect, test } from 'vitest'
import { countGoodsGaps, staffGoods } from '#shared/api/staff/goods.ts'
import { goodsGaps, type GoodsGap } from '#shared/rules/goods/goods-flags.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let content: Visitor
const { drill, nails, gloves, glovesM } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  await createShop(portal.db)
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
})
afterAll(() => portal.close())

const query = (text: string, values: unknown[] = []) => portal.pool.query<{ id: number }>(text, values)
const goodsWithout = async (gap: GoodsGap) =>
  (await call(staffGoods, { gap }, content)).items.map(({ id }) => id).toSorted((a, b) => a - b)
const count = async () => (await call(countGoodsGaps, {}, content)).counts
const variantsOf = async (id: number) =>
  (await query('select id from products where parent_id = $1 and active order by id', [id])).rows.map((row) => row.id)

test('each count is that of its list; a good that left the catalogue counts nowhere', async () => {
  const before = await count()
  for (const gap of goodsGaps)
    expect((await call(staffGoods, { gap }, content)).pagination.total, gap).toBe(before[gap])
  expect(before.picture).toBe(5)
  await query('update products set active = false where id = $1', [drill])
  expect((await count()).picture).toBe(4)
  await query('update products set active = true where id = $1', [drill])
})

test('a price or a value of one variant is enough, but not that of a variant which left', async () => {
  const variants = await variantsOf(gloves)
  expect(variants).toContain(glovesM)
  const others = [gloves, ...variants.filter((id) => id !== glovesM)]
  for (const [gap, table] of [
    ['price', 'prices'],
    ['parameters', 'product_parameters'],
  ] as const) {
    await query(`delete from ${table} where product_id = any($1::int[])`, [others])
    expect(await goodsWithout(gap), gap).not.toContain(gloves)
    await query('update products set active = false where id = $1', [glovesM])
    expect(await goodsWithout(gap), gap).toContain(gloves)
    await query('update products set active = true where id = $1', [glovesM])
  }
})

test('a good priced only at types at which nobody buys has no price', async () => {
  expect(await goodsWithout('price')).not.toContain(nails)
  await query('update prices set price_type_id = 53 where product_id = $1 and price_type_id = 51', [nails])
  await query('delete from prices where product_id = $1 and price_type_id <> 53', [nails])
  expect(await goodsWithout('price')).toContain(nails)
})

test('a good with a description in 1C has one', async () => {
  await query("update products set description = 'Прочная' where id = $1", [nails])
  expect(await goodsWithout('description')).not.toContain(nails)
  await query("update products set description = '' where id = $1", [nails])
  expect(await goodsWithout('description')).toContain(nails)
})

test('an unknown gap is refused', async () => {
  await expect(call(staffGoods, { gap: 'none' as GoodsGap }, content)).rejects.toMatchObject({ status: 400 })
})
