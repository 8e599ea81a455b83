import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processBasket } from '#shared/api/basket.ts'
import * as notificationsApi from '#shared/api/notifications.ts'
import * as api from '#shared/api/orders.ts'
import * as staffApi from '#shared/api/staff/orders.ts'
import { addDays, addWorkingDays, dayOf, formatDay, weekdayOf } from '#shared/rules/dates.ts'
import { stocks } from '#server/platform/db/schema/catalogue.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { deliveryMethods } from '#server/platform/db/schema/delivery.ts'
import { calendarDays, orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { contracts, organisations } from '#server/platform/db/schema/organisations.ts'
import { recordHandover, confirmHandover } from '#server/doors/exchange/orders/queries-out.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import {
  addAccount,
  addAddress,
  addConsignee,
  addOrganisation,
  createWorld,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { brokenReservations } from '#tests/support/orders.ts'
import { addZone } from '#tests/support/zones.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let manager: Visitor
let staff: Visitor
let productIds: number[]

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, {
    products: [
      { name: 'Дрель', stock: [1000] },
      { name: 'Бита', step: 5, stock: [1000] },
    ],
  })
  ;({ productIds } = world)
  owner = await signedIn(portal, world.ownerId)
  manager = await signedIn(portal, world.managerId)
  staff = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.delete(mails))

const look = async (id: number, visitor = owner) => (await call(api.getOrder, { id }, visitor)).order

/** 10 drills and 20 bits at 100.00 by the manager. */
async function order(input: Partial<Parameters<typeof orderProduct>[1]> = {}): Promise<number> {
  await call(processBasket, { id: productIds[1] ?? 0, qnt: 20, contract: world.contractId }, manager)
  return orderProduct(manager, { id: productIds[0] ?? 0, qnt: 10, contract: world.contractId, ...input })
}

const lineOf = async (id: number, productId: number | undefined) =>
  (await look(id)).products.find((line) => line.id === productId)?.line ?? 0
const reserved = async (productId = productIds[0] ?? 0) =>
  (await portal.db.select().from(stocks).where(eq(stocks.productId, productId)))[0]?.reservedMilli

test('[P.5] reducing and removing lines updates sums, stock, version, history; all are notified', async () => {
  const before = await reserved()
  const id = await order()
  const seen = await look(id, manager)
  expect(seen).toMatchObject({ sum: 3000, may: { change: true, approve: false }, products: [{ qnt: 20 }, { qnt: 10 }] })
  const [bits, drills] = seen.products
  const answer = await call(
    api.changeOrder,
    {
      id,
      version: seen.version,
      lines: [
        { line: drills?.line ?? 0, qnt: 4 },
        { line: bits?.line ?? 0, qnt: 0 },
      ],
      comment: 'Лишнее',
    },
    manager,
  )
  expect(answer).toEqual({ state: 1, status: 'Новый', version: seen.version + 1, sum: 400 })
  const after = await look(id)
  expect(after).toMatchObject({
    sum: 400,
    lines: 1,
    version: seen.version + 1,
    products: [
      { cancel: true, qnt: 20 },
      { cancel: false, qnt: 4, sum: 400 },
    ],
  })
  expect(after.history.at(-1)).toMatchObject({
    state: 1,
    author: 'Имя manager',
    comment: expect.stringMatching(/^Дрель \(.+\): 10 → 4 шт|убрано/),
  })
  expect(await reserved()).toBe((before ?? 0) + 4000)
  expect(await brokenReservations(portal.db)).toEqual([])
  const [row] = await portal.db.select().from(orders).where(eq(orders.id, id))
  expect(row).toMatchObject({ version: 2, sumKopecks: 40_000 })

  expect((await call(notificationsApi.notifications, {}, owner)).items[0]).toMatchObject({
    kind: 'order',
    title: `Заказ ${after.numberOrder} изменён`,
    link: `/orders/${id}`,
    read: false,
  })
  expect(
    (await call(notificationsApi.notifications, {}, manager)).items.filter(({ link }) => link === `/orders/${id}`),
  ).toEqual([])
  const letters = await portal.db.select().from(mails)
  expect(letters.filter(({ subject }) => subject.includes('изменён'))).toHaveLength(2)
  expect(letters.find(({ subject }) => subject.includes('изменён'))?.text).toContain('400 ₽')
})

test('a change sent twice is applied once; after another change in between it is a conflict', async () => {
  const id = await order()
  const { version } = await look(id)
  const line = await lineOf(id, productIds[0])
  const change = { id, version, lines: [{ line, qnt: 6 }] }
  const answers = await Promise.all([1, 2, 3].map(() => call(api.changeOrder, change, manager)))
  expect(answers.map((each) => each.version)).toEqual([version + 1, version + 1, version + 1])
  expect((await look(id)).history).toHaveLength(2)
  await expect(call(api.changeOrder, { ...change, lines: [{ line, qnt: 5 }] }, owner)).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    body: { version: version + 1 },
  })
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('increases, wrong multiples, unknown lines, other states and accounts are refused without effect', async () => {
  const id = await order()
  const { version } = await look(id)
  const [drills, bits] = [await lineOf(id, productIds[0]), await lineOf(id, productIds[1])]
  const change = (lines: { line: number; qnt: number }[], visitor = manager) =>
    call(api.changeOrder, { id, version, lines }, visitor)
  await expect(change([{ line: drills, qnt: 11 }])).rejects.toMatchObject({ status: 422, code: 'onlyLess' })
  await expect(change([{ line: bits, qnt: 7 }])).rejects.toMatchObject({
    status: 422,
    code: 'notChangeable',
    message: expect.stringContaining('кратно 5'),
  })
  await expect(change([{ line: 99, qnt: 1 }])).rejects.toMatchObject({ status: 404 })
  await expect(change([{ line: drills, qnt: -1 }])).rejects.toMatchObject({ status: 400 })
  for (const role of ['accountantId', 'receiverId'] as const)
    await expect(change([{ line: drills, qnt: 1 }], await signedIn(portal, world[role]))).rejects.toMatchObject({
      status: 403,
    })
  const stranger = await addOrganisation(portal.db, 'ООО «Чужие»')
  await expect(
    change(
      [{ line: drills, qnt: 1 }],
      await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId: stranger.organisationId })),
    ),
  ).rejects.toMatchObject({ status: 404 })
  for (const state of [6, 7, 10, 8, 9, 11, 3, 4]) {
    await portal.db.update(orders).set({ state }).where(eq(orders.id, id))
    await expect(change([{ line: drills, qnt: 1 }]), `state ${state}`).rejects.toMatchObject({
      status: 422,
      code: 'notChangeable',
    })
    expect((await look(id)).may.change, `state ${state}`).toBe(false)
  }
  await portal.db.update(orders).set({ state: 5 }).where(eq(orders.id, id))
  expect(await look(id)).toMatchObject({ sum: 3000, version, may: { change: true } })
})

test('removing all lines cancels the order; repeating changes nothing', async () => {
  const before = await reserved()
  const id = await order()
  const { version, products } = await look(id)
  const change = { id, version, lines: products.map(({ line }) => ({ line, qnt: 0 })) }
  expect(await call(api.changeOrder, change, manager)).toMatchObject({ state: 4, status: 'Отменён' })
  expect(await call(api.changeOrder, change, manager)).toMatchObject({ state: 4 })
  expect(await reserved()).toBe(before)
  expect(await brokenReservations(portal.db)).toEqual([])
  expect((await look(id)).history.at(-1)).toMatchObject({ state: 4, comment: 'Все строки убраны' })
})

test('below the minimum sum only cancelling all is allowed; lost free delivery is charged', async () => {
  const terms = async (set: Partial<typeof contracts.$inferInsert>) =>
    portal.db.update(contracts).set(set).where(eq(contracts.id, world.contractId))
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  const address = await addAddress(portal.db, world.organisationId)
  await terms({ minOrderKopecks: 200_000, freeDeliveryKopecks: 250_000 })
  const id = await order({ delivery_method: 1, address })
  const { version, delivery_price } = await look(id)
  expect(delivery_price).toBe(0)
  const line = await lineOf(id, productIds[0])
  await expect(
    call(
      api.changeOrder,
      {
        id,
        version,
        lines: [
          { line, qnt: 0 },
          { line: await lineOf(id, productIds[1]), qnt: 15 },
        ],
      },
      manager,
    ),
  ).rejects.toMatchObject({ code: 'belowLeastSum', body: { missing: 500 } })
  await terms({ payment: 'deferred', creditLimitKopecks: 310_000 })
  await expect(call(api.changeOrder, { id, version, lines: [{ line, qnt: 4 }] }, manager)).rejects.toMatchObject({
    code: 'creditLimit',
    body: { available: expect.any(Number) },
  })
  await terms({ creditLimitKopecks: 100_000_000 })
  expect(await call(api.changeOrder, { id, version, lines: [{ line, qnt: 4 }] }, manager)).toMatchObject({ sum: 3600 })
  expect(await look(id)).toMatchObject({ delivery_price: 1200, sum: 3600 })
  expect(
    await call(api.changeOrder, { id, version: version + 1, lines: [{ line, qnt: 0 }] }, manager),
    'down to the minimum sum itself',
  ).toMatchObject({ sum: 3200 })
  expect(await brokenReservations(portal.db)).toEqual([])
  await terms({ payment: 'prepaid', creditLimitKopecks: null, minOrderKopecks: null, freeDeliveryKopecks: null })
})

test('a reduction that ends free delivery checks the credit without counting the order twice', async () => {
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  const contract = await world.addContract({
    payment: 'deferred',
    freeDeliveryKopecks: 250_000,
    creditLimitKopecks: 359_999,
  })
  const id = await orderProduct(owner, {
    id: productIds[0] ?? 0,
    qnt: 30,
    contract,
    delivery_method: 1,
    address: await addAddress(portal.db, world.organisationId),
  })
  const { version } = await look(id)
  const lower = () => call(api.changeOrder, { id, version, lines: [{ line: 1, qnt: 24 }] }, owner)
  await expect(lower()).rejects.toMatchObject({ code: 'creditLimit', body: { available: 3599.99 } })
  await portal.db.update(contracts).set({ creditLimitKopecks: 360_000 }).where(eq(contracts.id, contract))
  expect(await lower()).toMatchObject({ sum: 3600 })
})

test('1C gets the new version of a reduced order; an ended reservation releases nothing', async () => {
  const exchangeAccountId = await addAccount(portal.db, { role: 'exchange' })
  const id = await order()
  expect(await recordHandover(portal.db, { exchangeAccountId })).toContain(id)
  await confirmHandover(portal.db, { exchangeAccountId })
  expect((await call(staffApi.staffGetOrder, { id }, staff)).order.handover).toMatchObject({
    state: 'confirmed',
    at: expect.any(String),
  })
  await portal.db.update(orderLines).set({ reservedMilli: 0 }).where(eq(orderLines.orderId, id))
  await portal.db.update(stocks).set({ reservedMilli: 0 })
  await portal.db.update(orderLines).set({ reservedMilli: 0 })
  const { version } = await look(id)
  await call(api.changeOrder, { id, version, lines: [{ line: await lineOf(id, productIds[0]), qnt: 1 }] }, manager)
  expect(await brokenReservations(portal.db)).toEqual([])
  expect((await call(staffApi.staffGetOrder, { id }, staff)).order.handover).toMatchObject({ state: 'waiting' })
  expect(await recordHandover(portal.db, { exchangeAccountId })).toContain(id)
  expect((await call(staffApi.staffGetOrder, { id }, staff)).order.handover).toMatchObject({ state: 'given' })
})

test('staff reduce lines, set date and comment when the buyer may not; the buyer is notified and mailed', async () => {
  const id = await order()
  await call(staffApi.staffSetState, { id, state: 5, comment: 'Приняли' }, staff)
  await call(staffApi.staffSetState, { id, state: 10 }, staff)
  const { version, changeable, products } = (await call(staffApi.staffGetOrder, { id }, staff)).order
  expect(changeable).toBe(true)
  // A state in which the buyer may change nothing, and a date the buyer could not choose.
  const date = formatDay(addWorkingDays(dayOf(new Date()), 9, new Map()))
  const line = products.find((each) => each.id === productIds[0])?.line ?? 0
  const changed = await call(
    staffApi.staffChangeOrder,
    { id, version, lines: [{ line, qnt: 3 }], date, comment: 'Больше нет на складе' },
    staff,
  )
  expect(changed).toMatchObject({ state: 10, version: version + 1 })
  const after = await look(id, manager)
  expect(after).toMatchObject({ sum: 2300, date, state: 10 })
  expect(after.history.at(-1)?.comment).toMatch(/10 → 3 шт\. Дата доставки: .*\. Больше нет на складе$/)
  const bell = await call(notificationsApi.notifications, {}, manager)
  expect(bell.items.filter(({ link }) => link === `/orders/${id}`)).toHaveLength(3)
  expect(bell.items[0]?.text).toContain('Больше нет на складе')
  expect(
    (await portal.db.select().from(mails)).filter(({ subject }) => subject.startsWith(`Заказ ${after.numberOrder}`)),
  ).toHaveLength(8)

  await expect(call(staffApi.staffChangeOrder, { id, version, comment: 'Ещё' }, staff)).rejects.toMatchObject({
    status: 409,
  })
  await expect(call(staffApi.staffChangeOrder, { id, version: version + 1 }, staff)).rejects.toMatchObject({
    code: 'nothingChanged',
  })
  await expect(
    call(staffApi.staffChangeOrder, { id, version: version + 1, date: '01.01.2026' }, staff),
  ).rejects.toMatchObject({ code: 'deliveryDate' })
  await portal.db.update(orders).set({ state: 11 }).where(eq(orders.id, id))
  await expect(
    call(staffApi.staffChangeOrder, { id, version: version + 1, lines: [{ line, qnt: 1 }] }, staff),
  ).rejects.toMatchObject({ code: 'notChangeable' })
  expect(
    await call(staffApi.staffChangeOrder, { id, version: version + 1, comment: 'Машина выехала' }, staff),
  ).toMatchObject({ state: 11 })
  expect(await brokenReservations(portal.db)).toEqual([])
})

test('[V.12] a date without delivery needs a confirmation by staff', async () => {
  const zone = await addZone(portal.db, { weekdays: [1, 3] })
  const consigneeId = await addConsignee(portal.db, world.organisationId, { attorneyValidTo: dayOf(new Date()) })
  const id = await order()
  await portal.db.update(orders).set({ deliveryMethodId: 1, deliveryZoneId: zone }).where(eq(orders.id, id))
  const version = async () => (await call(staffApi.staffGetOrder, { id }, staff)).order.version
  const date = async (day: string, any_day = false) =>
    call(staffApi.staffChangeOrder, { id, version: await version(), date: formatDay(day), any_day }, staff)
  const ahead = (weekday: number) =>
    [15, 16, 17, 18, 19, 20, 21]
      .map((days) => addDays(dayOf(new Date()), days))
      .find((day) => weekdayOf(day) === weekday) ?? ''
  const [monday, tuesday, sunday] = [ahead(1), ahead(2), ahead(7)]
  // In any season.
  const later = addDays(monday, 7)
  await portal.db.delete(calendarDays)
  await portal.db.insert(calendarDays).values([monday, tuesday, later].map((day) => ({ day, working: true })))
  const refused = (message: string) => ({
    status: 422,
    code: 'unusualDay',
    message,
    body: { fields: { date: message } },
  })
  await expect(date(sunday)).rejects.toMatchObject(refused(`${formatDay(sunday)} – нерабочий день`))
  await expect(date(tuesday)).rejects.toMatchObject(refused(`В зону «Центр» ${formatDay(tuesday)} не возят`))
  await date(monday)
  await portal.db.update(orders).set({ consigneeId }).where(eq(orders.id, id))
  await expect(date(later)).rejects.toMatchObject(
    refused(`Доверенность получателя действует по ${formatDay(dayOf(new Date()))}`),
  )
  await date(sunday, true)
  expect((await look(id, manager)).date).toBe(formatDay(sunday))
  // A request that repeats the current date does not change it.
  await call(
    staffApi.staffChangeOrder,
    { id, version: await version(), date: formatDay(sunday), comment: 'Ждём' },
    staff,
  )
})

test('staff decline a cancellation request with a comment, or grant it', async () => {
  const id = await order()
  await portal.db.update(orders).set({ state: 10 }).where(eq(orders.id, id))
  await call(api.cancelOrder, { id, comment: 'Не нужно' }, manager)
  for (const again of [1, 2])
    expect(
      await call(staffApi.staffDeclineCancellation, { id, comment: 'Уже в пути' }, staff),
      `${again}`,
    ).toMatchObject({
      state: 10,
    })
  const seen = await look(id)
  expect(seen).toMatchObject({ cancel_requested: false, may: { askToCancel: true } })
  expect(seen.history.filter(({ comment }) => comment.includes('Уже в пути'))).toHaveLength(1)
  await call(api.cancelOrder, { id }, manager)
  await call(staffApi.staffSetState, { id, state: 4, comment: 'Хорошо' }, staff)
  expect((await call(notificationsApi.notifications, {}, manager)).items[0]).toMatchObject({
    title: `Заказ ${seen.numberOrder}: Отменён`,
  })
})

test('demo visitors get notifications, and no mail is sent', async () => {
  await portal.db.update(organisations).set({ demo: true }).where(eq(organisations.id, world.organisationId))
  const id = await order()
  // Staff do not see orders of visitors.
  await expect(call(staffApi.staffSetState, { id, state: 5 }, staff)).rejects.toMatchObject({ code: 'notFound' })
  await call(api.cancelOrder, { id }, owner)
  expect((await call(notificationsApi.notifications, {}, manager)).items[0]?.link).toBe(`/orders/${id}`)
  expect(await portal.db.select().from(mails)).toEqual([])
  await portal.db.update(organisations).set({ demo: false }).where(eq(organisations.id, world.organisationId))
})
