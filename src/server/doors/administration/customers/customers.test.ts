import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#shared/api/endpoint.ts'
import { filter, filterInit } from '#shared/api/catalogue.ts'
import { initData } from '#shared/api/contracts.ts'
import * as api from '#shared/api/administration/customers.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { fillBasket, placeOrder, type Checkout } from '#tests/support/checkout.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let admin: Visitor
let sales: Visitor
let owner: Visitor
const today = dayOf(new Date())

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { contract: { number: '114-О', payment: 'deferred', deferralDays: 14 } })
  admin = await signedIn(portal, world.adminId)
  sales = await signedIn(portal, world.salesId)
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.execute(sql`truncate ledger_entries, ledger_states, customer_notes cascade`)
})

const list = (input: InputOf<typeof api.staffCustomers> = {}, who = admin) => call(api.staffCustomers, input, who)
const namesOf = async (input: InputOf<typeof api.staffCustomers> = {}, who = admin) =>
  (await list(input, who)).items.map(({ name }) => name)
const read = async (who = admin, id = world.organisationId) => (await call(api.staffGetCustomer, { id }, who)).customer
const contractOf = async (id = world.contractId) => {
  const found = (await read()).contracts.find((contract) => contract.id === id)
  if (!found) throw new Error('the contract is not in the card')
  return found
}

type Terms = InputOf<typeof api.saveContractTerms>
async function save(change: Partial<Terms>, who = admin, id = world.contractId) {
  const { contract } = await call(api.saveContractTerms, { ...(await sentTerms(id)), ...change }, who)
  return contract
}
const sentTerms = (id: number): Promise<Terms> => contractOf(id)

/** An organisation with a contract that a salesperson serves. */
async function addServedCustomer(name: string) {
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`insert into personal_managers (name, phone) values (${`Менеджер ${name}`}, '') returning id`,
  )
  const managerId = rows[0]?.id ?? 0
  const accountId = await addAccount(portal.db, { role: 'sales', name: `Менеджер ${name}` })
  await portal.db.execute(sql`update accounts set personal_manager_id = ${managerId} where id = ${accountId}`)
  const buyer = await addOrganisation(portal.db, name, { personalManagerId: managerId })
  const [priceTypeId = 0] = world.priceTypeIds
  const contractId = await addContract(portal.db, { ...buyer, priceTypeId, warehouseIds: world.warehouseIds })
  return { ...buyer, contractId, managerId, accountId, visitor: await signedIn(portal, accountId) }
}

test('customers are found by name, ИНН, contract, login; groups count debts, stops and silent ones', async () => {
  const other = await addServedCustomer('ООО «Берег»')
  await addLedger(portal.db, other.contractId, [{ debit: 83_285_00, due: addDays(today, -3) }])
  await portal.db.execute(sql`update contracts set stop_orders = true where id = ${other.contractId}`)
  const { items, counts } = await list({ group: 'overdue' })
  expect(items).toMatchObject([
    { id: other.organisationId, name: 'ООО «Берег»', overdue: 83_285, overdue_days: 3, stopped: true, contracts: 1 },
  ])
  expect(counts).toMatchObject({ overdue: 1, stopped: 1 })
  expect(await namesOf({ group: 'stopped' })).toEqual(['ООО «Берег»'])
  expect(await namesOf({ group: 'mine' }, other.visitor)).toEqual(['ООО «Берег»'])
  const { inn } = (await read(admin, other.organisationId)).contragents[0] ?? { inn: '' }
  for (const query of ['берег', inn, '114-о', 'owner']) expect((await list({ query })).items, query).toHaveLength(1)
  expect(await namesOf({ query: 'нет такого' })).toEqual([])
  expect(await namesOf({ query: '%' })).toEqual([])
})

test('a salesperson sees their own customers and those of nobody; others are not found', async () => {
  const other = await addServedCustomer('ООО «Сосна»')
  expect(await namesOf({}, sales)).toContain('ООО «Вектор»')
  expect(await namesOf({}, sales)).not.toContain('ООО «Сосна»')
  const missing = { status: 404 }
  await expect(read(sales, other.organisationId)).rejects.toMatchObject(missing)
  await expect(
    call(api.saveContractTerms, { ...(await sentTerms(world.contractId)), id: other.contractId }, sales),
  ).rejects.toMatchObject(missing)
  await expect(
    call(api.stopContract, { id: other.contractId, stop: true, reason: 'Долг' }, sales),
  ).rejects.toMatchObject(missing)
  const note = { id: other.organisationId, key: randomUUID(), text: 'Чужая' }
  await expect(call(api.addCustomerNote, note, sales)).rejects.toMatchObject(missing)
  await expect(call(api.staffCustomers, {}, owner)).rejects.toMatchObject({ status: 403 })
})

test('a visitor of the demo mode is not listed as a customer', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'Гость демо', { demo: true })
  expect(await namesOf({ query: 'Гость демо' })).toEqual([])
  await expect(read(admin, organisationId)).rejects.toMatchObject({ status: 404 })
})

test('the card shows debts, the limit, turnover, people with their contracts, orders and what is open', async () => {
  const checkout = await fillBasket(portal, world, [{ price: 100_00, stock: [50], qnt: 2 }], { number: '77-Д' })
  await placeOrder(checkout)
  await addLedger(portal.db, world.contractId, [{ debit: 500_00, due: addDays(today, -5) }])
  await save({ credit_limit: 1000 })
  const card = await read()
  expect(card.figures).toMatchObject({
    overdue: 500,
    overdue_days: 5,
    credit_limit: 1000,
    turnover: 200,
    previous_turnover: 0,
  })
  expect(card.contracts.map(({ number }) => number)).toEqual(expect.arrayContaining(['114-О', '77-Д']))
  expect(card.orders[0]).toMatchObject({
    contract: '77-Д',
    placed_by: 'Ирина Соколова',
    sum: 200,
    state_header: 'Новый',
  })
  expect(card.people).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: world.ownerId, type_id: 1 }),
      expect.objectContaining({
        name: 'Ирина Соколова',
        type_id: 2,
        contracts: [expect.objectContaining({ number: '77-Д' })],
      }),
    ]),
  )
  expect(card.contragents).toMatchObject([{ company: 'ООО «Вектор»', status: 'active' }])
})

test('changed terms apply to the buyer’s prices and warehouses at once and are audited field by field', async () => {
  const [, bulk = 0] = world.priceTypeIds
  const [productId = 0] = world.productIds
  await portal.db.execute(sql`
    insert into prices (product_id, price_type_id, price_kopecks) values (${productId}, ${bulk}, 7700)`)
  // Goods of the fixtures are in the snapshot after a rebuild only.
  await portal.db.execute(sql`insert into catalogue_changes (kind) values ('rebuild')`)
  const shownPrices = async () =>
    (await call(filter, { contract: world.contractId }, owner)).products.map(({ price }) => price)
  await expect.poll(shownPrices).not.toEqual([])
  expect(await shownPrices()).not.toContain(77)
  const before = await contractOf()
  const reversed = world.warehouseIds.toReversed()
  const changed = await save({ price_type: bulk, warehouses: reversed, min_order: 5000.5 })
  expect(changed).toMatchObject({ price_type: bulk, min_order: 5000.5, warehouses: reversed })
  await expect.poll(shownPrices).toContain(77)
  const { warehouses } = await call(filterInit, { contract: world.contractId }, owner)
  expect(warehouses.map(({ id }) => id).filter((id) => id > 0)).toEqual(reversed)
  const [row] = await listAuditRows(portal.db, {
    object: { type: 'contract', id: String(world.contractId) },
    limit: 10,
  })
  expect(row).toMatchObject({ action: 'contract.changed' })
  expect(Object.keys(row?.changes ?? {}).toSorted()).toEqual(['minOrderKopecks', 'priceTypeId', 'warehouses'])
  await save({ price_type: before.price_type, warehouses: before.warehouses, min_order: null })
})

test('the same terms twice are one change; terms that a colleague changed meanwhile are a conflict', async () => {
  const seen = await sentTerms(world.contractId)
  const first = { ...seen, hold_days: 5 }
  await call(api.saveContractTerms, first, admin)
  expect((await call(api.saveContractTerms, first, admin)).contract.hold_days).toBe(5)
  await expect(call(api.saveContractTerms, { ...seen, hold_days: 7 }, sales)).rejects.toMatchObject({ status: 409 })
  const both = await sentTerms(world.contractId)
  const results = await Promise.allSettled(
    [8, 9].map((days) => call(api.saveContractTerms, { ...both, hold_days: days }, admin)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each([
  ['an unknown price type', { price_type: 999_999 }, 'price_type'],
  ['a price type that only shows РРЦ', { price_type: -1 }, 'price_type'],
  ['no warehouse', { warehouses: [] }, 'warehouses'],
  ['an unknown warehouse', { warehouses: [999_999] }, 'warehouses'],
  ['110 % of prepayment', { prepayment_percent: 110 }, 'prepayment_percent'],
  ['a negative limit', { credit_limit: -1 }, 'credit_limit'],
  ['a day that does not exist', { valid_to: '31.02.2027' }, 'valid_to'],
])('%s is refused at its field', async (_, change, field) => {
  const rrc = world.priceTypeIds[2] ?? 0
  const sent = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value === -1 && name === 'price_type' ? rrc : value]),
  )
  await expect(save(sent as Partial<Terms>)).rejects.toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.stringMatching(/[а-яё]/i) as unknown } },
  })
})

test('[V.14] a stop with a reason refuses orders and shows the reason to the buyer until it is lifted', async () => {
  const checkout = await fillBasket(portal, world, [{ price: 100_00, stock: [50] }])
  const stop = (reason: string) => call(api.stopContract, { id: checkout.contract, stop: true, reason }, sales)
  await expect(stop('  ')).rejects.toMatchObject({ body: { fields: { reason: 'Напишите покупателю причину' } } })
  const { contract } = await stop('Ждём подписанный договор')
  expect(contract).toMatchObject({ stopped: true, alert: 'Ждём подписанный договор' })
  await stop('Ждём подписанный договор')
  await expect(placeOrder(checkout)).rejects.toMatchObject({ code: 'ordersSuspended' })
  expect(await alertOf(checkout)).toMatchObject({ stopOrders: true, debtAlert: 'Ждём подписанный договор' })
  const rows = await listAuditRows(portal.db, {
    object: { type: 'contract', id: String(checkout.contract) },
    limit: 10,
  })
  expect(rows).toHaveLength(1)
  await call(api.stopContract, { id: checkout.contract, stop: false }, sales)
  expect(await alertOf(checkout)).toMatchObject({ stopOrders: false, debtAlert: null })
  await expect(placeOrder(checkout)).resolves.toMatchObject({ status: 'success' })
})

const alertOf = async ({ buyer, contract }: Checkout) =>
  (await call(filterInit, { contract }, buyer)).contracts.find(({ id }) => id === contract)

test('an administrator assigns the personal manager; only who serves all customers may', async () => {
  const { managerId } = await addServedCustomer('ООО «Пихта»')
  const assign = (manager: number | undefined, who = admin) =>
    call(api.setCustomerManager, { id: world.organisationId, manager }, who)
  expect((await assign(managerId)).customer).toMatchObject({ manager_id: managerId, manager: 'Менеджер ООО «Пихта»' })
  await expect(read(sales)).rejects.toMatchObject({ status: 404 })
  await expect(assign(undefined, sales)).rejects.toMatchObject({ status: 403 })
  await expect(assign(999_999)).rejects.toMatchObject({
    status: 404,
    body: { fields: { manager: 'Такого менеджера нет' } },
  })
  expect((await assign(undefined)).customer.manager_id).toBeNull()
})

test('notes are for staff: the same key adds one, only the author deletes it', async () => {
  const note = { id: world.organisationId, key: randomUUID(), text: 'Приёмка до 16:00, пропуск за день' }
  await call(api.addCustomerNote, note, sales)
  const { customer } = await call(api.addCustomerNote, note, sales)
  expect(customer.notes).toMatchObject([{ text: note.text, author: 'Имя sales', own: true }])
  const [added] = (await read()).notes
  expect(added?.own).toBe(false)
  await call(api.deleteCustomerNote, { id: world.organisationId, note: added?.id ?? 0 }, admin)
  expect((await read()).notes).toHaveLength(1)
  await call(api.deleteCustomerNote, { id: world.organisationId, note: added?.id ?? 0 }, sales)
  expect((await read()).notes).toEqual([])
  await expect(call(api.addCustomerNote, { ...note, text: ' ' }, sales)).rejects.toMatchObject({
    body: { fields: { text: 'Напишите заметку' } },
  })
})

test('contracts of 1C are marked: its next feed may overwrite their terms', async () => {
  expect((await contractOf()).from_1c).toBe(false)
  await portal.db.execute(
    sql`update contracts set code1c = 'c-1', valid_to = ${addDays(today, 30)} where id = ${world.contractId}`,
  )
  expect(await contractOf()).toMatchObject({ from_1c: true, valid_to: formatDay(addDays(today, 30)) })
  await portal.db.execute(sql`update contracts set code1c = null, valid_to = null where id = ${world.contractId}`)
})

test('a new contract is used at once by who uses all; sent twice it is one, and its number is taken', async () => {
  const card = await read()
  const contragent = card.contragents[0]?.id ?? 0
  const { valid_to: _end, rrc_type: _rrc, ...terms } = await contractOf()
  const input = {
    ...terms,
    id: world.organisationId,
    contragent,
    number: ' 78/Н ',
    date: '01.11.2026',
    payment: 'prepaid' as const,
    prepayment_percent: 50,
    credit_limit: 1500.5,
  }
  const { contract } = await call(api.createContract, input, sales)
  expect(contract).toMatchObject({
    number: '78/Н',
    date: '01.11.2026',
    payment: 'prepaid',
    credit_limit: 1500.5,
    warehouses: terms.warehouses,
    from_1c: false,
    stopped: false,
  })
  const again = await Promise.all([call(api.createContract, input, sales), call(api.createContract, input, sales)])
  expect(again.map(({ contract: { id } }) => id)).toEqual([contract.id, contract.id])
  const others = [
    () => call(api.createContract, { ...input, hold_days: 11 }, sales),
    () => call(api.createContract, { ...input, date: '02.11.2026' }, sales),
    () => call(api.createContract, input, admin),
  ]
  for (const other of others)
    await expect(other()).rejects.toMatchObject({
      status: 400,
      body: { fields: { number: 'У контрагента уже есть договор с этим номером' } },
    })
  const { contracts } = await call(initData, {}, owner)
  expect(contracts.map(({ number }) => number)).toContain('78/Н')
  const rows = (await listAuditRows(portal.db, { limit: 10 })).filter(({ action }) => action === 'contract.created')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ accountId: world.salesId, objectId: String(contract.id) })
})

test('a contract needs a number, a price type, a warehouse and an active contragent of the customer', async () => {
  const foreign = await addServedCustomer('ООО «Чужие договоры»')
  const { valid_to: _end, rrc_type: _rrc, ...terms } = await contractOf()
  const contragent = (await read()).contragents[0]?.id ?? 0
  const input = { ...terms, id: world.organisationId, contragent, number: '79', date: undefined }
  const refused = async (change: Partial<typeof input>, field: string, status = 400) =>
    expect(call(api.createContract, { ...input, ...change }, admin), field).rejects.toMatchObject({
      status,
      body: { fields: { [field]: expect.any(String) as string } },
    })
  await refused({ number: '  ' }, 'number')
  await refused({ price_type: 9_999_999 }, 'price_type')
  await refused({ warehouses: [] }, 'warehouses')
  await refused({ warehouses: [9_999_999] }, 'warehouses')
  await refused({ contragent: foreign.contragentId }, 'contragent', 404)
  await portal.db.execute(sql`update contragents set status = 'inactive' where id = ${contragent}`)
  await refused({}, 'contragent')
  await portal.db.execute(sql`update contragents set status = 'active' where id = ${contragent}`)
  await expect(
    call(api.createContract, { ...input, id: foreign.organisationId, contragent: foreign.contragentId }, sales),
  ).rejects.toMatchObject({ status: 404 })
  expect((await read()).contracts.map(({ number }) => number)).not.toContain('79')
})
