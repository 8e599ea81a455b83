import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filter, product } from '#shared/api/catalogue.ts'
import {
  moveParameter,
  resetParameterOrder,
  saveParameter,
  showParameters,
  staffParameters,
} from '#shared/api/staff/parameters.ts'
import { addToCompare, compare } from '#shared/api/views.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { createShop, goodIds } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let second: TestApp
let owner: Visitor
let elsewhere: Visitor
let content: Visitor
const { drill, gloves } = goodIds
const [power, size, supplier] = [41, 42, 43]
/** Each change waits for the next snapshot, which is slow on a busy machine. */
const slow = { timeout: 120_000 }

beforeAll(async () => {
  portal = await startTestApp()
  const shop = await createShop(portal.db)
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  second = await startTestApp({ database: portal.database })
  owner = await signedIn(portal, shop.ownerId)
  elsewhere = await signedIn(second, shop.ownerId)
  content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  for (const buyer of [owner, elsewhere])
    await until(
      () => call(filter, {}, buyer),
      ({ pagination }) => pagination.total === 4,
      60_000,
    )
}, 120_000)
afterAll(async () => {
  await second.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.pool.query(
    "update parameters set staff_name = '', unit = '', in_filter = null, in_card = null, staff_position = null",
  )
})

const list = async () => (await call(staffParameters, {}, content)).items
const headers = async () => (await list()).map(({ header }) => header)
const facetsSeenBy = async (buyer: Visitor) => (await call(filter, {}, buyer)).params.map(({ header }) => header)
const cardOf = async (id: number) => (await call(product, { id }, owner)).product
const seenByAll = async (expected: string[]) => {
  for (const buyer of [owner, elsewhere])
    await until(
      () => facetsSeenBy(buyer),
      (seen) => JSON.stringify(seen) === JSON.stringify(expected),
      20_000,
    )
}

test('staff see each parameter as 1C sends it and as buyers see it', async () => {
  const { items, goods } = await call(staffParameters, {}, content)
  expect(
    items.map(({ id, header, exchange_header: sent, filter: inFilter, card, by_hand: byHand }) => [
      id,
      header,
      sent,
      inFilter,
      card,
      byHand,
    ]),
  ).toEqual([
    [supplier, 'Артикул поставщика', 'Артикул поставщика', false, true, []],
    [power, 'Мощность', 'Мощность', true, true, []],
    [size, 'Размер', 'Размер', true, true, []],
  ])
  expect(goods).toBe(6)
})

test(
  'staff’s name and unit show in every process’s filter, card and comparison; a reset restores 1C’s',
  slow,
  async () => {
    await call(saveParameter, { id: power, header: '  Мощность   двигателя ', unit: 'Вт' }, content)
    await seenByAll(['Мощность двигателя, Вт', 'Размер'])
    expect((await cardOf(drill)).params).toEqual([
      { id: supplier, header: 'Артикул поставщика', value: 'П-1' },
      { id: power, header: 'Мощность двигателя, Вт', value: '10 Вт' },
    ])
    await call(addToCompare, { id: drill }, owner)
    expect((await call(compare, {}, owner)).params.map(({ header }) => header)).toEqual([
      'Артикул поставщика',
      'Мощность двигателя, Вт',
    ])
    await call(saveParameter, { id: power, header: '', unit: '' }, content)
    await seenByAll(['Мощность', 'Размер'])
  },
)

test('entering 1C’s own name resets the override, and the name follows 1C again', async () => {
  const { items } = await call(saveParameter, { id: power, header: 'Мощность', unit: '' }, content)
  expect(items.find(({ id }) => id === power)).toMatchObject({ header: 'Мощность', exchange_header: 'Мощность' })
  await portal.pool.query("update parameters set name = 'Сила' where id = $1", [power])
  expect(await headers()).toContain('Сила')
  await portal.pool.query("update parameters set name = 'Мощность' where id = $1", [power])
})

test(
  'filter and card visibility are independent; parameters that tell variants apart show in any case',
  slow,
  async () => {
    await call(showParameters, { ids: [power], filter: 'no' }, content)
    await seenByAll(['Размер'])
    expect((await cardOf(drill)).params.map(({ header }) => header)).toContain('Мощность')
    await call(showParameters, { ids: [power, size, supplier, 999_999], filter: 'yes', card: 'no' }, content)
    await seenByAll(['Артикул поставщика', 'Мощность', 'Размер'])
    expect((await cardOf(drill)).params).toEqual([])
    expect((await call(compare, {}, owner)).params).toEqual([])
    expect((await cardOf(gloves)).variants.map(({ params }) => params[size])).toEqual([
      { header: 'Размер', value: 'M' },
      { header: 'Размер', value: 'L' },
    ])
    expect((await list()).map(({ by_hand: byHand }) => byHand)).toEqual([
      ['filter', 'card'],
      ['filter', 'card'],
      ['filter', 'card'],
    ])
  },
)

test(
  'staff’s order applies to filter and card, new parameters come last, and a reset restores 1C’s order',
  slow,
  async () => {
    await call(moveParameter, { id: size, before: supplier }, content)
    expect((await call(moveParameter, { id: supplier }, content)).items.map(({ id }) => id)).toEqual([
      size,
      power,
      supplier,
    ])
    await seenByAll(['Размер', 'Мощность'])
    expect((await cardOf(drill)).params.map(({ id }) => id)).toEqual([power, supplier])
    await portal.pool.query(
      "insert into parameters (id, code1c, name, position) overriding system value values (44, 'p44', 'А новый', 0)",
    )
    expect((await list()).map(({ id }) => id)).toEqual([size, power, supplier, 44])
    await call(resetParameterOrder, {}, content)
    expect((await list()).map(({ id }) => id)).toEqual([44, supplier, power, size])
    await portal.pool.query('delete from parameters where id = 44')
  },
)

test('concurrent moves and changes end in one order that contains every parameter', async () => {
  await Promise.all([
    ...[
      [size, power],
      [power, supplier],
      [supplier, size],
      [size, supplier],
    ].map(([id = 0, before]) => call(moveParameter, { id, before }, content)),
    call(saveParameter, { id: size, header: 'Размер одежды', unit: '' }, content),
    call(showParameters, { ids: [size], filter: 'no' }, content),
  ])
  const items = await list()
  expect(items.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([power, size, supplier])
  expect(items.find(({ id }) => id === size)).toMatchObject({ header: 'Размер одежды', filter: false })
})

test('repeating a change is idempotent and causes no rebuild', async () => {
  const changes = async () =>
    (await portal.pool.query<{ n: number }>("select count(*)::int as n from catalogue_changes where kind = 'rebuild'"))
      .rows[0]?.n ?? 0
  await call(showParameters, { ids: [power], filter: 'no' }, content)
  await call(moveParameter, { id: size, before: power }, content)
  const before = await changes()
  await call(showParameters, { ids: [power], filter: 'no' }, content)
  await call(moveParameter, { id: size, before: power }, content)
  await call(saveParameter, { id: power, header: '', unit: '' }, content)
  expect(await changes()).toBe(before)
})

test('invalid input is refused in Russian', async () => {
  await expect(call(saveParameter, { id: 999_999, header: 'x', unit: '' }, content)).rejects.toMatchObject({
    status: 404,
  })
  await expect(call(moveParameter, { id: power, before: 999_999 }, content)).rejects.toMatchObject({ status: 404 })
  await expect(call(moveParameter, { id: 999_999 }, content)).rejects.toMatchObject({ status: 404 })
  await expect(call(saveParameter, { id: power, header: 'РАЗМЕР', unit: '' }, content)).rejects.toMatchObject({
    status: 400,
    body: { fields: { header: 'Параметр «Размер» уже есть' } },
  })
  await expect(call(saveParameter, { id: power, header: 'я'.repeat(101), unit: '' }, content)).rejects.toMatchObject({
    status: 400,
  })
  await expect(call(showParameters, { ids: [] }, content)).rejects.toMatchObject({ status: 400 })
  await expect(call(staffParameters, {}, owner)).rejects.toMatchObject({ status: 403 })
})
