import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBasketTableInit } from '#shared/api/basket.ts'
import * as api from '#shared/api/organisation/addresses.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addAddress, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let manager: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  manager = await signedIn(portal, world.managerId)
})
afterAll(() => portal.close())

const list = async () => (await call(api.listAddresses, {}, owner)).items
const warehouse = { full_address: 'г. Москва, ул. Складочная, д. 1', postindex: '127018', comment: 'приёмка 9–18' }

test('[C.37] [R.3] [E.8] an address is added once, can be changed, and comes first at checkout if main', async () => {
  const { address } = await call(
    api.saveAddress,
    { ...warehouse, full_address: ' г. Москва,  ул. Складочная, д. 1 ' },
    owner,
  )
  expect(address).toEqual({ id: address.id, ...warehouse, is_main: false })
  const same = await call(api.saveAddress, { ...warehouse, full_address: 'Г. МОСКВА, ул. Складочная, д. 1' }, owner)
  expect(same.address.id).toBe(address.id)
  const second = await call(api.saveAddress, { full_address: 'г. Тверь, ул. Советская, д. 21', is_main: true }, owner)
  expect((await call(api.readAddress, { id: address.id }, owner)).address).toEqual(address)
  await call(api.saveAddress, { id: address.id, ...warehouse, comment: 'пропуск', is_main: true }, owner)
  expect((await list()).map(({ id, is_main, comment }) => [id, is_main, comment])).toEqual([
    [address.id, true, 'пропуск'],
    [second.address.id, false, ''],
  ])
  const offer = await call(getBasketTableInit, {}, manager)
  expect(offer.addresses.map(({ id }) => id)).toEqual([address.id, second.address.id])
})

test('changing an address clears its delivery zone, changing its comment keeps it', async () => {
  const { address } = await call(api.saveAddress, { full_address: 'г. Клин, ул. Мира, д. 5' }, owner)
  const [zone] = (
    await portal.pool.query(
      `insert into delivery_zones (name, polygon, weekdays, position, price_kopecks) values ('Зона', '[]', '{1}', 9, 0)
        returning id`,
    )
  ).rows as { id: number }[]
  await portal.pool.query('update addresses set delivery_zone_id = $1 where id = $2', [zone?.id, address.id])
  const zoneOf = async () =>
    (await portal.pool.query('select delivery_zone_id as zone from addresses where id = $1', [address.id])).rows[0] as {
      zone: number | null
    }
  await call(api.saveAddress, { ...address, comment: 'въезд со двора' }, owner)
  expect((await zoneOf()).zone).toBe(zone?.id)
  await call(api.saveAddress, { ...address, full_address: 'г. Клин, ул. Мира, д. 50' }, owner)
  expect((await zoneOf()).zone).toBeNull()
})

test.each([
  [{ full_address: '' }, { full_address: 'Укажите адрес: город, улицу и дом' }],
  [{ full_address: 'г. Тула, д. 1', postindex: '1234' }, { postindex: 'В индексе шесть цифр' }],
])('an address %j is refused with the field named', async (input, fields) => {
  await expect(call(api.saveAddress, input, owner)).rejects.toMatchObject({ status: 400, body: { fields } })
})

test('[R.6] a manager can add an address but not change one; accountants and receivers have none', async () => {
  const { address } = await call(api.saveAddress, { full_address: 'г. Орёл, ул. Лесная, д. 3', is_main: true }, manager)
  expect(address.is_main).toBe(false)
  await expect(call(api.saveAddress, { ...address, comment: 'x' }, manager)).rejects.toMatchObject({ status: 403 })
  await expect(call(api.deleteAddress, { id: address.id }, manager)).rejects.toMatchObject({ status: 403 })
  for (const id of [world.accountantId, world.receiverId]) {
    const visitor = await signedIn(portal, id)
    await expect(call(api.listAddresses, {}, visitor)).rejects.toMatchObject({ status: 403 })
    await expect(call(api.saveAddress, warehouse, visitor)).rejects.toMatchObject({ status: 403 })
  }
})

test("[R.6] another organisation's address answers like a missing one", async () => {
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  const foreign = await addAddress(portal.db, other.organisationId)
  await expect(call(api.readAddress, { id: foreign }, owner)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.saveAddress, { id: foreign, ...warehouse }, owner)).rejects.toMatchObject({ status: 404 })
  await call(api.deleteAddress, { id: foreign }, owner)
  expect((await call(api.listAddresses, {}, stranger)).items.map(({ id }) => id)).toEqual([foreign])
})

test('[C.37] a deleted address disappears from the list, and deleting it again changes nothing', async () => {
  const { address } = await call(api.saveAddress, { full_address: 'г. Чехов, ул. Новая, д. 1' }, owner)
  for (let n = 0; n < 2; n += 1) await call(api.deleteAddress, { id: address.id }, owner)
  expect((await list()).map(({ id }) => id)).not.toContain(address.id)
})

test('[C.37] [V.17] a query suggests saved addresses first; an empty one suggests nothing', async () => {
  const { suggestions } = await call(api.queryAddresses, { query: 'складочная' }, manager)
  expect(suggestions[0]).toMatchObject({ value: warehouse.full_address, postal_code: '127018' })
  expect((await call(api.queryAddresses, { query: ' ' }, manager)).suggestions).toEqual([])
})

test('twenty concurrent equal addresses make one', async () => {
  const input = { full_address: 'г. Пермь, ул. Ленина, д. 7' }
  await Promise.all(Array.from({ length: 20 }, () => call(api.saveAddress, input, owner)))
  expect((await list()).filter(({ full_address }) => full_address === input.full_address)).toHaveLength(1)
})
