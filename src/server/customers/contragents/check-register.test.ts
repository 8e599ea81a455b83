import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/organisation/contragents.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { updateContragent } from '#server/customers/organisations/shared-queries-write.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { refuse, startDaData, suggest } from '#tests/support/processes/dadata.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let owner: Visitor
let ownerId: number
let dadata: Awaited<ReturnType<typeof startDaData>>
const today = formatDay(dayOf(new Date()))

beforeAll(async () => {
  dadata = await startDaData()
  portal = await startTestApp({ env: { DADATA_TOKEN: 'test-key', DADATA_URL: dadata.url } })
  ;({ ownerId } = await createWorld(portal.db))
  owner = await signedIn(portal, ownerId)
})
afterAll(async () => {
  await portal.close()
  await dadata.close()
})

type Input = InputOf<typeof api.saveContragent>

/** A new ИНН for each test: answers of the register are cached. */
const inns = ['7707083893', '7736207543', '5003052454', '7728168971', '7710140679', '7702070139'] as const
let used = 0
let firm: Input & { inn: string }

beforeEach(() => {
  firm = {
    company: 'ООО "Вектор"',
    full_name: 'Общество с ограниченной ответственностью "Вектор"',
    legal_form: 'ООО',
    inn: inns[used] ?? '',
    kpp: '773601001',
    ogrn: '1027700132195',
    legal_address: '115114, г Москва, ул Летниковская, д 10',
    head_name: 'Соколова Ирина Викторовна',
    head_post: 'Генеральный директор',
  }
  used += 1
  dadata.respond(suggest([branch(), record()]))
})

const record = (data: object = {}) => ({
  value: firm.company,
  data: {
    inn: firm.inn,
    kpp: firm.kpp,
    ogrn: firm.ogrn,
    type: 'LEGAL',
    branch_type: 'MAIN',
    opf: { short: firm.legal_form },
    name: { short_with_opf: firm.company, full_with_opf: firm.full_name },
    management: { name: firm.head_name, post: firm.head_post },
    state: { status: 'ACTIVE' },
    address: { unrestricted_value: firm.legal_address },
    ...data,
  },
})
const branch = () => record({ kpp: '780201001', branch_type: 'BRANCH', address: { value: 'г Санкт-Петербург' } })

const save = async (input: Input) => (await call(api.saveContragent, input, owner)).contragent
const read = async (id: number) => (await call(api.readContragent, { id }, owner)).contragent

test('requisites exactly as the register tells them to the server carry the day of the check', async () => {
  const { id, register_checked } = await save(firm)
  expect(register_checked).toBe(today)
  expect((await read(id)).register_checked).toBe(today)
  expect(dadata.calls.at(-1)).toMatchObject({ method: 'findById/party', body: { query: firm.inn } })
})

test('a form that calls itself checked is not believed', async () => {
  const claim = { ...firm, legal_address: 'г Москва, ул Другая, д 1', register_checked: today, registerChecked: today }
  expect((await save(claim)).register_checked).toBeNull()
})

test('a changed address or director ends the check, not a changed bank; the register’s values renew it', async () => {
  let saved = await save(firm)
  const change = async (part: Partial<Input>) => {
    saved = await save({ ...firm, ...part, id: saved.id, version: saved.version })
    return saved.register_checked
  }
  expect(await change({ legal_address: 'г Москва, ул Другая, д 1' })).toBeNull()
  expect(await change({})).toBe(today)
  expect(await change({ head_name: 'Другой Директор' })).toBeNull()
  expect(await change({ phone: '84957301520', bank: 'ПАО Сбербанк', bik: '044525225' })).toBe(today)
})

test('while the register does not answer, unchanged requisites keep the day and changed ones lose it', async () => {
  const { id, version } = await save(firm)
  await portal.pool.query("update contragents set register_checked = '2026-11-20' where id = $1", [id])
  const { version: aged } = await read(id)
  expect(aged).not.toBe(version)
  const restarted = await startTestApp({
    database: portal.database,
    env: { DADATA_TOKEN: 'test-key', DADATA_URL: dadata.url },
  })
  try {
    dadata.respond(refuse(403))
    const again = await signedIn(restarted, ownerId)
    const kept = (await call(api.saveContragent, { ...firm, id, version: aged, phone: '84957301520' }, again))
      .contragent
    expect(kept.register_checked).toBe('20.11.2026')
    const changed = { ...firm, id, version: kept.version, company: 'ООО "Вектор Плюс"' }
    expect((await call(api.saveContragent, changed, again)).contragent.register_checked).toBeNull()
  } finally {
    await restarted.close()
  }
})

test('saving an unchanged form renews the check; sent twice it does so once', async () => {
  const { id } = await save(firm)
  await portal.pool.query("update contragents set register_checked = '2026-11-20' where id = $1", [id])
  const { version } = await read(id)
  const renewed = await save({ ...firm, id, version })
  expect(renewed.register_checked).toBe(today)
  expect(await save({ ...firm, id, version })).toEqual(renewed)
})

test('a change of the checked values by anybody else ends the check', async () => {
  const { id } = await save(firm)
  const checked = async () => (await read(id)).register_checked
  await updateContragent(portal.db, { id, phone: '+7 (495) 000-00-00', company: firm.company, status: 'active' })
  expect(await checked()).toBe(today)
  await updateContragent(portal.db, { id, company: 'ООО «Вектор»' })
  expect(await checked()).toBeNull()
})
