import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { resetPassword } from '#shared/api/account/password.ts'
import * as api from '#shared/api/administration/customer-people.ts'
import { staffGetCustomer } from '#shared/api/administration/customers.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { mailedToken } from '#tests/support/accounts/passwords.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let sales: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  admin = await signedIn(portal, world.adminId)
  sales = await signedIn(portal, world.salesId)
})
afterAll(() => portal.close())

type Input = InputOf<typeof api.saveCustomerPerson>
const password = 'Сосновый бор 41'
const save = async (input: Partial<Input>, who = sales) => {
  const person = { id: world.organisationId, name: 'Пётр Иванов', contractSelect: [world.contractId] }
  return (await call(api.saveCustomerPerson, { ...person, ...input }, who)).manager
}
const formOf = ({ enabled: _enabled, contracts: _contracts, id: account, ...form }: Manager) => ({ ...form, account })
const switchTo = async (account: number, enabled: boolean, id = world.organisationId, who = sales) =>
  (await call(api.switchCustomerPerson, { id, account, enabled }, who)).manager
const invite = (account: number, id = world.organisationId, who = sales) =>
  call(api.inviteCustomerPerson, { id, account }, who)
const lettersTo = (login: string) => portal.db.select().from(mails).where(eq(mails.recipient, login))

async function join(input: Partial<Input> & { login: string }): Promise<Manager> {
  const person = await save(input)
  await call(resetPassword, { token: await mailedToken(portal, input.login), password }, portal.visitor())
  return person
}

test('staff invite a person, who signs in by the mailed link; a repeat invites nobody', async () => {
  const login = 'petr@buyer.example'
  const sent = { login, order_limit: 1500 }
  const person = await save(sent)
  expect(person).toMatchObject({ state: 'invited', type_id: 2, contractSelect: [world.contractId], order_limit: 1500 })
  expect((await save(sent)).id).toBe(person.id)
  const letters = await lettersTo(login)
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('ООО «Вектор»')
  await call(resetPassword, { token: await mailedToken(portal, login), password }, portal.visitor())
  const visitor = portal.visitor()
  await call(signIn, { login, password }, visitor)
  const { customer } = await call(staffGetCustomer, { id: world.organisationId }, sales)
  expect(customer.people.find(({ id }) => id === person.id)).toMatchObject({ state: 'active', self: false })
  const rows = await listAuditRows(portal.db, { objects: { type: 'account', ids: [String(person.id)] }, limit: 20 })
  expect(rows.find(({ action }) => action === 'account.created')).toMatchObject({ accountId: world.salesId })
})

test('a link is sent again to whoever has not signed in, and to nobody else', async () => {
  const login = 'late@buyer.example'
  const person = await save({ login })
  await portal.pool.query("update accounts set invited_at = now() - interval '8 days' where id = $1", [person.id])
  const first = await mailedToken(portal, login)
  await invite(person.id)
  await invite(person.id)
  expect(await lettersTo(login)).toHaveLength(2)
  const reset = (token: string) => call(resetPassword, { token, password }, portal.visitor())
  await expect(reset(first)).rejects.toMatchObject({ status: 404 })
  await reset(await mailedToken(portal, login))
  await expect(invite(person.id)).rejects.toMatchObject({ status: 409, body: { code: 'alreadyJoined' } })
})

test('staff change role and contracts of a person; fields are checked, a concurrent change is kept', async () => {
  const person = await join({ login: 'maria@buyer.example' })
  const refused = (input: Partial<Input>, field: string, status = 400) =>
    expect(save({ login: 'new@buyer.example', ...input }), field).rejects.toMatchObject({
      status,
      body: { fields: { [field]: expect.any(String) as string } },
    })
  await refused({ login: 'почта' }, 'login')
  await refused({ name: '' }, 'name')
  await refused({ contractSelect: [999_999] }, 'contractSelect')
  await refused({ login: 'maria@buyer.example', name: 'Другая Мария' }, 'login', 409)
  const changed = await save({ ...formOf(person), type_id: 4, name: 'Мария Жукова' })
  expect(changed).toMatchObject({ type_id: 4, name: 'Мария Жукова' })
  expect((await save({ ...formOf(person), type_id: 4, name: 'Мария Жукова' })).version).toBe(changed.version)
  await expect(save({ ...formOf(person), name: 'Мария Белова' })).rejects.toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
})

test('switching a person off ends their sessions, also of the last owner, whose role stays', async () => {
  const login = 'guest@buyer.example'
  const person = await join({ login })
  const visitor = portal.visitor()
  await call(signIn, { login, password }, visitor)
  expect((await call(whoAmI, {}, visitor)).me).toMatchObject({ login })
  expect((await switchTo(person.id, false)).state).toBe('disabled')
  expect((await switchTo(person.id, false)).state).toBe('disabled')
  expect((await call(whoAmI, {}, visitor)).me).toBeNull()
  await expect(call(signIn, { login, password }, portal.visitor())).rejects.toMatchObject({ status: 403 })
  expect((await switchTo(person.id, true)).state).toBe('active')
  expect((await switchTo(world.ownerId, false)).state).toBe('disabled')
  expect((await switchTo(world.ownerId, true)).state).toBe('active')
  await expect(save({ ...formOf(await ownerOf()), type_id: 2 })).rejects.toMatchObject({
    status: 422,
    body: { code: 'lastOwner' },
  })
  const rows = await listAuditRows(portal.db, { objects: { type: 'account', ids: [String(person.id)] }, limit: 20 })
  expect(rows.filter(({ action }) => action === 'account.disabled')).toHaveLength(1)
})

test('staff delete a person, also the last owner: the login is free, the orders stay', async () => {
  const { organisationId, contragentId } = await addOrganisation(portal.db, 'ООО «Уходят»')
  const [priceTypeId = 0] = world.priceTypeIds
  const contractId = await addContract(portal.db, { organisationId, contragentId, priceTypeId, warehouseIds: [] })
  const login = 'gone@buyer.example'
  const owner = await addAccount(portal.db, { role: 'owner', organisationId, login, name: 'Ольга Ушла' })
  await portal.pool.query(
    `insert into orders (number, organisation_id, contract_id, account_id, state, sum_kopecks, delivery_method_id)
     values ('GONE-1', $1, $2, $3, 1, 100, (select min(id) from delivery_methods))`,
    [organisationId, contractId, owner],
  )
  const visitor = await signedIn(portal, owner)
  const remove = (id: number, account: number, who = sales) => call(api.deleteCustomerPerson, { id, account }, who)
  await remove(organisationId, owner)
  await remove(organisationId, owner)
  expect((await call(whoAmI, {}, visitor)).me).toBeNull()
  const { customer } = await call(staffGetCustomer, { id: organisationId }, sales)
  expect(customer.people).toEqual([])
  expect(customer.orders).toMatchObject([{ number: 'GONE-1', placed_by: 'Ольга Ушла' }])
  const rows = await listAuditRows(portal.db, { objects: { type: 'account', ids: [String(owner)] }, limit: 20 })
  expect(rows).toMatchObject([{ action: 'account.deleted', accountId: world.salesId, organisationId }])
  expect((await save({ id: organisationId, login, contractSelect: [contractId] })).state).toBe('invited')

  const managers = await signedIn(portal, world.managerId)
  await expect(remove(world.organisationId, world.receiverId, managers)).rejects.toMatchObject({ status: 403 })
  await remove(organisationId, world.receiverId)
  expect((await call(whoAmI, {}, await signedIn(portal, world.receiverId))).me).toMatchObject({ id: world.receiverId })
})

test('a changed login is told to the mailbox it leaves; an invitation goes to the new one instead', async () => {
  const joined = await join({ login: 'left@buyer.example' })
  await save({ ...formOf(joined), login: 'taken-over@buyer.example' })
  const told = (await lettersTo('left@buyer.example')).filter(({ subject }) => subject === 'Логин изменён')
  expect(told).toHaveLength(1)
  expect(told[0]?.text).not.toContain('taken-over')
  expect((await lettersTo('taken-over@buyer.example')).map(({ subject }) => subject)).not.toContain('Логин изменён')

  const invited = await save({ login: 'typo@buyer.example' })
  const first = await mailedToken(portal, 'typo@buyer.example')
  await save({ ...formOf(invited), login: 'right@buyer.example' })
  await expect(call(resetPassword, { token: first, password }, portal.visitor())).rejects.toMatchObject({ status: 404 })
  expect(await lettersTo('typo@buyer.example')).toHaveLength(1)
  await call(resetPassword, { token: await mailedToken(portal, 'right@buyer.example'), password }, portal.visitor())
})

test('an owner invited at a wrong mailbox can be switched off, though the only one', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Новая»')
  const { type_id } = await ownerOf()
  const owner = await save({ id: organisationId, login: 'wrong@buyer.example', type_id, contractSelect: [] })
  const token = await mailedToken(portal, 'wrong@buyer.example')
  expect((await switchTo(owner.id, false, organisationId)).state).toBe('disabled')
  await expect(call(resetPassword, { token, password }, portal.visitor())).rejects.toMatchObject({ status: 404 })
})

async function ownerOf(): Promise<Manager> {
  const { customer } = await call(staffGetCustomer, { id: world.organisationId }, admin)
  const owner = customer.people.find(({ id }) => id === world.ownerId)
  if (!owner) throw new Error('the owner is not in the card')
  return owner
}

test('a salesperson invites and changes nobody of a colleague’s customer, nor by the number of another', async () => {
  const { rows } = await portal.pool.query<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Коллега', '') returning id",
  )
  const managerId = rows[0]?.id ?? 0
  const colleague = await addAccount(portal.db, { role: 'sales', name: 'Коллега' })
  await portal.pool.query('update accounts set personal_manager_id = $1 where id = $2', [managerId, colleague])
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Чужая»', { personalManagerId: managerId })
  const foreign = await addAccount(portal.db, { role: 'owner', organisationId })
  const missing = { status: 404 }
  await expect(save({ id: organisationId, login: 'x@buyer.example', contractSelect: [] })).rejects.toMatchObject(
    missing,
  )
  for (const id of [organisationId, world.organisationId]) {
    await expect(switchTo(foreign, false, id)).rejects.toMatchObject(missing)
    await expect(invite(foreign, id)).rejects.toMatchObject(missing)
  }
  await expect(call(api.deleteCustomerPerson, { id: organisationId, account: foreign }, sales)).rejects.toMatchObject(
    missing,
  )
  const owner = await signedIn(portal, world.ownerId)
  await expect(save({ login: 'x@buyer.example' }, owner)).rejects.toMatchObject({ status: 403 })
  const { rows: kept } = await portal.pool.query('select enabled from accounts where id = $1', [foreign])
  expect(kept).toEqual([{ enabled: true }])
})
