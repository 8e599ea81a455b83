import { afterAll, beforeAll, expect, test } from 'vitest'
import { initData, setContract } from '#shared/api/contracts.ts'
import { repeatOrder } from '#shared/api/orders.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket, read } from '#tests/support/basket.ts'
import {
  addAccount,
  addOrganisation,
  createWorld,
  newBuyer,
  setStock,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { addOrder, type OrderInput } from '#tests/support/orders.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let moscow: number
let petersburg: number

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  ;[moscow = 0, petersburg = 0] = world.warehouseIds
})
afterAll(() => portal.close())

async function ordered(lines: OrderInput['lines'], contractId = world.contractId): Promise<number> {
  return (
    await addOrder(portal.db, { ...world, contractId }, { lines: lines.map((line) => ({ reserved: false, ...line })) })
  ).id
}

const repeat = (buyer: Visitor, id: number) => call(repeatOrder, { id }, buyer)
const productsOf = async (buyer: Visitor) => (await read(buyer)).products
const nothing = { title: 'Нет в наличии', message: 'Невозможно повторить заказ. Товаров нет в наличии!' }

test('[C.41] repeating an order adds to the basket of its contract and chooses that contract [M.8]', async () => {
  const other = await world.addContract()
  const buyer = await newBuyer(portal, world, [world.contractId, other])
  const [one = 0, two = 0] = await world.addProducts([{}, { stock: [0, 20] }])
  const removed = world.productIds[0] ?? 0
  const id = await ordered(
    [
      { productId: one, warehouseId: moscow, quantity: 3 },
      { productId: two, warehouseId: petersburg, quantity: 4 },
      { productId: removed, warehouseId: moscow, quantity: 5 },
    ],
    other,
  )
  // Lines removed from the order are not repeated.
  await portal.pool.query('update order_lines set cancelled = true where order_id = $1 and product_id = $2', [
    id,
    removed,
  ])
  await call(setContract, { id: world.contractId }, buyer)
  await addToBasket(buyer, { id: one, qnt: 2, contract: other })

  const reply = await repeat(buyer, id)
  expect(reply).toMatchObject({
    status: 'success',
    count: 2,
    title: 'Заказ добавлен в корзину',
    message: 'Добавлено товаров - 2 шт.',
  })
  expect(reply.stats).toMatchObject({ contract: other, count: { products: 2, total: 9 }, sum: 900 })
  expect(reply.lines).toEqual([
    {
      id: one,
      header: `Товар ${one}`,
      articul: `A-${one}`,
      wanted: 3,
      qnt: 3,
      what: 'added',
      note: '',
      price: 100,
      old_price: null,
    },
    {
      id: two,
      header: `Товар ${two}`,
      articul: `A-${two}`,
      wanted: 4,
      qnt: 4,
      what: 'added',
      note: '',
      price: 100,
      old_price: null,
    },
  ])
  expect(await productsOf(buyer)).toEqual({ [one]: { [moscow]: 5 }, [two]: { [petersburg]: 4 } })
  expect((await call(initData, {}, buyer)).contracts.find(({ selected }) => selected)?.id).toBe(other)
})

test('[C.41] every line reports its outcome: reduced, rounded, missing or at another price', async () => {
  const buyer = await newBuyer(portal, world)
  const [few = 0, packed = 0, none = 0, off = 0, parent = 0, dearer = 0, full = 0] = await world.addProducts([
    { stock: [2, 3] },
    { step: 10 },
    { stock: [] },
    {},
    {},
    { price: 12_000 },
    { stock: [6] },
  ])
  await world.addProducts([{ parentId: parent }])
  await portal.pool.query('update products set active = false where id = $1', [off])
  await addToBasket(buyer, { id: full, qnt: 6 })
  const id = await ordered(
    [few, packed, none, off, parent, dearer, full].map((productId) => ({
      productId,
      warehouseId: moscow,
      quantity: 7,
    })),
  )

  const { count, lines } = await repeat(buyer, id)
  expect(count).toBe(3)
  expect(lines.map(({ id: product, qnt, what, note }) => [product, qnt, what, note])).toEqual([
    [few, 5, 'reduced', 'Количество уменьшено до остатка: можно заказать 5 шт'],
    [packed, 10, 'rounded', 'Количество округлено вверх: кратность 10 шт'],
    [none, 0, 'missing', 'Недостаточно свободных остатков на складе'],
    [off, 0, 'missing', 'Товар не продаётся по этому договору'],
    [parent, 0, 'missing', 'Выберите вариант'],
    [dearer, 7, 'priceChanged', ''],
    [full, 0, 'reduced', 'Весь остаток уже в корзине: можно заказать 6 шт'],
  ])
  expect(lines[5]).toMatchObject({ price: 120, old_price: 100 })
  expect(lines[3]).toMatchObject({ price: null, old_price: null })
  expect(await productsOf(buyer)).toEqual({
    [few]: { [moscow]: 2, [petersburg]: 3 },
    [packed]: { [moscow]: 10 },
    [dearer]: { [moscow]: 7 },
    [full]: { [moscow]: 6 },
  })
})

test('a good is replaced by its successor with the same article, brand and unit; two lines for it add up', async () => {
  const buyer = await newBuyer(portal, world)
  const [old = 0, fresh = 0, other = 0, twin = 0] = await world.addProducts([
    { articul: 'SAME-1' },
    { articul: 'SAME-1', price: 11_000, name: 'Новая карточка' },
    { articul: 'TWO-1' },
    { articul: 'TWO-1' },
  ])
  const [third = 0] = await world.addProducts([{ articul: 'TWO-1' }])
  // The same article without a brand, and one in another unit.
  const [, packed = 0] = await world.addProducts([{ articul: 'SAME-1' }, { articul: 'SAME-1', unit: 'упак' }])
  await portal.pool.query(
    `with made as (insert into brands (name, key) values ('Makita', 'makita') returning id) update products
      set brand_id = made.id from made where products.id = any($1)`,
    [[old, fresh, other, twin, third, packed]],
  )
  await portal.pool.query('update products set active = false where id = any($1)', [[old, other]])
  const id = await ordered([old, fresh, other].map((productId) => ({ productId, warehouseId: moscow, quantity: 3 })))

  const { count, lines } = await repeat(buyer, id)
  expect(count).toBe(2)
  expect(lines).toMatchObject([
    {
      id: old,
      qnt: 3,
      what: 'replaced',
      replacement: { id: fresh, header: 'Новая карточка' },
      note: 'Заменён новой карточкой: Новая карточка',
      price: 110,
      old_price: 100,
    },
    { id: fresh, qnt: 3, what: 'priceChanged' },
    { id: other, qnt: 0, what: 'missing', note: 'Товар не продаётся по этому договору' },
  ])
  expect(await productsOf(buyer)).toEqual({ [fresh]: { [moscow]: 6 } })
})

test('a product ordered from two warehouses is taken from them first and reported as one line', async () => {
  const buyer = await newBuyer(portal, world)
  const [id = 0] = await world.addProducts([{ stock: [50, 5] }])
  const order = await ordered([
    { productId: id, warehouseId: petersburg, quantity: 4 },
    { productId: id, warehouseId: moscow, quantity: 6 },
  ])
  expect((await repeat(buyer, order)).lines).toMatchObject([{ id, wanted: 10, qnt: 10, what: 'added' }])
  expect(await productsOf(buyer)).toEqual({ [id]: { [petersburg]: 5, [moscow]: 5 } })
})

test('[T.2] repeating with nothing available says so, and changes neither basket nor contract', async () => {
  const other = await world.addContract()
  const buyer = await newBuyer(portal, world, [world.contractId, other])
  await call(setContract, { id: world.contractId }, buyer)
  const [held = 0, none = 0] = await world.addProducts([{}, {}])
  await addToBasket(buyer, { id: held, qnt: 2 })
  const id = await ordered([{ productId: none, warehouseId: moscow, quantity: 1 }], other)
  await setStock(portal.db, { productId: none, warehouseId: moscow, onHand: 0 })
  expect(await repeat(buyer, id)).toMatchObject({
    status: 'success',
    count: 0,
    ...nothing,
    lines: [{ id: none, qnt: 0, what: 'missing' }],
  })
  expect(await productsOf(buyer)).toEqual({ [held]: { [moscow]: 2 } })
  expect((await call(initData, {}, buyer)).contracts.find(({ selected }) => selected)?.id).toBe(world.contractId)
  expect(await repeat(buyer, await ordered([]))).toMatchObject({ count: 0, ...nothing, lines: [] })
})

test('[R.4] a foreign order is 404; [R.6] accounts that may not buy cannot repeat', async () => {
  const [productId = 0] = await world.addProducts([{}])
  const id = await ordered([{ productId, warehouseId: moscow, quantity: 1 }])
  const stranger = await addOrganisation(portal.db, 'ООО «Чужой»')
  const foreigner = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'owner', organisationId: stranger.organisationId }),
  )
  for (const visitor of [foreigner, await newBuyer(portal, world, [])])
    await expect(repeat(visitor, id)).rejects.toMatchObject({ status: 404 })
  await expect(repeat(await newBuyer(portal, world), 2_000_000_000)).rejects.toMatchObject({ status: 404 })
  for (const accountId of [world.accountantId, world.receiverId, world.adminId]) {
    await expect(repeat(await signedIn(portal, accountId), id)).rejects.toMatchObject({ status: 403 })
  }
})

test('a long order takes as many SQL statements as a short one, and ten concurrent repeats all count', async () => {
  const buyer = await newBuyer(portal, world)
  const many = await world.addProducts(Array.from({ length: 80 }, () => ({ stock: [1000] })))
  const id = await ordered(many.map((productId) => ({ productId, warehouseId: moscow, quantity: 2 })))
  const statements = await statementsOf(portal.pool, /basket|order_lines|chosen_contracts|products/, () =>
    repeat(buyer, id),
  )
  expect(statements.length).toBeGreaterThan(3)
  expect(statements.length).toBeLessThanOrEqual(6)
  await Promise.all(Array.from({ length: 10 }, () => repeat(buyer, id)))
  const products = await productsOf(buyer)
  expect(many.map((product) => products[product])).toEqual(many.map(() => ({ [moscow]: 22 })))
})
