import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearBasket, processBasket, processBasketUpdate } from '#shared/api/basket.ts'
import { filter, product } from '#shared/api/catalogue.ts'
import { milli } from '#shared/rules/money.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { createWorld, newBuyer, type ProductInput, type World } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
})
afterAll(() => portal.close())

const inNoWarehouse = { name: 'Гвозди, не набирается', articul: 'SPLIT', step: 100, stock: [86, 36] }

test('[V.4] with a step of 100 and stocks of 86 and 36 nothing is offered and nothing can be added', async () => {
  const [id = 0] = await world.addProducts([inNoWarehouse])
  const buyer = await newBuyer(portal, world)
  const row = await rowOf(buyer, id)
  expect(row).toMatchObject({
    total_rest: 122,
    available_for_order: 0,
    below_step: true,
    quantity: 0,
    stocks: [{ quantity: 86 }, { quantity: 36 }],
  })
  expect((await call(product, { id }, buyer)).product).toMatchObject({
    total_rest: 122,
    available_for_order: 0,
    below_step: true,
    quantity: 0,
  })
  expect(await idsInStock(buyer)).not.toContain(id)
  await expect(call(processBasket, { id, qnt: 100 }, buyer)).rejects.toMatchObject({ code: 'insufficientStock' })
})

test('[V.5] [V.6] exactly the offered quantity can be added and ordered', async () => {
  const inputs = fc.sample(products, { numRuns: 20, seed: Number(process.env.FC_SEED ?? 14) })
  const ids = await world.addProducts(inputs)
  const buyer = await newBuyer(portal, world)
  await rowOf(buyer, ids.at(-1) ?? 0)
  for (const warehouse of [undefined, ...world.warehouseIds]) {
    // The basket takes goods from the stored warehouse.
    const { products } = await call(filter, { perpage: 100, warehouse: warehouse ?? 0 }, buyer)
    const inStock = await idsInStock(buyer, warehouse)
    for (const id of ids) {
      const row = products.find((each) => each.id === id)
      if (!row) throw new Error(`no row of ${id}`)
      const offered = milli(row.available_for_order)
      expect(inStock.includes(id), `${id} is in stock`).toBe(offered >= milli(row.step))
      expect(row.quantity > 0, `${id} has an initial quantity`).toBe(offered >= milli(row.step))
      expect((await call(product, { id }, buyer)).product.available_for_order).toBe(row.available_for_order)
      expect(await setQuantity(buyer, id, 9_000_000), `all of ${id}`).toBe(offered)
      if (offered > 0)
        expect(await setQuantity(buyer, id, row.available_for_order), `the offered quantity of ${id}`).toBe(offered)
      await call(clearBasket, {}, buyer)
    }
  }
  await call(filter, { warehouse: 0 }, buyer)
  for (const id of ids) {
    const { available_for_order: offered } = (await call(product, { id }, buyer)).product
    if (offered === 0) continue
    await orderProduct(buyer, { id, qnt: offered, contract: world.contractId })
  }
}, 120_000)

/** The quantity in the basket, in thousandths, after setting one. */
async function setQuantity(buyer: Visitor, id: number, qnt: number): Promise<number> {
  try {
    const { lines } = await call(processBasketUpdate, { id, qnt }, buyer)
    return lines.reduce((sum, line) => sum + milli(line.qnt), 0)
  } catch (error) {
    expect(error).toMatchObject({ code: 'insufficientStock' })
    return 0
  }
}

async function idsInStock(buyer: Visitor, warehouse = 0): Promise<number[]> {
  return (await call(filter, { available: 1, perpage: 100, warehouse }, buyer)).products.map(({ id }) => id)
}

/** Waits until the catalogue has the good. */
async function rowOf(buyer: Visitor, id: number) {
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  const { products } = await until(
    () => call(filter, { perpage: 100 }, buyer),
    (answer) => answer.products.some((row) => row.id === id),
    20_000,
  )
  return products.find((row) => row.id === id)
}

const stock = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 0, max: 20_000 }).map((hundredths) => hundredths / 100),
  fc.integer({ min: 0, max: 9000 }).map((thousandths) => thousandths / 1000),
)
const products: fc.Arbitrary<ProductInput> = fc.record({
  // Steps of packs, of goods by kg, and finer than a hundredth.
  step: fc.constantFrom(1, 2, 5, 12, 100, 0.25, 0.5, 0.01, 0.333, 1.125),
  decimals: fc.constantFrom(0, 0, 0, 2),
  stock: fc.array(stock, { minLength: 1, maxLength: 2 }),
})
