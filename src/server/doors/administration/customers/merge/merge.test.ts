import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, whoAmI } from '#shared/api/account/access.ts'
import { saveCustomerPerson } from '#shared/api/administration/customer-people.ts'
import {
  addCustomerNote,
  createContract,
  staffCustomers,
  staffGetCustomer,
} from '#shared/api/administration/customers.ts'
import { mergeCustomers, mergePlan } from '#shared/api/administration/merge-customers.ts'
import { getBasketData, processBasket } from '#shared/api/basket.ts'
import { initData } from '#shared/api/contracts.ts'
import { addToDraft, drafts } from '#shared/api/drafts.ts'
import { createOrder } from '#shared/api/orders.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { countStatements } from '#tests/support/statements.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let sales: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ stock: [1000] }] })
  sales = await signedIn(portal, world.salesId)
})
afterAll(() => portal.close())

const password = 'Сосновый бор 41'
let firms = 0

/** A customer with an owner, a manager and a contract. */
async function addCustomer(number?: string) {
  firms += 1
  const name = `ООО «Двойник ${firms}»`
  const firm = await addOrganisation(portal.db, name)
  const [priceTypeId = 0] = world.priceTypeIds
  const terms = { ...firm, priceTypeId, warehouseIds: world.warehouseIds }
  const contractId = await addContract(portal.db, number === undefined ? terms : { ...terms, number })
  const { organisationId } = firm
  const login = `owner-of-double-${firms}@d${firms}.example`
  return {
    ...firm,
    name,
    contractId,
    login,
    ownerId: await addAccount(portal.db, { role: 'owner', organisationId, login, password }),
    managerId: await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId] }),
  }
}

type Both = { organisationId: number }
const planOf = async (closed: Both, kept: Both, who = sales) =>
  (await call(mergePlan, { id: closed.organisationId, target: kept.organisationId }, who)).plan
const merge = async (closed: Both, kept: Both, version?: string, who = sales) =>
  call(
    mergeCustomers,
    {
      id: closed.organisationId,
      target: kept.organisationId,
      version: version ?? (await planOf(closed, kept, who)).version,
    },
    who,
  )
const cardOf = async ({ organisationId: id }: Both) => (await call(staffGetCustomer, { id }, sales)).customer
const sqlRows = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await portal.pool.query<Row>(statement, values)).rows

test('people of both sign in as before: owners see all contracts, others their own with their drafts', async () => {
  const closed = await addCustomer()
  const kept = await addCustomer()
  const manager = await signedIn(portal, closed.managerId)
  const [product = 0] = world.productIds
  await call(processBasket, { id: product, qnt: 2, contract: closed.contractId }, manager)
  await call(addToDraft, { header: 'Стройка', contract: closed.contractId }, manager)
  await merge(closed, kept)
  expect((await call(whoAmI, {}, manager)).me).toBeNull()

  const owner = portal.visitor()
  await call(signIn, { login: closed.login, password }, owner)
  expect((await call(whoAmI, {}, owner)).me).toMatchObject({ organisation: { id: kept.organisationId } })
  const contractsOf = async (visitor: Visitor) =>
    (await call(initData, {}, visitor)).contracts.map(({ id }) => id).toSorted((one, other) => one - other)
  const all = [closed.contractId, kept.contractId].toSorted((one, other) => one - other)
  expect(await contractsOf(owner)).toEqual(all)
  expect(await contractsOf(await signedIn(portal, kept.ownerId))).toEqual(all)
  const again = await signedIn(portal, closed.managerId)
  expect(await contractsOf(again)).toEqual([closed.contractId])
  expect((await call(drafts, {}, again)).items.map(({ header }) => header)).toEqual(['Стройка'])
  expect((await call(getBasketData, { contract: closed.contractId }, again)).count.products).toBe(1)
})

test('the closed customer leads to the one that stays, is not listed, and takes no changes', async () => {
  const closed = await addCustomer()
  const kept = await addCustomer()
  await merge(closed, kept)
  expect(await cardOf(closed)).toMatchObject({
    status: 'blocked',
    merged_into: { id: kept.organisationId, header: kept.name },
    people: [],
    contracts: [],
    contragents: [],
  })
  expect((await cardOf(kept)).absorbed).toEqual([{ id: closed.organisationId, header: closed.name }])
  const listed = async (query: string) =>
    (await call(staffCustomers, { query, perpage: 100 }, sales)).items.filter(({ id }) => id === closed.organisationId)
  expect(await listed('')).toEqual([])
  expect(await listed(closed.name)).toMatchObject([{ merged: true }])
  const refused = { status: 409, body: { code: 'organisationMerged' } }
  const { organisationId: id } = closed
  await expect(call(addCustomerNote, { id, key: 'a-note-key', text: 'Нет' }, sales)).rejects.toMatchObject(refused)
  const invited = { id, name: 'Пётр', login: 'nobody@buyer.example', type_id: 1 }
  await expect(call(saveCustomerPerson, invited, sales)).rejects.toMatchObject(refused)
  await expect(merge(closed, await addCustomer(), 'x')).rejects.toMatchObject(refused)
  await expect(planOf(closed, kept)).rejects.toMatchObject(refused)
})

test('the merge stands in the history of both; sent again it changes nothing', async () => {
  const closed = await addCustomer()
  const kept = await addCustomer()
  const { version } = await planOf(closed, kept)
  await Promise.all([merge(closed, kept, version), merge(closed, kept, version)])
  await merge(closed, kept, version)
  for (const { organisationId: id } of [closed, kept]) {
    const rows = await listAuditRows(portal.db, { objects: { type: 'organisation', ids: [String(id)] }, limit: 20 })
    expect(rows).toMatchObject([{ action: 'organisation.merged', accountId: world.salesId, organisationId: id }])
  }
  const rows = await listAuditRows(portal.db, {
    objects: { type: 'contract', ids: [String(closed.contractId)] },
    limit: 20,
  })
  expect(rows).toMatchObject([
    { changes: { organisationId: { before: closed.organisationId, after: kept.organisationId } } },
  ])
})

test('the preview counts what goes over, and what has changed since is not merged unseen', async () => {
  const closed = await addCustomer()
  const kept = await addCustomer()
  const plan = await planOf(closed, kept)
  expect(plan).toMatchObject({ closed: { name: closed.name }, kept: { name: kept.name }, joined: [], apart: [] })
  expect(plan.closed.counts).toMatchObject({ people: 2, contragents: 1, contracts: 1, orders: 0 })
  const { id: _id, version: _version, valid_to: _end, rrc_type: _rrc, ...terms } = await firstContract(kept)
  const contract = {
    ...terms,
    id: kept.organisationId,
    contragent: kept.contragentId,
    number: 'Новый',
    date: undefined,
  }
  await call(createContract, contract, sales)
  await expect(merge(closed, kept, plan.version)).rejects.toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await cardOf(closed)).contracts).toHaveLength(1)
})

async function firstContract(customer: Both) {
  const [contract] = (await cardOf(customer)).contracts
  if (!contract) throw new Error('the customer has no contract')
  return contract
}

test('a customer is not merged with itself, into a blocked one, nor with a colleague’s', async () => {
  const customer = await addCustomer()
  const at = { status: 400, body: { fields: { target: expect.any(String) as string } } }
  await expect(planOf(customer, customer)).rejects.toMatchObject(at)
  await expect(merge(customer, customer, 'x')).rejects.toMatchObject(at)
  const blocked = await addOrganisation(portal.db, 'ООО «Закрыта»', { status: 'blocked' })
  await expect(merge(customer, blocked)).rejects.toMatchObject(at)
  const [manager] = await sqlRows<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Коллега', '') returning id",
  )
  const foreign = await addOrganisation(portal.db, 'ООО «Чужая»', { personalManagerId: manager?.id })
  for (const [one, other] of [
    [customer, foreign],
    [foreign, customer],
  ] as const) {
    await expect(planOf(one, other)).rejects.toMatchObject({ status: 404 })
    await expect(merge(one, other, 'x')).rejects.toMatchObject({ status: 404 })
  }
  const owner = await signedIn(portal, customer.ownerId)
  await expect(merge(customer, await addCustomer(), 'x', owner)).rejects.toMatchObject({ status: 403 })
})

test('contragents of one ИНН become one with what each of them lacks; a number found twice changes', async () => {
  const closed = await addCustomer('77-Т')
  const kept = await addCustomer('77-Т')
  await sqlRows(
    "update contragents set inn = '7707083893', kpp = '', code1c = 'guid-1', bank = 'ВТБ', phone = '1' where id = $1",
    [closed.contragentId],
  )
  await sqlRows(
    "update contragents set inn = '7707083893', kpp = '773601001', code1c = null, phone = '2' where id = $1",
    [kept.contragentId],
  )
  await sqlRows("update contracts set code1c = 'c-77' where id = $1", [closed.contractId])
  const [product = 0] = world.productIds
  for (const [contragent, key] of [
    [closed, 'общий'],
    [closed, 'свой'],
    [kept, 'общий'],
  ] as const)
    await sqlRows("insert into client_codes (contragent_id, key, code, product_id) values ($1, $2, 'К', $3)", [
      contragent.contragentId,
      key,
      product,
    ])
  expect(await planOf(closed, kept)).toMatchObject({
    joined: [{ inn: '7707083893', kpp: '773601001' }],
    renamed: [
      { id: kept.contractId, company: expect.any(String) as string, side: 'kept', number: '77-Т', becomes: '77-Т (2)' },
    ],
  })
  await merge(closed, kept)
  const { contragents, contracts } = await cardOf(kept)
  expect(contragents).toMatchObject([{ id: kept.contragentId, kpp: '773601001', bank: 'ВТБ', phone: '2' }])
  expect(new Map(contracts.map(({ id, number }) => [id, number]))).toEqual(
    new Map([
      [closed.contractId, '77-Т'],
      [kept.contractId, '77-Т (2)'],
    ]),
  )
  expect(await sqlRows('select code1c from contragents where id = $1', [kept.contragentId])).toEqual([
    { code1c: 'guid-1' },
  ])
  expect(
    await sqlRows('select key from client_codes where contragent_id = $1 order by key', [kept.contragentId]),
  ).toEqual([{ key: 'общий' }, { key: 'свой' }])
  const ids = [String(closed.contragentId)]
  expect(await listAuditRows(portal.db, { objects: { type: 'contragent', ids }, limit: 5 })).toMatchObject([
    { action: 'contragent.merged', changes: { bank: { before: 'ВТБ' }, contragentId: { after: kept.contragentId } } },
  ])
})

const doubleInn = '5024182119'

/** Two customers with contragents of one ИНН, which become one. */
async function addDoubles(goneColumns: string, keptColumns: string) {
  const closed = await addCustomer()
  const kept = await addCustomer()
  const set = async (id: number, columns: string) => sqlRows(`update contragents set ${columns} where id = $1`, [id])
  await sqlRows('update contragents set inn = id::text where inn = $1', [doubleInn])
  await set(closed.contragentId, `inn = '${doubleInn}', kpp = '', code1c = null, ${goneColumns}`)
  await set(kept.contragentId, `inn = '${doubleInn}', kpp = '502401001', ${keptColumns}`)
  return { closed, kept, contragents: async () => (await cardOf(kept)).contragents }
}

test('a contragent that was switched off stays so, and the preview says of either that it is off', async () => {
  const off = await addDoubles("status = 'active'", "status = 'inactive'")
  const plan = await planOf(off.closed, off.kept)
  expect(plan.joined).toMatchObject([{ switched_off: { company: false, into: true } }])
  await merge(off.closed, off.kept, plan.version)
  expect(await off.contragents()).toMatchObject([{ id: off.kept.contragentId, status: 'inactive' }])

  const on = await addDoubles("status = 'inactive'", "status = 'active'")
  expect((await planOf(on.closed, on.kept)).joined).toMatchObject([{ switched_off: { company: true, into: false } }])
  await merge(on.closed, on.kept)
  expect(await on.contragents()).toMatchObject([{ id: on.kept.contragentId, status: 'active' }])
})

const theirs = `bank = 'ВТБ', bik = '044525187', account = '40702810000000000001',
  correspondent_account = '30101810700000000187', head_name = 'Петров П. П.', head_post = 'Директор',
  ogrn = '1027700132195', legal_address = 'Тверь', actual_address = 'Клин', email = 'their@firm.example'`

test('requisites that belong together go over together, or not at all', async () => {
  const partly = await addDoubles(
    theirs,
    `bank = 'Сбербанк', bik = '', account = '', correspondent_account = '', head_name = 'Иванов И. И.', head_post = '',
      ogrn = '', legal_address = 'Москва', actual_address = '', full_name = '', email = '', phone = '2'`,
  )
  await merge(partly.closed, partly.kept)
  const bank = { bank: 'Сбербанк', bik: '', account: '', correspondent_account: '' }
  const head = { head_name: 'Иванов И. И.', head_post: '' }
  const legal = { ogrn: '', legal_address: 'Москва', actual_address: '' }
  expect(await partly.contragents()).toMatchObject([
    { ...bank, ...head, ...legal, email: 'their@firm.example', phone: '2' },
  ])
  const empty = await addDoubles(
    theirs,
    `bank = '', bik = '', account = '', correspondent_account = '', head_name = '', head_post = '', ogrn = '',
      legal_address = '', actual_address = '', full_name = ''`,
  )
  await merge(empty.closed, empty.kept)
  expect(await empty.contragents()).toMatchObject([
    {
      bank: 'ВТБ',
      bik: '044525187',
      account: '40702810000000000001',
      correspondent_account: '30101810700000000187',
      head_name: 'Петров П. П.',
      head_post: 'Директор',
      ogrn: '1027700132195',
      legal_address: 'Тверь',
      actual_address: 'Клин',
    },
  ])
})

test('requisites that change after the preview are not merged unseen', async () => {
  const { closed, kept } = await addDoubles("bank = 'ВТБ'", "bank = ''")
  const { version } = await planOf(closed, kept)
  await sqlRows("update contragents set bank = 'Сбербанк' where id = $1", [closed.contragentId])
  await expect(merge(closed, kept, version)).rejects.toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('an order that is being placed meanwhile goes over with the rest', async () => {
  const closed = await addCustomer()
  const kept = await addCustomer()
  const { version } = await planOf(closed, kept)
  const other = await portal.pool.connect()
  await other.query('begin')
  await other.query('select from contracts where id = $1 for share', [closed.contractId])
  const merging = merge(closed, kept, version)
  const soon = new Promise((resolve) => setTimeout(resolve, 400, 'waits'))
  expect(await Promise.race([merging.then(() => 'merged'), soon])).toBe('waits')
  await other.query(
    `insert into orders (number, organisation_id, contract_id, account_id, state, sum_kopecks, delivery_method_id)
     values ('MEANWHILE-1', $1, $2, $3, 1, 100, (select min(id) from delivery_methods))`,
    [closed.organisationId, closed.contractId, closed.managerId],
  )
  await other.query('commit')
  other.release()
  await merging
  expect(await sqlRows("select organisation_id as id from orders where number = 'MEANWHILE-1'")).toEqual([
    { id: kept.organisationId },
  ])
})

test('orders placed while two customers are merged all belong to the one that stays, or are refused', async () => {
  const closed = await addCustomer()
  const kept = await addCustomer()
  const [product = 0] = world.productIds
  const buyers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { organisationId, contractId } = closed
      const id = await addAccount(portal.db, { role: 'manager', organisationId, contractIds: [contractId] })
      const visitor = await signedIn(portal, id)
      await call(processBasket, { id: product, qnt: 1, contract: contractId }, visitor)
      return visitor
    }),
  )
  const { version } = await planOf(closed, kept)
  const placing = buyers.map((visitor, index) =>
    call(
      createOrder,
      { contract: closed.contractId, delivery_method: 3 },
      { send: visitor.send, key: `meanwhile-${index}` },
    ).catch((error: { status: number }) => {
      expect([401, 403, 404, 409, 422, 503]).toContain(error.status)
    }),
  )
  await Promise.all([...placing, merge(closed, kept, version)])
  expect(await sqlRows('select from orders where organisation_id = $1', [closed.organisationId])).toEqual([])
})

test('who began before the merge and writes after it is led to the one that stays', async () => {
  const closed = await addCustomer()
  const kept = await addCustomer()
  await merge(closed, kept)
  const written = await sqlRows(
    "insert into addresses (organisation_id, full_address) values ($1, 'Тверь') returning organisation_id as id",
    [closed.organisationId],
  )
  expect(written).toEqual([{ id: kept.organisationId }])
  const unguarded = await sqlRows(`
    select c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'organisations'::regclass and c.conrelid <> 'organisations'::regclass
      and not exists (select from pg_trigger t
        where t.tgrelid = c.conrelid and t.tgfoid = 'follow_merged_organisation'::regproc)`)
  expect(unguarded, 'tables that need the trigger follow_merged_organisation').toEqual([])
})

test('a card names customers that may be the same: by ИНН, phone or mail of owners, no public mailbox', async () => {
  const one = await addCustomer()
  const byInn = await addCustomer()
  const byPhone = await addCustomer()
  const byMail = await addCustomer()
  const stranger = await addCustomer()
  await sqlRows(
    `update contragents set kpp = 'double', inn = (select inn from contragents where id = $1) where id = $2`,
    [one.contragentId, byInn.contragentId],
  )
  await sqlRows("update accounts set phone = '+7 (495) 111-22-33' where id = $1", [one.ownerId])
  await sqlRows("update accounts set phone = '8 495 1112233' where id = $1", [byPhone.ownerId])
  await sqlRows("update accounts set login = 'one@twins.example' where id = $1", [one.ownerId])
  await sqlRows("update accounts set login = 'two@twins.example' where id = $1", [byMail.ownerId])
  for (const { organisationId } of [one, stranger])
    await addAccount(portal.db, { role: 'owner', organisationId, login: `o-${organisationId}@mail.ru` })
  expect((await cardOf(one)).similar).toEqual([
    { id: byInn.organisationId, header: byInn.name, by: 'inn' },
    { id: byPhone.organisationId, header: byPhone.name, by: 'phone' },
    { id: byMail.organisationId, header: byMail.name, by: 'mail' },
  ])
  await merge(byInn, byPhone)
  expect((await cardOf(one)).similar.map(({ id }) => id)).toEqual([byPhone.organisationId, byMail.organisationId])
})

test('hints are of owners that are not deleted, with whole phones, and never the customer itself', async () => {
  const one = await addCustomer()
  const [second, ...others] = [await addCustomer(), await addCustomer(), await addCustomer(), await addCustomer()]
  const [byEmployee, byDeleted, byShort] = others
  if (!byEmployee || !byDeleted || !byShort) throw new Error('a customer is missing')
  const setPhone = async (id: number, phone: string) =>
    sqlRows('update accounts set phone = $2 where id = $1', [id, phone])
  const { organisationId } = one
  const partner = await addAccount(portal.db, { role: 'owner', organisationId, login: 'partner@hints.example' })
  for (const id of [one.ownerId, second.ownerId, byEmployee.managerId, byDeleted.ownerId])
    await setPhone(id, '+7 (495) 777-66-55')
  for (const id of [partner, byShort.ownerId]) await setPhone(id, '66-55')
  await sqlRows('update accounts set deleted_at = now() where id = $1', [byDeleted.ownerId])
  await sqlRows("update accounts set login = 'Other@HINTS.example' where id = $1", [second.ownerId])
  let similar: unknown
  const about = /split_part|regexp_replace|\binns\b/
  const count = await countStatements(portal.pool, about, async () => ({ similar } = await cardOf(one)))
  expect({ similar, count }).toEqual({
    similar: [{ id: second.organisationId, header: second.name, by: 'phone' }],
    count: 1,
  })
})
