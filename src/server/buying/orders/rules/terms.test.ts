import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as baskets from '#shared/api/basket.ts'
import * as api from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { addDays, addWorkingDays, dayOf, formatDay, parseDay } from '#shared/rules/dates.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import {
  deliveryCompanies,
  deliveryMethods,
  deliveryTerminals,
  deliveryTypes,
} from '#server/platform/db/schema/delivery.ts'
import { calendarDays, orderLines, orders } from '#server/platform/db/schema/orders.ts'
import { addresses as addressRows } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { fillBasket, placeOrder } from '#tests/support/checkout.ts'
import {
  addAddress,
  addConsignee,
  addOrganisation,
  createWorld,
  newBuyer,
  type World,
} from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
})
afterAll(() => portal.close())

test('[V.14] a stopped contract refuses orders with the contract’s title and debt alert [E.11]', async () => {
  const at = await fillBasket(portal, world, [{}], { stopOrders: true, debtAlert: 'По договору просрочено 10 000 ₽' })
  await expect(placeOrder(at)).rejects.toMatchObject({
    status: 422,
    code: 'ordersSuspended',
    message: 'По договору просрочено 10 000 ₽',
    body: { title: 'Уведомление о приостановке заказов' },
  })
  expect((await call(baskets.getBasketData, { contract: at.contract }, at.buyer)).count.products).toBe(1)
})

test('an inactive contract and an empty basket are refused', async () => {
  const yesterday = addDays(dayOf(new Date()), -1)
  await expect(placeOrder(await fillBasket(portal, world, [{}], { status: 'suspended' }))).rejects.toMatchObject({
    status: 422,
    code: 'contractInactive',
  })
  await expect(placeOrder(await fillBasket(portal, world, [{}], { validTo: yesterday }))).rejects.toMatchObject({
    code: 'contractInactive',
  })
  await placeOrder(await fillBasket(portal, world, [{}], { validTo: dayOf(new Date()) }))
  await expect(placeOrder(await fillBasket(portal, world, []))).rejects.toMatchObject({
    status: 422,
    code: 'emptyBasket',
  })
})

test('the credit limit applies only to deferred payment and counts unshipped orders', async () => {
  const limited = { payment: 'deferred', creditLimitKopecks: 50_000, debtKopecks: 20_000, advanceKopecks: 1000 }
  const at = await fillBasket(portal, world, [{ price: 15_000, qnt: 2, stock: [100] }], limited)
  const { id } = await placeOrder(at)
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
  await expect(placeOrder(at, {}, `${at.key}-2`)).rejects.toMatchObject({
    status: 422,
    code: 'creditLimit',
    body: { available: 10 },
  })
  const [line] = await portal.db.select().from(orders).where(eq(orders.contractId, at.contract))
  expect(line).toMatchObject({ payUntil: null })
  await call(api.cancelOrder, { id }, at.buyer)
  await placeOrder(at, {}, `${at.key}-3`)
  const half = await fillBasket(portal, world, [{ unit: 'кг', step: 0.5, price: 1841, qnt: 0.5 }], {
    payment: 'deferred',
    creditLimitKopecks: 1841,
  })
  await placeOrder(half)
  await call(baskets.processBasket, { id: half.ids[0] ?? 0, qnt: 0.5, contract: half.contract }, half.buyer)
  await expect(placeOrder(half, {}, `${half.key}-2`), 'half a kopeck is rounded up').rejects.toMatchObject({
    code: 'creditLimit',
    body: { exceeds: 0.01 },
  })
  await placeOrder(await fillBasket(portal, world, [{ price: 90_000 }], { ...limited, payment: 'prepaid' }))
})

test('unshipped sums count against the credit with delivery, which ships with the first goods', async () => {
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  const address = await addAddress(portal.db, world.organisationId)
  const at = await fillBasket(portal, world, [{ price: 10_000, stock: [100] }], {
    payment: 'deferred',
    creditLimitKopecks: 140_000,
  })
  const { id } = await placeOrder(at, { delivery_method: 1, address })
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 2, contract: at.contract }, at.buyer)
  await expect(placeOrder(at, {}, `${at.key}-2`)).rejects.toMatchObject({
    code: 'creditLimit',
    body: { available: 100, exceeds: 100 },
  })
  await portal.db.update(orders).set({ state: 9 }).where(eq(orders.id, id))
  const { id: second } = await placeOrder(at, {}, `${at.key}-2`)

  // Shipped goods count as debt and removed lines not at all: 1400 − 200, then 1400 − 1200.
  await portal.db.update(orderLines).set({ shippedMilli: 1000 }).where(eq(orderLines.orderId, id))
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 12, contract: at.contract }, at.buyer)
  await placeOrder(at, {}, `${at.key}-3`)
  await portal.db.update(orderLines).set({ cancelled: true }).where(eq(orderLines.orderId, second))
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 2, contract: at.contract }, at.buyer)
  await placeOrder(at, {}, `${at.key}-4`)
})

test('two concurrent orders share one credit limit', async () => {
  const contract = await world.addContract({ payment: 'deferred', creditLimitKopecks: 15_000 })
  const ids = await world.addProducts(Array.from({ length: 6 }, () => ({})))
  const buyers = await Promise.all(
    ids.map(async (id) => {
      const buyer = await newBuyer(portal, world, [contract])
      await call(baskets.processBasket, { id, qnt: 1, contract }, buyer)
      return buyer
    }),
  )
  const tries = buyers.map((buyer, index) =>
    call(
      api.createOrder,
      { contract, delivery_method: deliveryMethodId('pickup') },
      { ...buyer, key: `credit-${index}` },
    ),
  )
  const settled = await Promise.allSettled(tries)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an order above the employee’s limit waits for approval', async () => {
  const at = await fillBasket(portal, world, [{ price: 10_000 }])
  await portal.db.update(accounts).set({ orderLimitKopecks: 5000 }).where(eq(accounts.id, at.accountId))
  const { id, awaits } = await placeOrder(at)
  expect((await portal.db.select().from(orders).where(eq(orders.id, id)))[0]?.state).toBe(2)
  const heads = await portal.db
    .select()
    .from(accounts)
    .where(
      and(eq(accounts.organisationId, world.organisationId), eq(accounts.role, 'owner'), eq(accounts.enabled, true)),
    )
  expect(awaits, 'for whom').toEqual(heads.toSorted((one, other) => one.id - other.id).map(({ name }) => name))
  expect(
    (await call(api.findPlacedOrder, { key: at.key }, at.buyer)).order?.awaits,
    'also where the answer was lost',
  ).toEqual(awaits)
  expect((await placeOrder(at)).awaits, 'sent again').toEqual(awaits)
  expect((await placeOrder(await fillBasket(portal, world, [{}]))).awaits).toBeNull()
})

test('[E.12] own transport needs an address, charged below the contract’s sum; a carrier its terminal', async () => {
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
  const address = await addAddress(portal.db, world.organisationId)
  const consignee = await addConsignee(portal.db, world.organisationId)
  const at = await fillBasket(portal, world, [{ price: 10_000, stock: [100] }], { freeDeliveryKopecks: 30_000 })
  await expect(placeOrder(at, { delivery_method: 1 })).rejects.toMatchObject({
    status: 422,
    code: 'deliveryIncomplete',
    body: { fields: { address: expect.any(String) } },
  })
  const paid = await placeOrder(at, { delivery_method: 1, address, consignee })
  expect(paid.sum).toBe(1300)
  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 3, contract: at.contract }, at.buyer)
  expect((await placeOrder(at, { delivery_method: 1, address }, `${at.key}-free`)).sum).toBe(300)

  const [company] = await portal.db.insert(deliveryCompanies).values({ name: 'Деловые линии' }).returning()
  const delivery_company = company?.id ?? 0
  const [toTerminal, toDoor] = await portal.db
    .insert(deliveryTypes)
    .values([
      { companyId: delivery_company, name: 'Терминал' },
      { companyId: delivery_company, name: 'До двери', toTerminal: false },
    ])
    .returning()
  const [terminal] = await portal.db
    .insert(deliveryTerminals)
    .values({ companyId: delivery_company, city: 'Тула', address: 'Ленина, 1' })
    .returning()
  const init = await call(baskets.getBasketTableInit, {}, at.buyer)
  expect(init.delivery_companies).toMatchObject([
    {
      id: delivery_company,
      types: [
        { id: toTerminal?.id, selected: true },
        { id: toDoor?.id, selected: false },
      ],
      terminals: [{ city: 'Тула' }],
    },
  ])

  const carried = await fillBasket(portal, world, [{}])
  await expect(placeOrder(carried, { delivery_method: 2 })).rejects.toMatchObject({
    body: { fields: { delivery_company: expect.any(String) } },
  })
  await expect(placeOrder(carried, { delivery_method: 2, delivery_company })).rejects.toMatchObject({
    body: { fields: { terminal: expect.any(String) } },
  })
  await expect(
    placeOrder(carried, { delivery_method: 2, delivery_company, delivery_type: toDoor?.id }),
  ).rejects.toMatchObject({ body: { fields: { address: expect.any(String) } } })
  const { id } = await placeOrder(carried, { delivery_method: 2, delivery_company, terminal: terminal?.id })
  expect((await call(api.getOrder, { id }, carried.buyer)).order).toMatchObject({
    delivery: 'Транспортная компания, Деловые линии',
    address: 'Тула, Ленина, 1',
  })
})

test('[C.10] the checkout offers methods, pickup preselected, days, addresses, valid consignees [N.5]', async () => {
  const at = await fillBasket(portal, world, [])
  const expired = await addConsignee(portal.db, world.organisationId, {
    surname: 'Старов',
    attorneyValidTo: '2020-01-01',
  })
  const gone = {
    address: await addAddress(portal.db, world.organisationId),
    consignee: await addConsignee(portal.db, world.organisationId, { deleted: true }),
  }
  await portal.db.update(addressRows).set({ deleted: true }).where(eq(addressRows.id, gone.address))
  const foreign = await addConsignee(portal.db, (await addOrganisation(portal.db, 'ООО «Чужие»')).organisationId)
  const { delivery_methods, dates, addresses, consignees } = await call(baskets.getBasketTableInit, {}, at.buyer)
  expect(delivery_methods).toMatchObject([
    { id: deliveryMethodId('pickup'), header: 'Самовывоз', price: 0, selected: true },
    { id: 1, selected: false },
    { id: 2, selected: false },
  ])
  expect(dates.length).toBeGreaterThan(0)
  expect(addresses.length).toBeGreaterThan(0)
  expect(consignees.map(({ id }) => id)).not.toContain(expired)
  expect(
    [addresses.some(({ id }) => id === gone.address), consignees.some(({ id }) => id === gone.consignee)],
    'deleted',
  ).toEqual([false, false])
  expect(
    consignees.map(({ id }) => id),
    'another organisation’s',
  ).not.toContain(foreign)
  const refused = (validTo: string) => ({
    code: 'deliveryIncomplete',
    body: { fields: { consignee: expect.stringContaining(`Доверенность получателя действует по ${validTo}`) } },
  })
  await expect(placeOrder(await fillBasket(portal, world, [{}]), { consignee: expired })).rejects.toMatchObject(
    refused('01.01.2020'),
  )
})

test('[E.12] a power of attorney must be valid on the delivery day, tomorrow at the earliest', async () => {
  const today = dayOf(new Date())
  const ending = await addConsignee(portal.db, world.organisationId, { surname: 'Сегоднев', attorneyValidTo: today })
  const at = await fillBasket(portal, world, [{}])
  const { dates } = await call(baskets.getBasketTableInit, {}, at.buyer)
  const first = dates[0] ?? ''
  const brief = await addConsignee(portal.db, world.organisationId, {
    surname: 'Первов',
    attorneyValidTo: parseDay(first),
  })
  const { consignees } = await call(baskets.getBasketTableInit, {}, at.buyer)
  expect(consignees.find(({ id }) => id === ending)).toBeUndefined()
  expect(consignees.find(({ id }) => id === brief)).toMatchObject({ valid_to: first })
  await expect(placeOrder(at, { consignee: ending })).rejects.toMatchObject({
    code: 'deliveryIncomplete',
    body: { fields: { consignee: expect.any(String) } },
  })
  const later = dates[1]
  if (later !== undefined)
    await expect(placeOrder(at, { consignee: brief, date: later })).rejects.toMatchObject({
      code: 'deliveryIncomplete',
    })
  await placeOrder(at, { consignee: brief })
})

test('[V.12] only an offered delivery day is accepted', async () => {
  const at = await fillBasket(portal, world, [{}])
  const { dates } = await call(baskets.getBasketTableInit, {}, at.buyer)
  const today = dayOf(new Date())
  for (const date of [formatDay(today), formatDay(addDays(today, 60)), formatDay(addDays(today, -1))]) {
    await expect(placeOrder(at, { date })).rejects.toMatchObject({ status: 422, code: 'deliveryDate' })
  }
  await expect(placeOrder(at, { date: '31.02.2027' })).rejects.toMatchObject({ status: 400 })
  const { id } = await placeOrder(at, { date: dates[0] })
  expect((await call(api.getOrder, { id }, at.buyer)).order.date).toBe(dates[0])
})

test('a prepaid order is due after the contract’s number of working days', async () => {
  const today = dayOf(new Date())
  const calendar = new Map((await portal.db.select().from(calendarDays)).map(({ day, working }) => [day, working]))
  const holiday = addWorkingDays(today, 1, calendar)
  await portal.db
    .insert(calendarDays)
    .values({ day: holiday, working: false })
    .onConflictDoUpdate({ target: calendarDays.day, set: { working: false } })
  const { id } = await placeOrder(await fillBasket(portal, world, [{}], { holdDays: 3 }))
  await portal.db.delete(calendarDays).where(eq(calendarDays.day, holiday))
  const [order] = await portal.db.select().from(orders).where(eq(orders.id, id))
  expect(order?.payUntil).toBe(addWorkingDays(today, 4, calendar))
})

test('only pickup clears the address; a method added later keeps it', async () => {
  const at = await fillBasket(portal, world, [{}])
  const address = await addAddress(portal.db, world.organisationId)
  const courier = 40
  await portal.db.insert(deliveryMethods).values({ id: courier, name: 'Курьер' })
  const { id } = await placeOrder(at, { delivery_method: courier, address })
  const [order] = await portal.db.select().from(orders).where(eq(orders.id, id))
  expect(order).toMatchObject({ deliveryMethodId: courier, addressId: address })
  await expect(placeOrder(at, { delivery_method: 41, address }, `${at.key}-2`)).rejects.toMatchObject({
    code: 'notFound',
  })

  await call(baskets.processBasket, { id: at.ids[0] ?? 0, qnt: 1, contract: at.contract }, at.buyer)
  const pickedUp = await placeOrder(at, { address }, `${at.key}-3`)
  const [other] = await portal.db.select().from(orders).where(eq(orders.id, pickedUp.id))
  expect(other).toMatchObject({ deliveryMethodId: deliveryMethodId('pickup'), addressId: null })
})
