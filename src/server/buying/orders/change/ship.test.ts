import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifications } from '#shared/api/notifications.ts'
import { getOrder } from '#shared/api/orders.ts'
import * as api from '#shared/api/staff/orders.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder, brokenReservations } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let staff: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{}, {}] })
  owner = await signedIn(portal, world.ownerId)
  staff = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())

/** An order of 10 and 4 that is being picked. */
async function picked(state = 10): Promise<number> {
  const lines = world.productIds.map((productId, index) => ({
    productId,
    warehouseId: world.warehouseIds[0] ?? 0,
    quantity: index === 0 ? 10 : 4,
  }))
  return (await addOrder(portal.db, world, { lines, state })).id
}
const seen = async (id: number) => (await call(api.staffGetOrder, { id }, staff)).order
const ship = async (
  id: number,
  lines: [line: number, qnt: number][],
  more: { version?: number; comment?: string } = {},
) =>
  call(
    api.staffShipOrder,
    {
      id,
      version: more.version ?? (await seen(id)).version,
      lines: lines.map(([line, qnt]) => ({ line, qnt })),
      comment: more.comment,
    },
    staff,
  )
const linesOf = (id: number) =>
  portal.db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position)

test('staff ship parts of lines; the buyer sees ordered and shipped, and is notified of shortages', async () => {
  const id = await picked()
  expect(await seen(id)).toMatchObject({ shippable: true })
  expect(await ship(id, [[1, 7]], { comment: 'Остальное завтра' })).toMatchObject({
    state: 9,
    status: 'Отгружен частично',
  })
  const { order } = await call(getOrder, { id }, owner)
  expect(order.products).toMatchObject([
    { qnt: 10, shipping: 7 },
    { qnt: 4, shipping: 0 },
  ])
  const expectedText =
    `Отгружено не всё: Товар ${world.productIds[0]} (A-${world.productIds[0]}): 7 из 10 шт; ` +
    `Товар ${world.productIds[1]} (A-${world.productIds[1]}): 0 из 4 шт. Остальное завтра`
  expect(order.history.at(-1)).toMatchObject({ state: 9, author: 'Имя admin', comment: expectedText })
  expect((await call(notifications, {}, owner)).items.find(({ link }) => link === `/orders/${id}`)).toMatchObject({
    title: `Заказ ${order.numberOrder}: Отгружен частично`,
    text: expect.stringContaining('7 из 10 шт'),
  })
  expect((await portal.db.select().from(mails)).map(({ link, text }) => ({ link, text }))).toContainEqual({
    link: `/orders/${id}`,
    text: expect.stringContaining('7 из 10 шт'),
  })
  // The rest.
  expect(
    await ship(id, [
      [1, 10],
      [2, 4],
    ]),
  ).toMatchObject({ state: 11 })
  expect(await linesOf(id)).toMatchObject([{ shippedMilli: 10_000 }, { shippedMilli: 4000 }])
  expect((await seen(id)).shippable).toBe(false)
})

test('shipping is idempotent and checks the version; shipped never falls nor exceeds the ordered', async () => {
  const id = await picked()
  const { version } = await seen(id)
  await ship(id, [[1, 3]], { version })
  expect(await ship(id, [[1, 3]], { version })).toMatchObject({ state: 9, version: version + 1 })
  await expect(ship(id, [[1, 4]], { version })).rejects.toMatchObject({ status: 409, code: 'conflict' })
  await expect(ship(id, [[1, 2]])).rejects.toMatchObject({ status: 422, code: 'alreadyShipped' })
  await expect(ship(id, [[1, 11]])).rejects.toMatchObject({ status: 422, code: 'overShipped' })
  await expect(ship(id, [[9, 1]])).rejects.toMatchObject({ status: 404 })
  expect(await linesOf(id)).toMatchObject([{ shippedMilli: 3000 }, { shippedMilli: 0 }])
  await expect(ship(await picked(5), [[1, 3]])).rejects.toMatchObject({ code: 'stateChange' })
  await expect(call(api.staffShipOrder, { id, version: 1, lines: [{ line: 1, qnt: 1 }] }, owner)).rejects.toMatchObject(
    { status: 403 },
  )
})

test('closing a partly shipped order keeps its quantities; closing an unshipped one ships it in full', async () => {
  const short = await picked()
  await ship(short, [[1, 7]])
  await call(api.staffSetState, { id: short, state: 3 }, staff)
  expect(await linesOf(short)).toMatchObject([{ shippedMilli: 7000 }, { shippedMilli: 0 }])
  const whole = await picked(9)
  await call(api.staffSetState, { id: whole, state: 3 }, staff)
  expect(await linesOf(whole)).toMatchObject([{ shippedMilli: 10_000 }, { shippedMilli: 4000 }])
})

test('with on-hand figures shipping releases the reservation of shipped quantities only', async () => {
  const free = await picked()
  await ship(free, [[1, 7]])
  expect(await linesOf(free)).toMatchObject([{ reservedMilli: 10_000 }, { reservedMilli: 4000 }])
  await writeSetting(portal.db, 'stock.meaning', 'onHand')
  const onHand = await picked()
  await ship(onHand, [[1, 7]])
  expect(await linesOf(onHand)).toMatchObject([{ reservedMilli: 3000 }, { reservedMilli: 4000 }])
  await ship(onHand, [
    [1, 10],
    [2, 4],
  ])
  expect(await linesOf(onHand)).toMatchObject([{ reservedMilli: 0 }, { reservedMilli: 0 }])
  await writeSetting(portal.db, 'stock.meaning', 'free')
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('of two concurrent shipments of an order the second is refused', async () => {
  const id = await picked()
  const { version } = await seen(id)
  const answers = await Promise.allSettled([ship(id, [[1, 5]], { version }), ship(id, [[1, 6]], { version })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [row] = await portal.db.select().from(orders).where(eq(orders.id, id))
  expect(row).toMatchObject({ state: 9, revision: version + 1 })
})
