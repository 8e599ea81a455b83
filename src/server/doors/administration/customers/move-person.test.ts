import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { resetPassword } from '#shared/api/account/password.ts'
import * as api from '#shared/api/administration/customer-people.ts'
import { staffGetCustomer } from '#shared/api/administration/customers.ts'
import { getBasketData, processBasket } from '#shared/api/basket.ts'
import { initData } from '#shared/api/contracts.ts'
import { addToDraft } from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { notifications } from '#shared/api/notifications.ts'
import { createOrder } from '#shared/api/orders.ts'
import { sendChat } from '#shared/api/talk/chat.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { mailedToken } from '#tests/support/accounts/passwords.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let sales: Visitor
let target: { organisationId: number; contractId: number; ownerId: number }
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ stock: [100] }] })
  sales = await signedIn(portal, world.salesId)
  const firm = await addOrganisation(portal.db, 'ООО «Новое место»')
  const [priceTypeId = 0] = world.priceTypeIds
  const contractId = await addContract(portal.db, { ...firm, priceTypeId, warehouseIds: world.warehouseIds })
  const ownerId = await addAccount(portal.db, { role: 'owner', organisationId: firm.organisationId })
  target = { organisationId: firm.organisationId, contractId, ownerId }
})
afterAll(() => portal.close())

const password = 'Сосновый бор 41'
let people = 0

async function addPerson() {
  people += 1
  const login = `moved-${people}@buyer.example`
  const id = await addAccount(portal.db, {
    role: 'manager',
    organisationId: world.organisationId,
    contractIds: [world.contractId],
    name: `Мария Жукова ${people}`,
    login,
    password,
  })
  return { id, login, version: await versionOf(id) }
}

async function versionOf(id: number): Promise<string> {
  const { customer } = await call(staffGetCustomer, { id: world.organisationId }, sales)
  return customer.people.find((person) => person.id === id)?.version ?? ''
}

type Moving = Partial<InputOf<typeof api.moveCustomerPerson>> & { account: number; version: string }
const move = async (input: Moving, who = sales) => {
  const usual = { id: world.organisationId, target: target.organisationId, contractSelect: [target.contractId] }
  return (await call(api.moveCustomerPerson, { ...usual, ...input }, who)).manager
}

test('a moved person signs in to the other organisation as before, what they made stays in the former', async () => {
  const { id, login, version } = await addPerson()
  const visitor = await signedIn(portal, id)
  const [product = 0] = world.productIds
  await call(processBasket, { id: product, qnt: 2, contract: world.contractId }, visitor)
  const { numberOrder } = await call(
    createOrder,
    { contract: world.contractId, delivery_method: 3 },
    { send: visitor.send, key: 'moved-order' },
  )
  await call(processBasket, { id: product, qnt: 3, contract: world.contractId }, visitor)
  await call(addToDraft, { header: 'Стройка', contract: world.contractId }, visitor)
  await call(sendChat, { message: 'Когда привезёте?' }, { send: visitor.send, key: 'moved-chat' })
  expect((await call(api.personRecords, { id }, sales)).records).toEqual({
    orders: 1,
    open_orders: 1,
    claims: 0,
    chat_messages: 1,
    basket_lines: 1,
    drafts: 1,
    favourites: 0,
  })

  const moved = await move({ account: id, version, type_id: 2, order_limit: 900 })
  expect(moved).toMatchObject({ login, contractSelect: [target.contractId], order_limit: 900, state: 'active' })
  expect((await move({ account: id, version })).id).toBe(moved.id)
  expect((await call(whoAmI, {}, visitor)).me).toBeNull()

  const again = portal.visitor()
  await call(signIn, { login, password }, again)
  expect((await call(whoAmI, {}, again)).me).toMatchObject({ organisation: { id: target.organisationId } })
  expect((await call(initData, {}, again)).contracts.map(({ id: contract }) => contract)).toEqual([target.contractId])
  expect((await call(getBasketData, {}, again)).count.products).toBe(0)
  const card = async (organisation: number) => (await call(staffGetCustomer, { id: organisation }, sales)).customer
  expect((await card(world.organisationId)).people.map((person) => person.login)).not.toContain(login)
  expect((await card(world.organisationId)).orders).toContainEqual(
    expect.objectContaining({ number: numberOrder, placed_by: moved.name }),
  )
  expect((await card(target.organisationId)).orders).toEqual([])
})

test('both organisations have the move in their history, the person a letter, the other owner a notice', async () => {
  const { id, login, version } = await addPerson()
  const moved = await move({ account: id, version })
  await move({ account: id, version })
  for (const [account, organisationId] of [
    [id, world.organisationId],
    [moved.id, target.organisationId],
  ] as const) {
    const rows = await listAuditRows(portal.db, { objects: { type: 'account', ids: [String(account)] }, limit: 20 })
    expect(rows.filter(({ action }) => action === 'account.moved')).toMatchObject([
      {
        accountId: world.salesId,
        organisationId,
        changes: { organisationId: { before: world.organisationId, after: target.organisationId } },
      },
    ])
  }
  const letters = await portal.db.select().from(mails).where(eq(mails.recipient, login))
  expect(letters.map(({ subject }) => subject)).toEqual(['Теперь вы в организации ООО «Новое место»'])
  expect(letters[0]?.text).not.toContain('Вектор')
  const owner = await signedIn(portal, target.ownerId)
  const { items } = await call(notifications, { page: 1, perpage: 10 }, owner)
  expect(items.filter(({ title }) => title === `Новый сотрудник: ${moved.name}`)).toHaveLength(1)
})

test('a person who never joined is invited by the other organisation, the former link opens nothing', async () => {
  const login = 'awaited-move@buyer.example'
  const { manager } = await call(
    api.saveCustomerPerson,
    { id: world.organisationId, login, name: 'Ждут', contractSelect: [world.contractId] },
    sales,
  )
  const first = await mailedToken(portal, login)
  const moved = await move({ account: manager.id, version: manager.version, type_id: 4 })
  expect(moved).toMatchObject({ state: 'invited', type_id: 4 })
  const reset = (token: string) => call(resetPassword, { token, password }, portal.visitor())
  await expect(reset(first)).rejects.toMatchObject({ status: 404 })
  await reset(await mailedToken(portal, login))
})

test('the last owner may be moved, a disabled person stays disabled, consents go along', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Опустеет»')
  const id = await addAccount(portal.db, { role: 'owner', organisationId, name: 'Один Владелец' })
  await portal.pool.query(
    "insert into consents (kind, text_version, address, account_id) values ('offer', '1', '10.0.0.1', $1)",
    [id],
  )
  await call(api.switchCustomerPerson, { id: organisationId, account: id, enabled: false }, sales)
  const { customer } = await call(staffGetCustomer, { id: organisationId }, sales)
  const version = customer.people[0]?.version ?? ''
  const moved = await move({ id: organisationId, account: id, version, type_id: 1, contractSelect: [] })
  expect(moved).toMatchObject({ state: 'disabled', type_id: 1 })
  await move({ id: organisationId, account: id, version, type_id: 1, contractSelect: [] })
  const { rows } = await portal.pool.query('select kind from consents where account_id = $1', [moved.id])
  expect(rows).toEqual([{ kind: 'offer' }])
})

test('what cannot be moved is refused at its field and changes nothing', async () => {
  const { id: account, version } = await addPerson()
  const refused = (input: Partial<Moving>, status: number, body: object) =>
    expect(move({ account, version, ...input })).rejects.toMatchObject({ status, body })
  const at = (field: string) => ({ fields: { [field]: expect.any(String) as string } })
  const { organisationId: blocked } = await addOrganisation(portal.db, 'ООО «Закрыта»', { status: 'blocked' })
  await refused({ target: world.organisationId }, 400, at('target'))
  await refused({ target: blocked, contractSelect: [] }, 400, at('target'))
  await refused({ contractSelect: [world.contractId] }, 400, at('contractSelect'))
  await refused({ version: 'старая' }, 409, { code: 'conflict' })
  await refused({ target: 999_999 }, 404, {})
  await refused({ id: target.organisationId, target: world.organisationId, contractSelect: [] }, 404, {})
  await expect(call(api.personRecords, { id: world.adminId }, sales)).rejects.toMatchObject({ status: 404 })
  expect(await versionOf(account)).toBe(version)
})

test('a salesperson moves nobody from or to a colleague’s customer', async () => {
  const { rows } = await portal.pool.query<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Коллега', '') returning id",
  )
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Чужая»', { personalManagerId: rows[0]?.id })
  const foreign = await addAccount(portal.db, { role: 'owner', organisationId })
  const { id, version } = await addPerson()
  await expect(move({ account: id, version, target: organisationId })).rejects.toMatchObject({ status: 404 })
  await expect(move({ id: organisationId, account: foreign, version: 'x' })).rejects.toMatchObject({ status: 404 })
  await expect(call(api.personRecords, { id: foreign }, sales)).rejects.toMatchObject({ status: 404 })
  const owner = await signedIn(portal, world.ownerId)
  await expect(move({ account: id, version }, owner)).rejects.toMatchObject({ status: 403 })
})

test('a person moved by two members of staff at once is moved once', async () => {
  const { id, version } = await addPerson()
  const moved = await Promise.all([move({ account: id, version }), move({ account: id, version })])
  expect(moved[0]?.id).toBe(moved[1]?.id)
})
