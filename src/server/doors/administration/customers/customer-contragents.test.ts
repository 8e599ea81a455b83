import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/administration/customer-contragents.ts'
import { staffGetCustomer } from '#shared/api/administration/customers.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { listContragents, saveContragent } from '#shared/api/organisation/contragents.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let sales: Visitor
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  admin = await signedIn(portal, world.adminId)
  sales = await signedIn(portal, world.salesId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query("delete from contragents where inn = '7707083893'")
})

type Input = InputOf<typeof api.saveCustomerContragent>
const service = {
  company: 'ООО «Вектор-Сервис»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: '115114, г. Москва, ул. Летниковская, д. 10',
} satisfies Omit<Input, 'id'>
const save = async (input: Partial<Input>, who = sales) =>
  (await call(api.saveCustomerContragent, { ...service, id: world.organisationId, ...input }, who)).contragent
const card = async (who = admin) => (await call(staffGetCustomer, { id: world.organisationId }, who)).customer
const formOf = async (contragent: number) => {
  const found = (await card()).contragents.find(({ id }) => id === contragent)
  if (!found) throw new Error('the contragent is not in the card')
  const {
    id: _id,
    contracts: _contracts,
    register_checked: _checked,
    identity_fixed: _named,
    status: _status,
    ...form
  } = found
  return { ...form, contragent, legal_form: 'ООО' as const }
}

test('staff add a contragent to their customer: the owner sees it, a repeat adds none, it is audited', async () => {
  const first = await save({ bik: '044525225', account: '4070 2810 9380 0001 2345' })
  expect(first).toMatchObject({ status: 'active', account: '40702810938000012345', contracts: [] })
  expect(await save({ bik: '044525225', account: '40702810938000012345' })).toEqual(first)
  const { items } = await call(listContragents, {}, owner)
  expect(items.filter(({ inn }) => inn === service.inn)).toEqual([first])
  const rows = await listAuditRows(portal.db, { objects: { type: 'contragent', ids: [String(first.id)] }, limit: 10 })
  expect(rows.map(({ action, accountId }) => ({ action, accountId }))).toEqual([
    { action: 'contragent.created', accountId: world.salesId },
  ])
  const { rows: notices } = await portal.pool.query("select from notifications where kind = 'contragent'")
  expect(notices).toHaveLength(0)
})

test('requisites are checked as in the owner’s form; those of another organisation are refused', async () => {
  const refused = (input: Partial<Input>, fields: Record<string, string>) =>
    expect(save(input)).rejects.toMatchObject({ status: 400, body: { fields } })
  await refused({ inn: '7707083894' }, { inn: 'ИНН 7707083894 неверен: проверьте цифры' })
  await refused({ kpp: '' }, { kpp: 'Укажите КПП' })
  await refused({ legal_address: '' }, { legal_address: 'Укажите юридический адрес' })
  await save({})
  await expect(save({ company: 'ООО «Другое»' })).rejects.toMatchObject({
    status: 409,
    body: { code: 'contragentTaken', fields: { inn: 'Такой контрагент у организации уже есть' } },
  })
  const other = await addOrganisation(portal.db, 'ООО «Сосед»')
  await expect(save({ id: other.organisationId })).rejects.toMatchObject({
    status: 409,
    body: { code: 'contragentTaken' },
  })
})

test('with a contract staff change a contragent’s КПП and legal form, not the ИНН: that is another firm', async () => {
  await portal.pool.query("update contragents set inn = '7718562143', kpp = '771801001', ogrn = '' where id = $1", [
    world.contragentId,
  ])
  const form = { ...(await formOf(world.contragentId)), legal_address: service.legal_address }
  const other = { ...form, inn: '5024182119' }
  await expect(save(other)).rejects.toMatchObject({
    status: 400,
    body: { fields: { inn: 'Другой ИНН – это другой контрагент: добавьте его' } },
  })
  const moved = { ...form, kpp: '502401001', legal_address: 'Красногорск, Ильинское ш., 1А' }
  const saved = await save(moved)
  expect(saved).toMatchObject({ inn: '7718562143', kpp: '502401001', ogrn: '' })
  expect((await save(moved)).version).toBe(saved.version)
  await expect(save({ ...moved, kpp: '771801001' })).rejects.toMatchObject({ status: 409, body: { code: 'conflict' } })
  await expect(save({ ...moved, version: saved.version, kpp: '1' })).rejects.toMatchObject({
    status: 400,
    body: { fields: { kpp: 'КПП 1 неверен' } },
  })
})

test('staff switch a contragent off and on, and delete one that no active contract names; each once', async () => {
  const { id: contragent } = await save({})
  const of = { id: world.organisationId, contragent }
  const switchTo = async (active: boolean) =>
    (await call(api.switchCustomerContragent, { ...of, active }, sales)).contragent.status
  expect([await switchTo(false), await switchTo(false), await switchTo(true)]).toEqual([
    'inactive',
    'inactive',
    'active',
  ])
  await expect(
    call(api.deleteCustomerContragent, { ...of, contragent: world.contragentId }, sales),
  ).rejects.toMatchObject({ status: 422, body: { code: 'contragentInUse' } })
  await call(api.deleteCustomerContragent, of, sales)
  await call(api.deleteCustomerContragent, of, sales)
  expect((await card()).contragents.map(({ id }) => id)).not.toContain(contragent)
  const rows = await listAuditRows(portal.db, { objects: { type: 'contragent', ids: [String(contragent)] }, limit: 10 })
  expect(rows.map(({ changes }) => changes.status?.after).filter(Boolean)).toEqual(['deleted', 'active', 'inactive'])
  expect((await save({})).id).toBe(contragent)
})

test('a contragent added again after its deletion keeps its identity, and the trail has all that changed', async () => {
  const { id: contragent } = await save({})
  const of = { id: world.organisationId, contragent }
  await call(api.deleteCustomerContragent, of, sales)
  expect((await save({ company: 'ООО «Вектор-Сервис 2»' })).id).toBe(contragent)
  const rows = await listAuditRows(portal.db, { objects: { type: 'contragent', ids: [String(contragent)] }, limit: 1 })
  expect(rows[0]?.changes).toEqual({
    status: { before: 'deleted', after: 'active' },
    company: { before: service.company, after: 'ООО «Вектор-Сервис 2»', personal: true },
  })

  await portal.pool.query("update contragents set code1c = 'named-by-1c' where id = $1", [contragent])
  await call(api.deleteCustomerContragent, of, sales)
  const { legal_address, inn, kpp, company } = service
  const form = { legal_form: 'ООО' as const, legal_address, inn, kpp, company }
  await expect(call(saveContragent, { ...form, ogrn: '1037739010891' }, owner)).rejects.toMatchObject({
    status: 400,
    body: { fields: { ogrn: 'Меняет поставщик: по контрагенту есть договор' } },
  })
  expect((await call(saveContragent, { ...form, ogrn: service.ogrn }, owner)).contragent.id).toBe(contragent)
})

test('of two organisations that add one firm at the same time the second is refused', async () => {
  const other = await addOrganisation(portal.db, 'ООО «Одновременно»')
  for (let round = 0; round < 5; round += 1) {
    await portal.pool.query("delete from contragents where inn = '7707083893'")
    const saved = await Promise.allSettled([save({}, admin), save({ id: other.organisationId }, sales)])
    const refused = saved.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(refused).toMatchObject([{ status: 409, body: { code: 'contragentTaken' } }])
  }
})

test('a named firm may become another kind of firm but no sole proprietor, and takes no КПП of another', async () => {
  const { id: contragent, version } = await save({})
  await portal.pool.query("update contragents set code1c = 'named' where id = $1", [contragent])
  const stored = await formOf(contragent)
  const refused = (input: Partial<Input>, body: object) =>
    expect(save({ ...stored, ...input })).rejects.toMatchObject({ body })
  await refused(
    { legal_form: 'ИП', kpp: '', ogrn: '304770000000017' },
    { fields: { inn: expect.any(String) as string } },
  )
  expect(version).not.toBe('')
  expect(await save({ ...stored, legal_form: 'АО' })).toMatchObject({ legal_form: 'АО', inn: service.inn })
  const { id: second } = await save({ kpp: '502401001' })
  const taken = await formOf(contragent)
  await expect(save({ ...taken, legal_form: 'АО', kpp: '502401001' })).rejects.toMatchObject({
    body: { code: 'contragentTaken', fields: { kpp: 'С такими ИНН и КПП контрагент уже есть' } },
  })
  await call(api.deleteCustomerContragent, { id: world.organisationId, contragent: second }, sales)
  await expect(save({ ...taken, legal_form: 'АО', kpp: '502401001' })).rejects.toMatchObject({
    body: { fields: { kpp: 'С такими ИНН и КПП контрагент уже был и удалён: добавьте его снова' } },
  })
})

test('a salesperson changes no contragent of a colleague’s customer or of another organisation', async () => {
  const { rows } = await portal.pool.query<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Коллега', '') returning id",
  )
  const managerId = rows[0]?.id ?? 0
  const colleague = await addAccount(portal.db, { role: 'sales', name: 'Коллега' })
  await portal.pool.query('update accounts set personal_manager_id = $1 where id = $2', [managerId, colleague])
  const foreign = await addOrganisation(portal.db, 'ООО «Чужая»', { personalManagerId: managerId })
  const missing = { status: 404 }
  await expect(save({ id: foreign.organisationId })).rejects.toMatchObject(missing)
  const switched = { id: foreign.organisationId, contragent: foreign.contragentId, active: false }
  await expect(call(api.switchCustomerContragent, switched, sales)).rejects.toMatchObject(missing)
  await expect(
    call(api.switchCustomerContragent, { ...switched, id: world.organisationId }, sales),
  ).rejects.toMatchObject(missing)
  await expect(call(api.deleteCustomerContragent, switched, sales)).rejects.toMatchObject(missing)
  await expect(save({}, owner)).rejects.toMatchObject({ status: 403 })
  const { rows: kept } = await portal.pool.query('select status from contragents where id = $1', [foreign.contragentId])
  expect(kept).toEqual([{ status: 'active' }])
})
