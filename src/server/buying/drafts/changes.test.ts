import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/drafts.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket } from '#tests/support/basket.ts'
import { createWorld, newBuyer, setPrice, setStock, type ProductInput, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let moscow: number
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  ;[moscow = 0] = world.warehouseIds
})
afterAll(() => portal.close())

/** A draft of six of each. */
async function saved(inputs: ProductInput[]) {
  const buyer = await newBuyer(portal, world)
  const ids = await world.addProducts(inputs)
  for (const id of ids) await addToBasket(buyer, { id, qnt: 6 })
  const { id } = await call(api.addToDraft, { header: 'Черновик' }, buyer)
  return { buyer, id, ids }
}

const open = async (buyer: Visitor, id: number) => (await call(api.getDraft, { id }, buyer)).draft
const accept = (
  buyer: Visitor,
  id: number,
  lines: { id: number; price?: number; qnt: number; replacement?: number }[],
) => call(api.acceptDraft, { id, lines }, buyer)
const setKopecks = (productId: number, priceKopecks: number) =>
  setPrice(portal.db, { productIds: [productId], priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks })
const withdraw = (id: number) => portal.pool.query('update products set active = false where id = $1', [id])

async function sameBrand(ids: number[]): Promise<void> {
  await portal.pool.query(
    `with made as (insert into brands (name, key) values ('Makita', 'makita')
      on conflict (key) do update set name = excluded.name returning id) update products set brand_id = made.id
      from made where products.id = any($1)`,
    [ids],
  )
}

test('[E.6] an opened draft reports changes of each line: price, stock, step, no longer available', async () => {
  const { buyer, id, ids } = await saved([{}, {}, {}, {}, {}, {}])
  const [same = 0, dearer = 0, scarce = 0, packed = 0, off = 0, none = 0] = ids
  await setKopecks(dearer, 11_050)
  await setStock(portal.db, { productId: scarce, warehouseId: moscow, onHand: 4 })
  await portal.pool.query('update products set step_milli = 4000 where id = $1', [packed])
  await withdraw(off)
  await setStock(portal.db, { productId: none, warehouseId: moscow, onHand: 0 })
  const { products, sum } = await open(buyer, id)
  expect(
    products.map(({ id: product, changes, qnt, price, now }) => [
      product,
      changes,
      qnt,
      price,
      now && [now.price, now.qnt, now.available, now.step],
    ]),
  ).toEqual([
    [same, [], 6, 100, [100, 6, 100, 1]],
    [dearer, ['price'], 6, 100, [110.5, 6, 100, 1]],
    [scarce, ['stock'], 6, 100, [100, 4, 4, 1]],
    [packed, ['step'], 6, 100, [100, 8, 100, 4]],
    [off, ['gone'], 6, 100, null],
    [none, ['stock'], 6, 100, [100, 0, 0, 1]],
  ])
  expect(sum).toBe(3600)
})

test('accepting a line applies today’s price, step and quantity; accepting it again changes nothing', async () => {
  const { buyer, id, ids } = await saved([{}, {}, {}])
  const [dearer = 0, scarce = 0, packed = 0] = ids
  await setKopecks(dearer, 11_050)
  await setStock(portal.db, { productId: scarce, warehouseId: moscow, onHand: 4 })
  await portal.pool.query('update products set step_milli = 4000 where id = $1', [packed])
  const { draft } = await accept(buyer, id, [{ id: dearer, price: 110.5, qnt: 6 }])
  expect(draft.products.map(({ changes }) => changes)).toEqual([[], ['stock'], ['step']])
  const agreed = [
    { id: scarce, price: 100, qnt: 4 },
    { id: packed, price: 100, qnt: 8 },
  ]
  await accept(buyer, id, agreed)
  const again = await accept(buyer, id, agreed)
  expect(again.draft.products.map(({ qnt, price, step, changes }) => [qnt, price, step, changes])).toEqual([
    [6, 110.5, 1, []],
    [4, 100, 1, []],
    [8, 100, 4, []],
  ])
  expect(again.draft.sum).toBe(1863)
})

test('accepting a line that changed since shown is a conflict; unavailable goods cannot be accepted', async () => {
  const { buyer, id, ids } = await saved([{}, {}, {}])
  const [dearer = 0, scarce = 0, none = 0] = ids
  await setKopecks(dearer, 11_050)
  await setStock(portal.db, { productId: scarce, warehouseId: moscow, onHand: 4 })
  await setStock(portal.db, { productId: none, warehouseId: moscow, onHand: 0 })
  const seen = [
    { id: scarce, price: 100, qnt: 4 },
    { id: dearer, price: 110.5, qnt: 6 },
  ]
  await setKopecks(dearer, 12_000)
  await expect(accept(buyer, id, seen)).rejects.toMatchObject({
    status: 409,
    code: 'draftChanged',
    body: { id: dearer },
  })
  await expect(accept(buyer, id, [{ id: dearer, qnt: 6 }])).rejects.toMatchObject({ status: 409 })
  await expect(accept(buyer, id, [{ id: none, price: 100, qnt: 0 }])).rejects.toMatchObject({
    status: 422,
    code: 'insufficientStock',
  })
  await expect(accept(buyer, id, [{ id: 2_000_000_000, price: 100, qnt: 1 }])).rejects.toMatchObject({ status: 404 })
  expect((await open(buyer, id)).products.map(({ changes }) => changes)).toEqual([['price'], ['stock'], ['stock']])
})

test('a discontinued good gets a successor, one out of stock an analogue; accepting replaces or merges', async () => {
  const { buyer, id, ids } = await saved([
    { articul: 'SAME-7' },
    { name: 'Кончился' },
    { name: 'Остался' },
    { articul: 'SAME-8' },
  ])
  const [old = 0, out = 0, stays = 0, lost = 0] = ids
  const [fresh = 0, analogue = 0, empty = 0] = await world.addProducts([
    { articul: 'SAME-7', price: 12_000, name: 'Новая карточка' },
    { name: 'Аналог', step: 10 },
    { stock: [] },
  ])
  await sameBrand([old, fresh])
  for (const product of [old, lost]) await withdraw(product)
  await setStock(portal.db, { productId: out, warehouseId: moscow, onHand: 0 })
  await portal.pool.query(
    `insert into product_binds (product_id, kind, bound_id, own, position)
      values ($1, 'analogue', $2, true, 1), ($1, 'analogue', $3, true, 2), ($4, 'analogue', $5, true, 1)`,
    [out, empty, analogue, lost, stays],
  )

  const { products } = await open(buyer, id)
  expect(
    products.map(({ id: product, replacement }) => [
      product,
      replacement && [replacement.id, replacement.same, replacement.qnt, replacement.price],
    ]),
  ).toEqual([
    [old, [fresh, true, 6, 120]],
    [out, [analogue, false, 10, 100]],
    [stays, null],
    [lost, [stays, false, 6, 100]],
  ])
  await expect(accept(buyer, id, [{ id: old, price: 120, qnt: 6 }])).rejects.toMatchObject({ status: 409 })
  const agreed = [
    { id: old, price: 120, qnt: 6, replacement: fresh },
    { id: out, price: 100, qnt: 10, replacement: analogue },
    { id: lost, price: 100, qnt: 6, replacement: stays },
    { id: stays, price: 100, qnt: 6 },
  ]
  const { draft } = await accept(buyer, id, agreed)
  expect(draft.products.map(({ id: product, qnt, price, changes }) => [product, qnt, price, changes])).toEqual([
    [fresh, 6, 120, []],
    [analogue, 10, 100, []],
    [stays, 12, 100, []],
  ])
  expect((await accept(buyer, id, agreed.slice(0, 2))).draft.products).toEqual(draft.products)
})

test('draft quantities are rounded to the step, not capped by stock; a removed line is restored', async () => {
  const { buyer, id, ids } = await saved([{}, { step: 2 }, {}])
  const [one = 0, packed = 0, two = 0] = ids
  const { draft } = await call(
    api.changeDraft,
    {
      id,
      lines: [
        { id: one, qnt: 250 },
        { id: packed, qnt: 6.5 },
        { id: two, qnt: 0 },
      ],
    },
    buyer,
  )
  expect(draft.products.map(({ id: product, qnt, changes, now }) => [product, qnt, changes, now?.qnt])).toEqual([
    [one, 250, ['stock'], 100],
    [packed, 8, [], 8],
  ])
  const back = await call(api.restoreDraftLines, { id, lines: [two] }, buyer)
  expect(back.draft.products.map(({ id: product, qnt }) => [product, qnt])).toEqual([
    [one, 250],
    [packed, 8],
    [two, 6],
  ])
  await expect(call(api.changeDraft, { id, lines: [{ id: 2_000_000_000, qnt: 1 }] }, buyer)).rejects.toMatchObject({
    status: 404,
  })
  await expect(call(api.changeDraft, { id, lines: [{ id: one, qnt: 1_000_001 }] }, buyer)).rejects.toMatchObject({
    status: 400,
  })
})

test('concurrent changes of different lines from two windows both take effect', async () => {
  const { buyer, id, ids } = await saved(Array.from({ length: 8 }, () => ({})))
  await Promise.all(
    ids.map((product, index) => call(api.changeDraft, { id, lines: [{ id: product, qnt: index + 10 }] }, buyer)),
  )
  expect((await open(buyer, id)).products.map(({ qnt }) => qnt)).toEqual(ids.map((_, index) => index + 10))
})

test('with hidden exact stock the page shows only the allowed figure and the available quantity', async () => {
  const contract = await world.addContract({ stockDisplay: 'more', stockCapMilli: 10_000 })
  const buyer = await newBuyer(portal, world, [contract])
  const [one = 0] = await world.addProducts([{}])
  await addToBasket(buyer, { id: one, qnt: 50 })
  const { id } = await call(api.addToDraft, {}, buyer)
  expect((await open(buyer, id)).products).toMatchObject([
    { changes: [], now: { available: 10, stock_label: 'более 10', qnt: 50 } },
  ])
})

test('with a chosen warehouse only its stock counts, as in the basket', async () => {
  const { buyer, id, ids } = await saved([{ stock: [4, 10] }])
  expect((await open(buyer, id)).products).toMatchObject([{ changes: [], now: { available: 14, qnt: 6 } }])
  await portal.pool.query(
    `insert into chosen_warehouses (account_id, contract_id, warehouse_id) select account_id, contract_id, $2
      from drafts where id = $1`,
    [id, moscow],
  )
  expect((await open(buyer, id)).products).toMatchObject([
    { id: ids[0], changes: ['stock'], now: { available: 4, qnt: 4 } },
  ])
})
