import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actingActions, endActing, startActing } from '#shared/api/administration/acting.ts'
import {
  clearBasket,
  getBasketData,
  processBasket,
  processBasketUpdate,
  processProductSet,
  saveBasketComment,
  undoBasketEdits,
} from '#shared/api/basket.ts'
import { addToDraft, repeatDraft } from '#shared/api/drafts.ts'
import { createOrder } from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { purgeStaffEdits } from './staff-edits.ts'

let portal: TestApp
let world: World
let buyer: Visitor
let sales: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  const products = ['Дрель', 'Бита', 'Круг', 'Пила'].map((name) => ({ name, stock: [100, 100] }))
  world = await createWorld(portal.db, { products })
})
beforeEach(async () => {
  const of = { organisationId: world.organisationId, contractIds: [world.contractId] }
  const buyerId = await addAccount(portal.db, { role: 'owner', name: 'Павел Громов', ...of })
  buyer = await signedIn(portal, buyerId)
  sales = await signedIn(portal, await addAccount(portal.db, { role: 'sales', name: 'Анна Ковалёва' }))
  await call(processProductSet, { products: { [drill()]: 3, [bit()]: 20 }, order: [drill(), bit()] }, buyer)
  await call(startActing, { id: world.organisationId, account: buyerId }, sales)
})
afterAll(() => portal.close())

const drill = () => world.productIds[0] ?? 0
const bit = () => world.productIds[1] ?? 0
const disc = () => world.productIds[2] ?? 0
const saw = () => world.productIds[3] ?? 0
const read = (who: Visitor) => call(getBasketData, {}, who)
const set = (id: number, qnt: number, who = sales) => call(processBasketUpdate, { id, qnt }, who)
const undo = (who: Visitor) => call(undoBasketEdits, {}, who)

async function quantities(who = buyer): Promise<[number, number][]> {
  return (await read(who)).lines.map(({ id, qnt }) => [id, qnt])
}

async function marks(who = buyer) {
  const { lines, edits } = await read(who)
  return { marked: lines.flatMap(({ id, edited }) => (edited ? [[id, edited.by]] : [])), ...edits }
}

test('what staff change as a buyer is marked in the lines, for them and for the buyer', async () => {
  await set(drill(), 5)
  await set(bit(), 0)
  await call(processBasket, { id: disc(), qnt: 7 }, sales)
  const expected = {
    marked: [
      [drill(), 'Анна Ковалёва'],
      [disc(), 'Анна Ковалёва'],
    ],
    count: 3,
    by: ['Анна Ковалёва'],
  }
  expect(await marks(sales)).toEqual(expected)
  expect(await marks(buyer)).toEqual(expected)
})

test('undoing restores quantities, comments and removed lines, and takes out what was added', async () => {
  await call(saveBasketComment, { id: drill(), wms: await warehouseOf(drill()), comment: 'Синюю' }, buyer)
  await set(drill(), 4)
  await set(drill(), 5)
  await call(saveBasketComment, { id: drill(), wms: await warehouseOf(drill()), comment: 'Красную' }, sales)
  await set(bit(), 25)
  await set(bit(), 0)
  await call(processBasket, { id: disc(), qnt: 7 }, sales)
  const { lines, stats } = await undo(sales)
  expect(stats.count).toEqual({ products: 2, total: 23 })
  expect(lines.map(({ id, qnt }) => [id, qnt])).toEqual(
    expect.arrayContaining([
      [drill(), 3],
      [bit(), 20],
    ]),
  )
  expect(await quantities()).toEqual([
    [drill(), 3],
    [bit(), 20],
  ])
  expect((await read(buyer)).lines[0]?.comment).toBe('Синюю')
  expect(await marks()).toEqual({ marked: [], count: 0, by: [] })
  const again = await undo(sales)
  expect([again.lines, again.stats.count]).toEqual([[], { products: 2, total: 23 }])
})

test('a line that the buyer changed since is the buyer’s own again and stays', async () => {
  await set(drill(), 5)
  await set(bit(), 25)
  await set(drill(), 6, buyer)
  expect((await marks()).marked).toEqual([[bit(), 'Анна Ковалёва']])
  await undo(sales)
  expect(await quantities()).toEqual([
    [drill(), 6],
    [bit(), 20],
  ])
  // Going on from the buyer's quantity, not from the first one.
  await set(drill(), 9)
  await undo(sales)
  expect(await quantities()).toContainEqual([drill(), 6])
})

test('a quantity set back by hand is no edit', async () => {
  await set(drill(), 5)
  await set(drill(), 3)
  expect((await marks()).count).toBe(0)
})

test('staff undo their own edits, the buyer those of all; clearing is an edit too', async () => {
  await call(clearBasket, {}, sales)
  expect((await marks()).count).toBe(2)
  const other = await actAsBuyer('Сергей Орлов')
  await set(saw(), 2, other)
  expect(await marks(other)).toMatchObject({ count: 1, by: ['Сергей Орлов'] })
  await undo(other)
  expect(await quantities()).toEqual([])
  await undo(buyer)
  expect(await quantities()).toEqual([
    [drill(), 3],
    [bit(), 20],
  ])
})

test('two people on one line: each undoes what they found, the buyer what was theirs', async () => {
  const other = await actAsBuyer('Сергей Орлов')
  await set(drill(), 20)
  await set(drill(), 5, other)
  expect(await marks(sales)).toMatchObject({ marked: [[drill(), 'Сергей Орлов']], count: 0 })
  await undo(other)
  expect(await quantities()).toContainEqual([drill(), 20])
  expect((await marks(sales)).marked).toEqual([[drill(), 'Анна Ковалёва']])
  await set(drill(), 5, other)
  await set(drill(), 7)
  await undo(buyer)
  expect(await quantities()).toContainEqual([drill(), 3])
  expect((await marks()).count).toBe(0)
})

test('a line that staff removed comes back after the day for which it is kept', async () => {
  await set(bit(), 0)
  await portal.db.execute(sql`update basket_removed_lines set removed_at = now() - interval '3 days'`)
  const { lines } = await undo(buyer)
  expect(lines.map(({ id, qnt }) => [id, qnt])).toEqual([[bit(), 20]])
  expect(await quantities()).toContainEqual([bit(), 20])
})

test('a draft with comments put back and a basket made a draft are edits too', async () => {
  await call(saveBasketComment, { id: drill(), wms: await warehouseOf(drill()), comment: 'Синюю' }, buyer)
  const { id } = await call(addToDraft, { contract: world.contractId, clear: true }, buyer)
  await call(repeatDraft, { id }, sales)
  expect((await read(buyer)).lines[0]?.comment).toBe('Синюю')
  expect((await marks()).marked).toHaveLength(2)
  await undo(sales)
  expect(await quantities()).toEqual([])
  await call(processBasket, { id: saw(), qnt: 2 }, buyer)
  await call(addToDraft, { contract: world.contractId, clear: true }, sales)
  expect((await marks()).count).toBe(1)
  await undo(buyer)
  expect(await quantities()).toEqual([[saw(), 2]])
})

test('emptied by the buyer, a basket tells no more of what staff removed', async () => {
  await set(bit(), 0)
  await call(clearBasket, {}, buyer)
  expect((await marks()).count).toBe(0)
})

test('an order takes the edits with it, and old ones are forgotten', async () => {
  await set(bit(), 0)
  const placing = { contract: world.contractId, delivery_method: deliveryMethodId('pickup') }
  await call(createOrder, placing, { ...buyer, key: randomUUID() })
  expect(await marks()).toEqual({ marked: [], count: 0, by: [] })
  await set(saw(), 2)
  await portal.db.execute(sql`update basket_edits set edited_at = now() - interval '6 days'`)
  expect(await purgeStaffEdits(portal)).toBe(0)
  await portal.db.execute(sql`update basket_edits set edited_at = now() - interval '8 days'`)
  expect(await purgeStaffEdits(portal)).toBeGreaterThan(0)
})

test('without acting nothing is recorded', async () => {
  await set(drill(), 8, buyer)
  const { rows } = await portal.db.execute(sql`
    select from basket_edits join baskets on baskets.id = basket_id join accounts on accounts.id = account_id
    where accounts.name = 'Павел Громов' and product_id = ${drill()} and after_milli = 8000`)
  expect(rows).toHaveLength(0)
  expect((await marks()).count).toBe(0)
})

test('[P.8] staff see what they have done so far for the buyer, and nothing after they returned', async () => {
  await set(drill(), 5)
  const { id } = await call(
    createOrder,
    { contract: world.contractId, delivery_method: deliveryMethodId('pickup') },
    { ...sales, key: randomUUID(), askedBy: 'Звонок 20.11 в 13:58' },
  )
  expect(id).toBeGreaterThan(0)
  await set(saw(), 2)
  const { items } = await call(actingActions, {}, sales)
  expect(items.map(({ action, changes }) => [action, changes[0]?.before ?? null, changes[0]?.after])).toEqual([
    ['Товар в корзину', null, '2 шт'],
    expect.arrayContaining([expect.stringMatching(/[Зз]аказ/)]),
  ])
  expect(items[0]?.object).toBe('Пила')
  expect((await call(actingActions, {}, buyer)).items).toEqual([])
  await call(endActing, {}, sales)
  expect((await call(actingActions, {}, sales)).items).toEqual([])
})

/** Another person of the staff acts as the buyer. */
async function actAsBuyer(name: string): Promise<Visitor> {
  const other = await signedIn(portal, await addAccount(portal.db, { role: 'sales', name }))
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`select account_id as id from actings order by started_at desc limit 1`,
  )
  await call(startActing, { id: world.organisationId, account: rows[0]?.id ?? 0 }, other)
  return other
}

async function warehouseOf(id: number): Promise<number> {
  return (await read(buyer)).lines.find((line) => line.id === id)?.wms ?? 0
}
