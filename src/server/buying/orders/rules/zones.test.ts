import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as baskets from '#shared/api/basket.ts'
import { deliveryZones as zonesMap } from '#shared/api/delivery.ts'
import { previewOrder } from '#shared/api/order-preview.ts'
import * as api from '#shared/api/orders.ts'
import { staffDeliveryZones } from '#shared/api/staff/orders.ts'
import { addDays, dayOf, deliveryDays, formatDay, weekdayOf } from '#shared/rules/dates.ts'
import { warehouses } from '#server/platform/db/schema/catalogue.ts'
import {
  deliveryCompanies,
  deliveryMethods,
  deliveryTerminals,
  deliveryTypes,
  deliveryZones,
} from '#server/platform/db/schema/delivery.ts'
import { calendarDays, orders } from '#server/platform/db/schema/orders.ts'
import { addresses, contracts } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { fillBasket, placeOrder, type Checkout } from '#tests/support/checkout.ts'
import {
  addAddress,
  addContract,
  addOrganisation,
  addWarehouses,
  createWorld,
  setStock,
  signedIn,
  type World,
} from '#tests/support/fixtures.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { addZone } from '#tests/support/zones.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let address: number
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  await portal.db.update(deliveryMethods).set({ priceKopecks: 120_000 }).where(eq(deliveryMethods.id, 1))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.update(deliveryZones).set({ active: false })
  address = await addAddress(portal.db, world.organisationId)
})

/** Goods of 1 000 ₽, ten of them in stock. */
const basketOf = (qnt: number, contract: Parameters<typeof fillBasket>[3] = {}) =>
  fillBasket(portal, world, [{ price: 100_000, stock: [10], qnt }], contract)
const drive = (at: Checkout, input: Parameters<typeof placeOrder>[1] = {}, key?: string) =>
  placeOrder(at, { delivery_method: 1, address, ...input }, key)
const refused = (fields: Record<string, string>) => ({
  status: 422,
  body: {
    fields: expect.objectContaining(
      Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, expect.stringContaining(text)])),
    ),
  },
})

test('[E.12] own transport needs a zone if any; the order stores zone and price, the address the zone', async () => {
  const zone = await addZone(portal.db, { priceKopecks: 90_000 })
  const at = await basketOf(1)
  await expect(placeOrder(at, { delivery_method: 1 })).rejects.toMatchObject(
    refused({ address: 'Выберите адрес', delivery_zone: 'Выберите зону' }),
  )
  await expect(drive(at)).rejects.toMatchObject(refused({ delivery_zone: 'Выберите зону' }))
  await expect(drive(at, { delivery_zone: 2_000_000_000 })).rejects.toMatchObject({ status: 404 })
  const { id, sum } = await drive(at, { delivery_zone: zone })
  expect(sum).toBe(1900)
  expect((await call(api.getOrder, { id }, at.buyer)).order).toMatchObject({
    delivery: 'Наш транспорт, Центр',
    delivery_price: 900,
  })

  const again = await basketOf(1)
  const offered = (await call(baskets.getBasketTableInit, {}, again.buyer)).addresses.find(
    (each) => each.id === address,
  )
  expect(offered?.zone).toBe(zone)
  expect((await drive(again)).sum, 'the zone of the address').toBe(1900)
  const picked = await basketOf(1)
  expect((await placeOrder(picked, { delivery_zone: zone })).sum, 'goods that are picked up have no zone').toBe(1000)
  expect((await portal.db.select().from(orders).where(eq(orders.accountId, picked.accountId)))[0]).toMatchObject({
    deliveryZoneId: null,
    deliveryKopecks: 0,
  })
})

test('a zone for another organisation’s address is refused and not saved', async () => {
  const zone = await addZone(portal.db)
  const stranger = await createWorld(portal.db, { products: [] })
  const foreign = await addAddress(portal.db, stranger.organisationId)
  await expect(drive(await basketOf(1), { address: foreign, delivery_zone: zone })).rejects.toMatchObject({
    status: 404,
  })
  expect((await portal.db.select().from(addresses).where(eq(addresses.id, foreign)))[0]?.deliveryZoneId).toBeNull()
})

test('[N.5] delivery is free from the contract’s or zone’s sum; below it costs the zone’s price', async () => {
  const zone = await addZone(portal.db, { priceKopecks: 70_000, freeFromKopecks: 300_000 })
  const ordered = async (qnt: number, contract = {}) =>
    (await drive(await basketOf(qnt, contract), { delivery_zone: zone })).sum
  expect(await ordered(2)).toBe(2700)
  expect(await ordered(3)).toBe(3000)
  expect(await ordered(3, { freeDeliveryKopecks: 400_000 })).toBe(3700)
  expect(await ordered(2, { freeDeliveryKopecks: 200_000 })).toBe(2000)

  const at = await basketOf(4)
  const { id } = await drive(at, { delivery_zone: zone })
  const { version, products } = (await call(api.getOrder, { id }, at.buyer)).order
  const line = products[0]?.line ?? 0
  await portal.db.update(deliveryZones).set({ active: false }).where(eq(deliveryZones.id, zone))
  expect(await call(api.changeOrder, { id, version, lines: [{ line, qnt: 3 }] }, at.buyer)).toMatchObject({ sum: 3000 })
  expect(await call(api.changeOrder, { id, version: version + 1, lines: [{ line, qnt: 2 }] }, at.buyer)).toMatchObject({
    sum: 2700,
  })
})

test('a zone disabled between checkout and order is refused with the field named, and nothing is ordered', async () => {
  const zone = await addZone(portal.db)
  const other = await addZone(portal.db, { name: 'Север', priceKopecks: 50_000 })
  const at = await basketOf(1)
  expect((await call(baskets.getBasketTableInit, {}, at.buyer)).delivery_zones).toMatchObject([
    { id: zone, header: 'Центр', price: 900, free_from: null, weekdays: [1, 2, 3, 4, 5] },
    { id: other },
  ])
  await portal.db.update(deliveryZones).set({ active: false }).where(eq(deliveryZones.id, zone))
  await expect(drive(at, { delivery_zone: zone })).rejects.toMatchObject({
    ...refused({ delivery_zone: 'больше не возим' }),
    code: 'deliveryGone',
  })
  expect((await call(baskets.getBasketData, { contract: at.contract }, at.buyer)).count.products).toBe(1)
  await portal.db.update(deliveryZones).set({ priceKopecks: 60_000 }).where(eq(deliveryZones.id, other))
  expect((await drive(at, { delivery_zone: other })).sum, 'the price of the moment of the order').toBe(1600)
})

test('[E.12] a delivery price unlike the shown one is a 409 with the change; accepted, it is ordered', async () => {
  const zone = await addZone(portal.db, { priceKopecks: 90_000, freeFromKopecks: 500_000 })
  const at = await basketOf(4)
  const orderAtPrice = (delivery_price: number | null, key?: string) =>
    drive(at, { delivery_zone: zone, delivery_price }, key)
  for (const [now, what] of [
    [95_050, 'dearer'],
    [80_000, 'cheaper'],
  ] as const) {
    await portal.db.update(deliveryZones).set({ priceKopecks: now }).where(eq(deliveryZones.id, zone))
    await expect(orderAtPrice(900), what).rejects.toMatchObject({
      status: 409,
      code: 'orderChanged',
      body: {
        changes: [
          {
            id: 0,
            wms: 0,
            what: 'delivery',
            header: 'Доставка: Наш транспорт, Центр',
            old_price: 900,
            price: now / 100,
          },
        ],
      },
    })
  }
  expect((await call(baskets.getBasketData, { contract: at.contract }, at.buyer)).count.products).toBe(1)
  expect((await orderAtPrice(800)).sum).toBe(4800)
  expect((await orderAtPrice(800)).sum, 'sent twice').toBe(4800)
  await expect(orderAtPrice(900)).rejects.toMatchObject({ status: 422, code: 'keyReused' })
  expect((await drive(await basketOf(1), { delivery_zone: zone, delivery_price: null })).sum).toBe(1800)
  await expect(drive(await basketOf(1), { delivery_zone: zone, delivery_price: -1 })).rejects.toMatchObject({
    status: 400,
  })
  expect((await placeOrder(await basketOf(1), { delivery_price: 0 })).sum, 'goods that are picked up').toBe(1000)
})

test('changes of goods and of the resulting delivery price are reported in one answer', async () => {
  const zone = await addZone(portal.db, { priceKopecks: 90_000, freeFromKopecks: 500_000 })
  const at = await basketOf(6)
  await setStock(portal.db, { productId: at.ids[0] ?? 0, warehouseId: world.warehouseIds[0] ?? 0, onHand: 4 })
  const order = (delivery_price: number) => drive(at, { delivery_zone: zone, delivery_price })
  await expect(order(0)).rejects.toMatchObject({
    status: 409,
    body: {
      changes: [
        { what: 'stock', new_qnt: 4 },
        { what: 'delivery', old_price: 0, price: 900 },
      ],
    },
  })
  await call(baskets.processProductSet, { contract: at.contract, products: { [at.ids[0] ?? 0]: 4 } }, at.buyer)
  expect((await order(900)).sum).toBe(4900)
})

test('[V.12] own transport delivers only on days of its zone offered by the checkout', async () => {
  const calendar = new Map((await portal.db.select().from(calendarDays)).map(({ day, working }) => [day, working]))
  const today = dayOf(new Date())
  // A day of the week other than tomorrow's and the next day's.
  const [, , third = ''] = deliveryDays(new Date(), calendar)
  const weekday = third === '' ? 3 : weekdayOf(third)
  const zone = await addZone(portal.db, { weekdays: [weekday] })
  const at = await basketOf(1)
  const { dates, delivery_zones } = await call(baskets.getBasketTableInit, {}, at.buyer)
  const offered = delivery_zones[0]?.dates ?? []
  expect(offered).toEqual(deliveryDays(new Date(), calendar, [weekday]).map(formatDay))
  const elsewhere = dates.find((date) => !offered.includes(date))
  for (const date of [elsewhere, formatDay(addDays(today, 60))]) {
    await expect(drive(at, { delivery_zone: zone, date })).rejects.toMatchObject({
      status: 422,
      code: 'deliveryDate',
      body: { fields: { date: expect.any(String) } },
    })
  }
  const { id } = await drive(at, { delivery_zone: zone, date: offered[0] })
  expect((await call(api.getOrder, { id }, at.buyer)).order.date).toBe(offered[0])
  const { id: picked } = await placeOrder(await basketOf(1), { date: elsewhere })
  expect(picked).toBeGreaterThan(0)
})

test('[E.12] a hidden terminal, type or carrier is refused by field; another carrier’s is unknown', async () => {
  const [mine, other] = await portal.db
    .insert(deliveryCompanies)
    .values([{ name: 'ПЭК' }, { name: 'СДЭК' }])
    .returning()
  const delivery_company = mine?.id ?? 0
  const [toTerminal, toDoor, foreignType] = await portal.db
    .insert(deliveryTypes)
    .values([
      { companyId: delivery_company, name: 'Терминал' },
      { companyId: delivery_company, name: 'До двери', toTerminal: false, active: false },
      { companyId: other?.id ?? 0, name: 'Терминал' },
    ])
    .returning()
  const [open, hidden, foreign] = await portal.db
    .insert(deliveryTerminals)
    .values([
      { companyId: delivery_company, city: 'Тула', address: 'Ленина, 1' },
      { companyId: delivery_company, city: 'Тула', address: 'Ленина, 2', active: false },
      { companyId: other?.id ?? 0, city: 'Тула', address: 'Мира, 1' },
    ])
    .returning()
  const at = await basketOf(1)
  const carry = (input: object) => placeOrder(at, { delivery_method: 2, delivery_company, ...input })
  await expect(carry({ terminal: foreign?.id })).rejects.toMatchObject({
    status: 404,
    body: { fields: { terminal: 'Не найдено' } },
  })
  await expect(carry({ terminal: open?.id, delivery_type: foreignType?.id })).rejects.toMatchObject({
    status: 404,
    body: { fields: { delivery_type: 'Не найдено' } },
  })
  await expect(carry({ terminal: hidden?.id })).rejects.toMatchObject({
    ...refused({ terminal: 'больше не работает' }),
    code: 'deliveryGone',
  })
  await expect(carry({ address, delivery_type: toDoor?.id })).rejects.toMatchObject(
    refused({ delivery_type: 'больше не возит' }),
  )
  const { delivery_companies } = await call(baskets.getBasketTableInit, {}, at.buyer)
  expect(delivery_companies.find(({ id }) => id === delivery_company)).toMatchObject({
    types: [{ id: toTerminal?.id, selected: true, to_terminal: true }],
    terminals: [{ id: open?.id, city: 'Тула' }],
  })
  await portal.db.update(deliveryCompanies).set({ active: false }).where(eq(deliveryCompanies.id, delivery_company))
  await expect(carry({ terminal: open?.id })).rejects.toMatchObject(
    refused({ delivery_company: 'больше не отправляем' }),
  )
  expect((await call(baskets.getBasketData, { contract: at.contract }, at.buyer)).count.products).toBe(1)
})

test('the preview’s sum equals the order’s with its zone; without a zone delivery is not counted', async () => {
  const zone = await addZone(portal.db, { priceKopecks: 45_050, freeFromKopecks: 500_000 })
  for (const qnt of [4, 5]) {
    const at = await basketOf(qnt)
    const readPreview = (input: object) =>
      call(previewOrder, { contract: at.contract, delivery_method: 1, address, ...input }, at.buyer)
    if (qnt === 4) expect(await readPreview({})).toMatchObject({ delivery: 0, sum: 4000 })
    const previewed = await readPreview({ delivery_zone: zone })
    expect(previewed).toMatchObject({ delivery: qnt === 4 ? 450.5 : 0 })
    expect((await drive(at, { delivery_zone: zone })).sum).toBe(previewed.sum)
  }
})

test('own transport takes as many SQL statements as pickup', async () => {
  const zone = await addZone(portal.db)
  const [driven, picked] = [await basketOf(1), await basketOf(1)]
  const count = async (act: () => Promise<unknown>) => (await statementsOf(portal.pool, /basket_lines/, act)).length
  const pickup = await count(() => placeOrder(picked))
  expect(await count(() => drive(driven, { delivery_zone: zone }))).toBe(pickup)
})

test('[S.3] the map has zones with outline, days, prices, and pickup points; prices by right', async () => {
  const zone = await addZone(portal.db, { name: 'Юг', freeFromKopecks: 1_000_000, position: 5 })
  const [own = 0, silent = 0] = world.warehouseIds
  const [foreign = 0] = await addWarehouses(portal.db, ['Чужой'])
  await addContract(portal.db, {
    ...(await addOrganisation(portal.db, 'ООО «Чужие»')),
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: [foreign],
  })
  await portal.db
    .update(warehouses)
    .set({ address: 'ул. Складочная, 1' })
    .where(inArray(warehouses.id, [own, foreign]))

  const seen = await call(zonesMap, {}, await signedIn(portal, world.ownerId))
  expect(seen.zones).toMatchObject([
    {
      id: zone,
      header: 'Юг',
      price: 900,
      free_from: 10_000,
      weekdays: [1, 2, 3, 4, 5],
      polygon: [
        [37.6, 55.7],
        [37.62, 55.7],
        [37.62, 55.71],
        [37.6, 55.71],
      ],
    },
  ])
  expect(seen.zones[0]?.dates.length).toBeGreaterThan(0)
  expect(seen.tiles).toBeNull()
  await portal.db.update(contracts).set({ freeDeliveryKopecks: 2_000_000 }).where(eq(contracts.id, world.contractId))
  expect(
    (await call(zonesMap, {}, await signedIn(portal, world.ownerId))).zones,
    'the contract’s own sum rules',
  ).toMatchObject([{ id: zone, free_from: 20_000 }])
  await portal.db.update(contracts).set({ freeDeliveryKopecks: null }).where(eq(contracts.id, world.contractId))
  expect(
    seen.pickup_points.map(({ id }) => id),
    `of the contract's, and not ${silent} without an address`,
  ).toEqual([own])
  const staff = await signedIn(portal, world.salesId)
  expect(await call(staffDeliveryZones, {}, staff), 'staff see the same, to choose the zone of an order').toMatchObject(
    { zones: seen.zones, tiles: null },
  )
  await expect(call(staffDeliveryZones, {}, await signedIn(portal, world.ownerId))).rejects.toMatchObject({
    status: 403,
  })
  const receiver = await call(zonesMap, {}, await signedIn(portal, world.receiverId))
  expect(receiver.zones).toMatchObject([{ id: zone, price: null, free_from: null }])
})
