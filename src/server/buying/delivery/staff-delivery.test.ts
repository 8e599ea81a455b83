import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketTableInit } from '#shared/api/basket.ts'
import * as api from '#shared/api/staff/delivery.ts'
import { deliveryMethodIds } from '#shared/rules/delivery/delivery-methods.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import { deliveryMethods, deliveryTerminals, deliveryZones } from '#server/platform/db/schema/delivery.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { square } from '#tests/support/zones.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [] })
  admin = await signedIn(portal, world.adminId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

type Corners = [number, number][]
const polygon = square as unknown as Corners
const zone = { header: 'Центр', polygon, weekdays: [5, 1, 1, 3], price: 900, free_from: 50_000 }
const offered = () => call(getBasketTableInit, {}, owner)

test('each delivery method in the table has rules, and the other way round', async () => {
  const rows = await portal.db.select({ id: deliveryMethods.id }).from(deliveryMethods)
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(deliveryMethodIds))
})

test('[S.3] a zone drawn by staff is offered to buyers; saved twice it is one, disabled it is hidden', async () => {
  const { id, zones } = await call(api.saveDeliveryZone, zone, admin)
  expect(zones).toMatchObject([
    { id, header: 'Центр', polygon, weekdays: [1, 3, 5], price: 900, free_from: 50_000, active: true, position: 0 },
  ])
  expect((await call(api.saveDeliveryZone, zone, admin)).id).toBe(id)
  expect(await portal.db.$count(deliveryZones)).toBe(1)
  const second = await call(api.saveDeliveryZone, { ...zone, header: 'Север', free_from: null }, admin)
  expect(second.zones.map(({ header, position, free_from }) => ({ header, position, free_from }))).toEqual([
    { header: 'Центр', position: 0, free_from: 50_000 },
    { header: 'Север', position: 1, free_from: null },
  ])
  expect((await offered()).delivery_zones).toMatchObject([
    { id, header: 'Центр', weekdays: [1, 3, 5], price: 900, free_from: 50_000 },
    { header: 'Север' },
  ])

  const version = zones[0]?.version
  const off = { ...zone, id, version, active: false }
  for (const time of [1, 2])
    expect((await call(api.saveDeliveryZone, off, admin)).zones[0]?.active, `${time}`).toBe(false)
  expect((await offered()).delivery_zones.map(({ header }) => header)).toEqual(['Север'])
})

test('of two concurrent changes of a zone, carrier or method the second is refused and saves nothing', async () => {
  const drawn = await call(api.saveDeliveryZone, { ...zone, header: 'Спорная' }, admin)
  const { id, version } = drawn.zones.find((each) => each.id === drawn.id) ?? { id: 0, version: '' }
  const outcomes = await Promise.allSettled(
    [1000, 1100].map((price) => call(api.saveDeliveryZone, { ...zone, header: 'Спорная', id, version, price }, admin)),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, message: expect.stringMatching(/изменились/) },
  })

  const { methods, companies } = await call(
    api.saveDeliveryCompany,
    { header: 'ПЭК', types: [{ header: 'Терминал', to_terminal: true }], terminals: [] },
    admin,
  )
  const [method, company] = [methods[0], companies[0]]
  await call(
    api.saveDeliveryMethod,
    { id: method?.id ?? 0, version: method?.version, header: 'Заберу сам', price: 0 },
    admin,
  )
  await expect(
    call(api.saveDeliveryMethod, { id: method?.id ?? 0, version: method?.version, header: 'Другое', price: 0 }, admin),
  ).rejects.toMatchObject({ status: 409 })
  const change = {
    id: company?.id ?? 0,
    version: company?.version,
    header: 'ПЭК',
    types: [],
    terminals: [{ city: 'Тула', header: 'Ленина, 1' }],
  }
  await call(
    api.saveDeliveryCompany,
    { ...change, types: [{ id: company?.types[0]?.id ?? 0, header: 'До терминала', to_terminal: true }] },
    admin,
  )
  await expect(
    call(
      api.saveDeliveryCompany,
      { ...change, types: [{ id: company?.types[0]?.id ?? 0, header: 'Иначе', to_terminal: true }] },
      admin,
    ),
  ).rejects.toMatchObject({ status: 409 })
})

test('an invalid zone is refused with the field named', async () => {
  const refused: [object, string][] = [
    [{ header: '  ' }, 'header'],
    [{ polygon: polygon.slice(0, 2) }, 'polygon'],
    [{ polygon: [polygon[0], polygon[2], polygon[1], polygon[3]] }, 'polygon'],
    [{ polygon: [...polygon, [200, 0]] }, 'polygon'],
    [{ weekdays: [6, 7] }, 'weekdays'],
    [{ weekdays: [] }, 'weekdays'],
    [{ weekdays: [1, 8] }, 'weekdays'],
    [{ price: -1 }, 'price'],
    [{ free_from: 0 }, 'free_from'],
  ]
  for (const [more, field] of refused) {
    await expect(call(api.saveDeliveryZone, { ...zone, ...more }, admin), JSON.stringify(more)).rejects.toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.stringMatching(/[а-я]/) } },
    })
  }
  await expect(call(api.saveDeliveryZone, { ...zone, id: 999_999 }, admin)).rejects.toMatchObject({ status: 404 })
})

test('[E.12] a carrier with 2,000 pasted terminals is saved once; hidden terminals are not offered', async () => {
  const terminals = Array.from({ length: 2000 }, (_each, index) => ({
    city: `Город ${index % 50}`,
    header: `ул. Ленина, ${index}`,
    schedule: '9–18',
  }))
  const types = [
    { header: 'До терминала', to_terminal: true },
    { header: 'До двери', to_terminal: false },
  ]
  const added = await call(api.saveDeliveryCompany, { header: 'Энергия', types, terminals }, admin)
  const kept = added.companies.find(({ id }) => id === added.id)
  expect(kept).toMatchObject({
    header: 'Энергия',
    types: [{ header: 'До терминала' }, { header: 'До двери', to_terminal: false }],
  })
  expect(kept?.terminals).toHaveLength(2000)
  const before = await portal.db.$count(deliveryTerminals)
  expect((await call(api.saveDeliveryCompany, { header: 'Энергия', types, terminals }, admin)).id).toBe(added.id)
  expect(await portal.db.$count(deliveryTerminals)).toBe(before)

  const [first, ...rest] = kept?.terminals ?? []
  const change = {
    id: added.id,
    version: kept?.version,
    header: 'Энергия',
    types: [],
    terminals: [{ id: first?.id ?? 0, city: 'Тула', header: 'Ленина, 1', active: false }],
  }
  await expect(call(api.saveDeliveryCompany, change, admin)).rejects.toMatchObject({
    body: { fields: { types: expect.any(String) } },
  })
  await call(api.saveDeliveryCompany, { ...change, types: kept?.types.slice(0, 1) ?? [] }, admin)
  const shown = (await offered()).delivery_companies.find(({ id }) => id === added.id)
  expect(shown?.terminals.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    rest.map(({ id }) => id).toSorted((a, b) => a - b),
  )
  expect(shown?.types).toHaveLength(2)

  const stranger = (
    await call(
      api.saveDeliveryCompany,
      { header: 'Чужая', types, terminals: [{ city: 'Уфа', header: 'Мира, 1' }] },
      admin,
    )
  ).companies.find(({ header }) => header === 'Чужая')
  await expect(
    call(
      api.saveDeliveryCompany,
      {
        id: stranger?.id ?? 0,
        version: stranger?.version,
        header: 'Чужая',
        types,
        terminals: [{ id: rest[0]?.id ?? 0, city: 'Уфа', header: 'Мира, 2' }],
      },
      admin,
    ),
  ).rejects.toMatchObject({ status: 404 })
  const twins = [
    { city: 'Уфа', header: 'Мира, 5' },
    { city: 'уфа', header: 'Мира, 5' },
  ]
  await expect(
    call(api.saveDeliveryCompany, { header: 'Двойная', types, terminals: twins }, admin),
  ).rejects.toMatchObject({ status: 400, body: { fields: { 'terminals.1.header': 'Такой терминал уже есть' } } })
})

test('[R.6] only administrators edit delivery; sales, content staff and buyers are refused', async () => {
  const others = [
    await signedIn(portal, world.salesId),
    await signedIn(portal, await addAccount(portal.db, { role: 'content' })),
    owner,
  ]
  for (const other of others) {
    await expect(call(api.staffDelivery, {}, other)).rejects.toMatchObject({ status: 403 })
    await expect(call(api.saveDeliveryZone, zone, other)).rejects.toMatchObject({ status: 403 })
  }
})

test('a configured tile server is passed to the map and allowed by CSP; an invalid URL stops the startup', async () => {
  const url = 'https://tiles.example/{z}/{x}/{y}.png'
  const mapped = await startTestApp({
    database: portal.database,
    env: { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: '© карта' },
  })
  try {
    const visitor = await signedIn({ db: portal.db, visitor: mapped.visitor }, world.adminId)
    expect((await call(api.staffDelivery, {}, visitor)).tiles).toEqual({ url, attribution: '© карта' })
    expect((await fetch(`${mapped.origin}/health`)).headers.get('content-security-policy')).toContain(
      "img-src 'self' data: blob: https://tiles.example;",
    )
  } finally {
    await mapped.close()
  }
  for (const wrong of [
    'tiles.example/{z}/{x}/{y}',
    'https://tiles.example/{z}/{x}',
    'https://{s}.tiles.example/{z}/{x}/{y}',
    "https://a.example;script-src/{z}/{x}/{y}'",
  ]) {
    expect(() => readConfig({ MAP_TILES_URL: wrong }), wrong).toThrow(/MAP_TILES_URL/)
  }
})
