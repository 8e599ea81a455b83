import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { suggestAddress, suggestBank, suggestName, suggestParty } from '#shared/api/organisation/suggestions.ts'
import { addresses } from '#server/platform/db/schema/organisations.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { refuse, startDaData, suggest } from '#tests/support/processes/dadata.ts'
import { addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { openDaData } from './dadata.ts'

let app: TestApp
let world: World
let owner: Visitor
let guest: Visitor
let dadata: Awaited<ReturnType<typeof startDaData>>

beforeAll(async () => {
  app = await startTestApp()
  world = await createWorld(app.db)
  const stranger = await addOrganisation(app.db, 'ООО «Чужие»')
  await app.db.insert(addresses).values([
    { organisationId: world.organisationId, fullAddress: 'г. Москва, ул. Летниковская, д. 10', postindex: '115114' },
    { organisationId: world.organisationId, fullAddress: 'г. Тверь, ул. Летняя, д. 1', deleted: true },
    { organisationId: stranger.organisationId, fullAddress: 'г. Москва, ул. Летниковская, д. 99' },
  ])
  owner = await signedIn(app, world.ownerId)
  guest = app.visitor()
})
afterAll(() => app.close())
beforeEach(async () => void (dadata = await startDaData()))
afterEach(() => dadata.close())

const values = ({ suggestions }: { suggestions: { value: string }[] }) => suggestions.map(({ value }) => value)
const client = () => openDaData({ url: dadata.url, token: 'test-key' })

/** A portal that queries the local DaData. */
async function withDaData(run: (visitor: Visitor) => Promise<void>): Promise<void> {
  const portal = await startTestApp({
    database: app.database,
    env: { DADATA_TOKEN: 'test-key', DADATA_URL: `${dadata.url}/` },
  })
  try {
    await run(portal.visitor())
  } finally {
    await portal.close()
  }
}

const vector = (fields: object) => ({
  value: 'ООО "ВЕКТОР"',
  data: {
    inn: '7707083893',
    kpp: '773601001',
    ogrn: '1027700132195',
    ogrn_date: 1_029_456_000_000,
    type: 'LEGAL',
    branch_type: 'MAIN',
    opf: { short: 'ООО' },
    name: { short_with_opf: 'ООО "Вектор"', full_with_opf: 'Общество с ограниченной ответственностью "Вектор"' },
    management: { name: 'Соколова Ирина Викторовна', post: 'Генеральный директор' },
    state: { status: 'ACTIVE' },
    address: { unrestricted_value: '115114, г Москва, ул Летниковская, д 10', data: { postal_code: '115114' } },
    ...fields,
  },
})

test("[C.54] without a key a buyer gets the organisation's addresses, then cities, never another's", async () => {
  const found = await call(suggestAddress, { query: 'летник 10' }, owner)
  expect(found).toMatchObject({ source: 'local', suggestions: [{ postal_code: '115114' }] })
  expect(values(found)).toEqual(['г. Москва, ул. Летниковская, д. 10'])
  expect(values(await call(suggestAddress, { query: 'Летниковская' }, guest))).toEqual([])
  expect(values(await call(suggestAddress, { query: 'тверь' }, owner))).toEqual(['Тверская обл., г. Тверь'])
})

test.each([
  ['королев', 'Московская обл., г. Королёв'],
  ['Г. Москва', 'г. Москва'],
  ['ростов', 'Ростовская обл., г. Ростов-на-Дону'],
  ['нижегородская арз', 'Нижегородская обл., г. Арзамас'],
  ['на дону рост', 'Ростовская обл., г. Ростов-на-Дону'],
])('[C.54] a guest who types %s gets the city', async (query, city) => {
  expect(values(await call(suggestAddress, { query }, guest))).toContain(city)
})

test('a query without matches answers an empty list with source "none"', async () => {
  for (const query of ['нет такого города', '!?', "' or 1=1 --", '<b>'])
    expect(await call(suggestAddress, { query }, owner)).toMatchObject({ source: 'none', suggestions: [] })
  await expect(call(suggestAddress, { query: '  ' }, guest)).rejects.toMatchObject({ status: 400 })
  await expect(call(suggestParty, { query: 'а'.repeat(301) }, guest)).rejects.toMatchObject({ status: 400 })
})

test('[C.54] names are completed from a list: first name, then a matching patronymic', async () => {
  expect(values(await call(suggestName, { query: 'Соколова ири' }, guest))).toEqual(['Соколова Ирина'])
  expect(values(await call(suggestName, { query: 'Соколова Ирина викт' }, guest))).toEqual([
    'Соколова Ирина Викторовна',
  ])
  expect(values(await call(suggestName, { query: 'Петров Степан андр' }, guest))).toEqual(['Петров Степан Андреевич'])
  expect(values(await call(suggestName, { query: 'Петров Пётр дми' }, guest))).toEqual(['Петров Пётр Дмитриевич'])
  expect(await call(suggestName, { query: 'Соколова' }, guest)).toMatchObject({ source: 'none' })
})

test('without a key no organisation is suggested, not even a known one', async () => {
  expect(await call(suggestParty, { query: 'Вектор' }, guest)).toMatchObject({ source: 'none', suggestions: [] })
  expect(await call(suggestBank, { query: '044525225' }, owner)).toMatchObject({ source: 'none', suggestions: [] })
})

test('[C.54] with a key an ИНН gives the head office before its branches, with all fields of the form', async () => {
  await withDaData(async (visitor) => {
    const branch = vector({ branch_type: 'BRANCH', kpp: '695043001', state: null, management: null })
    dadata.respond(suggest([branch, vector({})]))
    const found = await call(suggestParty, { query: '7707083893' }, visitor)
    expect(found.source).toBe('dadata')
    expect(found.suggestions.map(({ data }) => [data.kpp, data.branch, data.state])).toEqual([
      ['773601001', false, 'active'],
      ['695043001', true, 'unknown'],
    ])
    expect(found.suggestions[0]?.data).toMatchObject({
      legal_form: 'ООО',
      name: 'ООО "Вектор"',
      management_name: 'Соколова Ирина Викторовна',
      address: '115114, г Москва, ул Летниковская, д 10',
      registered: '16.08.2002',
    })
    expect(dadata.calls).toEqual([
      {
        method: 'findById/party',
        authorization: 'Token test-key',
        body: { query: '7707083893', count: 10 },
      },
    ])
  })
})

test('[E.8] with a key addresses have value, data and postal_code, banks their БИК', async () => {
  await withDaData(async (visitor) => {
    dadata.respond(
      suggest([
        {
          value: 'г Москва, ул Летниковская, д 10',
          data: { postal_code: '115114', city: 'Москва', house: '10', geo_lat: '55.72', geo_lon: 'here' },
        },
      ]),
    )
    expect((await call(suggestAddress, { query: 'летниковская 10' }, visitor)).suggestions).toEqual([
      {
        value: 'г Москва, ул Летниковская, д 10',
        postal_code: '115114',
        data: { region: '', city: 'Москва', street: '', house: '10', fias_id: '', geo_lat: 55.72, geo_lon: null },
      },
    ])
    dadata.respond(suggest([{ value: 'ПАО Сбербанк', data: { bic: '044525225', correspondent_account: '3010…' } }]))
    expect((await call(suggestBank, { query: '044525225' }, visitor)).suggestions[0]?.data.bik).toBe('044525225')
  })
})

test('malformed values from DaData are left out or empty, never an error', async () => {
  await withDaData(async (visitor) => {
    const garbage = [
      null,
      5,
      'x',
      {},
      { value: 1 },
      { value: 'y', data: [] },
      { data: { inn: '12' } },
      vector({ name: 7 }),
    ]
    dadata.respond(suggest(garbage))
    const { suggestions } = await call(suggestParty, { query: 'вектор' }, visitor)
    expect(suggestions.map(({ value, data }) => [value, data.full_name])).toEqual([['ООО "ВЕКТОР"', '']])
    expect(await call(suggestAddress, { query: 'мос' }, visitor)).toMatchObject({ source: 'dadata' })
  })
})

test.each([
  ['HTML', 'text/html', '<html>'],
  ['JSON of another shape', 'application/json', '[1]'],
  ['a reply without an end', 'application/json', `{"suggestions":["${'x'.repeat(600_000)}"]}`],
])('%s instead of suggestions counts as no answer, and the portal falls back to its own', async (_, type, body) => {
  await withDaData(async (visitor) => {
    dadata.respond((response) => void response.writeHead(200, { 'content-type': type }).end(body))
    expect(await call(suggestAddress, { query: 'коломна' }, visitor)).toMatchObject({
      source: 'local',
      suggestions: [{ value: 'Московская обл., г. Коломна' }],
    })
  })
})

test('a service that does not answer within a second is given up', async () => {
  await withDaData(async (visitor) => {
    dadata.respond(() => undefined)
    const startedMs = performance.now()
    expect(await call(suggestAddress, { query: 'коломна' }, visitor)).toMatchObject({ source: 'local' })
    expect(performance.now() - startedMs).toBeLessThan(3000)
  })
})

test.each([
  [429, 59_000, 61_000],
  [403, 0, 24 * 3_600_000],
])('after a %i the service is not queried for a while, then again', async (status, quietMs, againMs) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T00:00:00+03:00'), toFake: ['Date'] })
  try {
    const request = client()
    dadata.respond(refuse(status))
    expect(await request('suggest/fio', { query: 'а' })).toBeUndefined()
    dadata.respond(suggest([1]))
    vi.setSystemTime(Date.now() + quietMs)
    expect(await request('suggest/fio', { query: 'а' })).toBeUndefined()
    expect(dadata.calls).toHaveLength(1)
    vi.setSystemTime(Date.now() + againMs)
    expect(await request('suggest/fio', { query: 'а' })).toEqual([1])
  } finally {
    vi.useRealTimers()
  }
})

test('five failures in a row stop queries for half a minute', async () => {
  const request = client()
  dadata.respond(refuse(500))
  for (let n = 0; n < 8; n += 1) expect(await request('suggest/fio', { query: String(n) })).toBeUndefined()
  expect(dadata.calls).toHaveLength(5)
})

test('a repeated query within an hour is answered from the cache, others reuse a connection', async () => {
  const request = client()
  dadata.respond(suggest(['one']))
  for (let n = 0; n < 3; n += 1) await request('suggest/fio', { query: 'а' })
  expect(dadata.calls.map(({ body }) => body)).toEqual([{ query: 'а' }])
  for (let n = 0; n < 20; n += 1) await request('suggest/fio', { query: String(n) })
  expect(dadata.calls).toHaveLength(21)
  expect(dadata.connections()).toBeLessThanOrEqual(3)
})

test('a caller that asks too often gets 429', async () => {
  const portal = await startTestApp({ database: app.database })
  const visitor = portal.visitor()
  const burst = Array.from({ length: 70 }, () => call(suggestName, { query: 'а б' }, visitor))
  const refused = (await Promise.allSettled(burst)).filter(({ status }) => status === 'rejected')
  expect(refused[0]).toMatchObject({ reason: { status: 429 } })
  await portal.close()
})
