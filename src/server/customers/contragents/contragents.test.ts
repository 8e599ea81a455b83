import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/organisation/contragents.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { fillBasket, placeOrder } from '#tests/support/checkout.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { textOf } from '#tests/support/pdf.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())

type Input = InputOf<typeof api.saveContragent>

const vector = {
  company: 'ООО «Вектор-Сервис»',
  legal_form: 'ООО',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: '115114, г. Москва, ул. Летниковская, д. 10',
} satisfies Input
const save = (input: Input, visitor = owner) => call(api.saveContragent, input, visitor)
const list = async (visitor = owner) => (await call(api.listContragents, {}, visitor)).items
const stored = async (sql: string, values: unknown[] = []) => (await portal.pool.query(sql, values)).rows

test('[R.3] [C.39] an owner adds a contragent; spaces in numbers are removed; a repeat adds none', async () => {
  const sent = {
    ...vector,
    inn: '7707 083893',
    bik: '044525225',
    account: '4070 2810 9380 0001 2345',
    phone: '84957301520',
  }
  const first = await save(sent)
  expect(first).toMatchObject({
    state: 'success',
    contragent: {
      inn: '7707083893',
      account: '40702810938000012345',
      phone: '+7 (495) 730-15-20',
      status: 'active',
      identity_fixed: false,
      contracts: [],
    },
  })
  expect((await save(sent)).contragent).toEqual(first.contragent)
  expect((await list()).filter(({ inn }) => inn === '7707083893')).toHaveLength(1)
  expect(await call(api.readContragent, { id: first.contragent.id }, owner)).toMatchObject({
    contragent: first.contragent,
  })
  expect(await stored("select title from notifications where kind = 'contragent'")).toEqual([
    { title: 'Новый контрагент: ООО «Вектор-Сервис»' },
  ])
})

test.each([
  [{ inn: '7707083894' }, { inn: 'ИНН 7707083894 неверен: проверьте цифры' }],
  [{ inn: '' }, { inn: 'Укажите ИНН' }],
  [{ kpp: '1' }, { kpp: 'КПП 1 неверен' }],
  [{ kpp: '' }, { kpp: 'Укажите КПП' }],
  [{ ogrn: '1027700132196' }, { ogrn: 'ОГРН неверен: проверьте цифры' }],
  [
    { legal_form: 'ИП' as const },
    { inn: 'В ИНН предпринимателя 12 цифр', kpp: 'У ИП нет КПП', ogrn: 'В ОГРНИП 15 цифр' },
  ],
  [{ bik: '044525225', account: '40702810938000012346' }, { account: 'Счёт не подходит к БИК' }],
  [{ account: '40702810938000012345' }, { bik: 'Укажите БИК банка' }],
  [{ email: 'почта' }, { email: 'Проверьте адрес почты: имя@домен.ру' }],
  [
    { company: ' ', legal_address: '' },
    { company: 'Укажите краткое название', legal_address: 'Укажите юридический адрес' },
  ],
])('a form with %j is refused with the fields named', async (part, fields) => {
  await expect(save({ ...vector, ...part })).rejects.toMatchObject({ status: 400, body: { state: 'error', fields } })
})

test('[M.2] the ИНН and КПП of any other contragent are refused as taken', async () => {
  const stranger = await addOrganisation(portal.db, 'ООО «Чужие»')
  const [{ inn, kpp }] = (await stored('select inn, kpp from contragents where id = $1', [stranger.contragentId])) as [
    { inn: string; kpp: string },
  ]
  await portal.pool.query("update contragents set inn = '5003052454' where id = $1", [stranger.contragentId])
  const taken = { ...vector, inn: '5003052454', kpp }
  await expect(save(taken)).rejects.toMatchObject({
    status: 409,
    body: { code: 'contragentTaken', message: 'Этот контрагент уже зарегистрирован' },
  })
  await expect(save({ ...vector, company: 'Другое название' })).rejects.toMatchObject({ status: 409 })
  expect(inn).not.toBe('')
})

test('[R.3] an owner changes requisites; a stale version is a conflict; a contract locks ИНН and ОГРН', async () => {
  const contragent = (await list()).find(({ inn }) => inn === vector.inn)
  if (!contragent) throw new Error('the first test adds it')
  const { version, id, ...fields } = contragent
  const changed = await save({ ...pick(fields), id, version, bank: 'ПАО Сбербанк' })
  expect(changed.contragent).toMatchObject({ id, bank: 'ПАО Сбербанк' })
  await expect(save({ ...pick(fields), id, version, bank: 'Другой' })).rejects.toMatchObject({ status: 409 })

  await portal.pool.query("update contragents set inn = '7736207543', ogrn = '1027700229193' where id = $1", [
    world.contragentId,
  ])
  const own = (await list()).find((each) => each.id === world.contragentId)
  expect(own).toMatchObject({ identity_fixed: true, contracts: [{ id: world.contractId, price_type: 'Опт' }] })
  if (!own) return
  const same = { ...pick(own), legal_address: 'г. Москва', id: own.id, version: own.version }
  await expect(save({ ...same, inn: '7707083893' })).rejects.toMatchObject({
    status: 400,
    body: { fields: { inn: 'Меняет поставщик: по контрагенту есть договор' } },
  })
  expect((await save(same)).contragent.legal_address).toBe('г. Москва')
})

test('a contragent that came from 1C without an ОГРН can still be edited', async () => {
  await portal.pool.query("update contragents set ogrn = '' where id = $1", [world.contragentId])
  const own = (await list()).find((each) => each.id === world.contragentId)
  if (!own) throw new Error('the world has it')
  const { contragent } = await save({ ...pick(own), id: own.id, version: own.version, head_name: 'Ким Ирина' })
  expect(contragent).toMatchObject({ ogrn: '', head_name: 'Ким Ирина' })
})

test('[T.6] an inactive contragent is shown but cannot order; when active again it can', async () => {
  const at = await fillBasket(portal, world, [{ qnt: 1 }])
  await call(api.deactivateContragent, { id: world.contragentId }, owner)
  const again = await call(api.deactivateContragent, { id: world.contragentId }, owner)
  expect(again).toMatchObject({ state: 'success', contragent: { status: 'inactive' } })
  await expect(placeOrder(at)).rejects.toMatchObject({ status: 422, body: { code: 'contractInactive' } })
  await call(api.activateContragent, { id: world.contragentId }, owner)
  expect(await placeOrder(at)).toMatchObject({ status: 'success' })
})

test('[T.6] a contragent with an active contract cannot be deleted; another can and is restored', async () => {
  await expect(call(api.deleteContragent, { id: world.contragentId }, owner)).rejects.toMatchObject({
    status: 422,
    body: { code: 'contragentInUse' },
  })
  const input = { ...vector, inn: '500100732259', kpp: '', ogrn: '304500116000157', legal_form: 'ИП' as const }
  const { contragent } = await save(input)
  for (let n = 0; n < 2; n += 1) await call(api.deleteContragent, { id: contragent.id }, owner)
  expect((await list()).map(({ id }) => id)).not.toContain(contragent.id)
  await expect(call(api.readContragent, { id: contragent.id }, owner)).rejects.toMatchObject({ status: 404 })
  expect((await save(input)).contragent).toMatchObject({ id: contragent.id, status: 'active' })
})

test('[R.6] employees are refused, and other organisations’ contragents answer like missing ones', async () => {
  for (const id of [world.managerId, world.accountantId, world.receiverId, world.adminId])
    await expect(list(await signedIn(portal, id))).rejects.toMatchObject({ status: 403 })
  const other = await addOrganisation(portal.db, 'ООО «Соседи»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  for (const endpoint of [api.readContragent, api.activateContragent, api.deactivateContragent])
    await expect(call(endpoint, { id: world.contragentId }, stranger)).rejects.toMatchObject({ status: 404 })
  await call(api.deleteContragent, { id: world.contragentId }, stranger)
  await expect(save({ ...vector, id: world.contragentId }, stranger)).rejects.toMatchObject({ status: 404 })
  expect((await list()).map(({ id }) => id)).toContain(world.contragentId)
})

test('[R.3] [R.4] the card of a contragent is a PDF with its requisites, for its owner alone', async () => {
  const bank = { bank: 'АО «Альфа-Банк»', bik: '044525593', account: '40702810601300004812' }
  const input = {
    ...vector,
    ...bank,
    company: 'ООО «Карточка»',
    kpp: '773602001',
    head_name: 'Соколова Ирина Петровна',
  }
  const { contragent } = await save({ ...input, correspondent_account: '30101810200000000593' })
  const address = `/api/contragent/${contragent.id}/card.pdf`
  const response = await owner.send(address, {})
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('Карточка ООО «Карточка».pdf')
  const text = await textOf(new Uint8Array(await response.arrayBuffer()))
  const { company, inn, kpp, ogrn, legal_address, head_name } = input
  const printed = [company, inn, kpp, ogrn, legal_address, head_name, ...Object.values(bank), '30101810200000000593']
  for (const words of printed) expect(text).toContain(words)
  expect(text).not.toContain('Телефон')

  const other = await addOrganisation(portal.db, 'ООО «Любопытные»')
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...other }))
  expect((await stranger.send(address, {})).status).toBe(404)
  expect((await (await signedIn(portal, world.managerId)).send(address, {})).status).toBe(403)
  await call(api.deleteContragent, { id: contragent.id }, owner)
  expect((await owner.send(address, {})).status).toBe(404)
})

test('every change is recorded in the audit trail', async () => {
  const rows = await stored(
    "select action, count(*)::int from audit_log where object_type = 'contragent' group by 1 order by 1",
  )
  expect(rows.map(({ action }: { action: string }) => action)).toEqual(['contragent.changed', 'contragent.created'])
})

/** The fields that the form sends. */
function pick(contragent: Partial<api.Contragent>): Input {
  const {
    id: _id,
    status: _status,
    identity_fixed: _fixed,
    contracts: _contracts,
    version: _version,
    ...fields
  } = contragent
  return fields as Input
}
