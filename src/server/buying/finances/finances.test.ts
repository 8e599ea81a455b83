import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { availableCredit, finances } from '#shared/api/money/finances.ts'
import { createOrder } from '#shared/api/orders.ts'
import { processBasket } from '#shared/api/basket.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { call, type CallError } from '#web/api/client.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { addOrder } from '#tests/support/orders.ts'
import { qrOf, textOf } from '#tests/support/pdf.ts'
import { addSeller } from '#tests/support/sellers.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'

let portal: TestApp
let world: World
let owner: Visitor
const today = dayOf(new Date())
const ago = (days: number) => addDays(today, -days)

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, {
    contract: { payment: 'deferred', creditLimitKopecks: 100_000_000, number: '114-О' },
  })
  owner = await signedIn(portal, world.ownerId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.execute(sql`truncate ledger_entries, ledger_states cascade`)
  await portal.db
    .update(contracts)
    .set({ debtKopecks: 0, advanceKopecks: 0, stopOrders: false, debtAlert: null, creditLimitKopecks: 100_000_000 })
})

const read = (input: Parameters<typeof call<typeof finances>>[1] = {}, visitor = owner) =>
  call(finances, input, visitor)
const titles = async (input: Parameters<typeof read>[0]) => (await read(input)).items.map(({ title }) => title)

/** The drawn screen: five documents and a payment, of which one document and what it names are paid. */
async function fillDrawn(): Promise<void> {
  await addLedger(
    portal.db,
    world.contractId,
    [
      { id: 'd1', number: '3990', day: ago(56), debit: 9_640_000, due: ago(46) },
      { id: 'd2', number: '4077', day: ago(49), debit: 4_800_000, due: ago(39), basis: 'Заказ по телефону' },
      { id: 'd3', number: '4318', day: ago(23), debit: 15_200_000, due: ago(16) },
      { id: 'd4', number: '4402', day: ago(14), debit: 26_000_000, due: addDays(today, 5) },
      { id: 'd5', number: '4471', day: ago(6), debit: 14_328_500, due: ago(3) },
      {
        id: 'p1',
        number: '3001',
        day: ago(46),
        credit: 9_640_000,
        settles: [{ document: 'd1', sumKopecks: 9_640_000 }],
      },
      {
        id: 'p2',
        number: '3200',
        day: ago(5),
        credit: 6_000_000,
        settles: [{ document: 'd3', sumKopecks: 6_000_000 }],
      },
      {
        id: 'p3',
        number: '3310',
        day: ago(1),
        credit: 6_000_000,
        settles: [{ document: 'd5', sumKopecks: 6_000_000 }],
        basis: '',
      },
    ],
    new Date('2026-11-20T06:14:00Z'),
  )
}

test('[C.21] [E.13] finances tell debt, overdue, advance, limit, the rest, next payment, debts by age', async () => {
  await fillDrawn()
  const { items: _items, pagination, ...state } = await read()
  expect(state).toEqual({
    status: 'success',
    contract: { id: world.contractId, number: '114-О', date: '12.01.2026', contragent: 'ООО «Вектор»' },
    contract_id: world.contractId,
    as_of: '2026-11-20T06:14:00Z',
    debt: 483_285,
    overdue: 223_285,
    advance: 0,
    limit: 1_000_000,
    unshipped: 0,
    available: 516_715,
    next_payment: { date: formatDay(addDays(today, 5)), sum: 260_000 },
    ageing: [
      { id: 'notDue', header: 'В срок', sum: 260_000, count: 1 },
      { id: 'days7', header: '1–7', sum: 83_285, count: 1 },
      { id: 'days14', header: '8–14', sum: 0, count: 0 },
      { id: 'days30', header: '15–30', sum: 92_000, count: 1 },
      { id: 'days60', header: '31–60', sum: 48_000, count: 1 },
      { id: 'older', header: '60+', sum: 0, count: 0 },
    ],
    count: 8,
  })
  expect(pagination).toEqual({ page: 1, perpage: 20, pages: 1, total: 8 })
})

test('[C.21] a document tells what was paid of it and for how long it is overdue, a payment what it pays', async () => {
  await fillDrawn()
  const { items } = await read()
  expect(items.slice(0, 3)).toMatchObject([
    { type: 'payment', title: 'Платёж 3310', shipped: null, paid: 60_000, left: null, basis: 'За УПД 4471' },
    { type: 'payment', title: 'Платёж 3200', settles: ['УПД 4318'] },
    {
      type: 'document',
      title: 'УПД 4471',
      date: formatDay(ago(6)),
      shipped: 143_285,
      paid: 60_000,
      left: 83_285,
      due: formatDay(ago(3)),
      overdue_days: 3,
    },
  ])
  expect(items.find(({ title }) => title === 'УПД 4402')).toMatchObject({ overdue_days: -5, left: 260_000 })
  expect(items.at(-1)).toMatchObject({ title: 'УПД 3990', left: 0, overdue_days: null })
})

test('[C.21] [N.1] rows come 20 a page, by kind, period, words and number of order', async () => {
  await fillDrawn()
  expect(await titles({ view: 'unpaid' })).toEqual(['УПД 4077', 'УПД 4318', 'УПД 4471', 'УПД 4402'])
  expect(await titles({ view: 'overdue' })).toEqual(['УПД 4077', 'УПД 4318', 'УПД 4471'])
  expect(await titles({ view: 'payments' })).toEqual(['Платёж 3310', 'Платёж 3200', 'Платёж 3001'])
  expect(await titles({ startdate: formatDay(ago(14)), enddate: formatDay(ago(6)) })).toEqual(['УПД 4471', 'УПД 4402'])
  expect(await titles({ query: 'ТЕЛЕФОН' })).toEqual(['УПД 4077'])
  expect(await titles({ query: 'УПД 44' })).toEqual([])
  expect(await titles({ query: '44' })).toEqual(['УПД 4471', 'УПД 4402'])
  const order = await addOrder(portal.db, world, { lines: [], number: '0000-77%_1' })
  await addLedger(portal.db, world.contractId, [{ number: 'с заказом', debit: 5, orderId: order.id, day: ago(300) }])
  expect((await read({ query: '77%_1' })).items).toMatchObject([
    { title: 'УПД с заказом', order: { id: order.id, number: '0000-77%_1' }, basis: 'Заказ 0000-77%_1' },
  ])
  await addLedger(
    portal.db,
    world.contractId,
    Array.from({ length: 41 }, (_, n) => ({ number: `Н-${n}`, debit: 1, day: ago(400) })),
  )
  const { items, pagination } = await read({ page: 3 })
  expect([items.length, pagination]).toEqual([10, { page: 3, perpage: 20, pages: 3, total: 50 }])
  await expect(read({ startdate: formatDay(today), enddate: formatDay(ago(1)) })).rejects.toMatchObject({
    code: 'datePeriod',
  })
})

test('before documents come, debt and limit are what 1C says of the contract, and the overdue is unknown', async () => {
  await portal.db.update(contracts).set({ debtKopecks: 500_000 })
  expect(await read()).toMatchObject({
    as_of: null,
    debt: 5000,
    overdue: null,
    available: 995_000,
    next_payment: null,
    items: [],
  })
  await portal.db.update(contracts).set({ payment: 'prepaid' })
  expect(await read()).toMatchObject({ limit: null, available: null, unshipped: null })
  await portal.db.update(contracts).set({ payment: 'deferred' })
})

test('[R.6] [R.4] finances are for owner, accountant and a manager whom the owner lets, by contract', async () => {
  await fillDrawn()
  const manager = await signedIn(portal, world.managerId)
  await expect(read({}, manager)).rejects.toMatchObject({ status: 403 })
  await portal.db
    .update(accounts)
    .set({ grants: ['finances'] })
    .where(eq(accounts.id, world.managerId))
  const granted = await signedIn(portal, world.managerId)
  expect((await read({}, granted)).debt).toBe(483_285)
  const accountant = await signedIn(portal, world.accountantId)
  expect((await read({}, accountant)).debt).toBe(483_285)
  await expect(read({}, await signedIn(portal, world.receiverId))).rejects.toMatchObject({ status: 403 })

  const second = await world.addContract({ number: '77-Д' })
  const other = await addOrganisation(portal.db, 'ООО «Другой»')
  const foreign = await addContract(portal.db, {
    ...other,
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: world.warehouseIds,
  })
  expect((await read({ contract: second })).contract.number).toBe('77-Д')
  for (const [visitor, contract] of [
    [accountant, second],
    [granted, second],
    [owner, foreign],
    [owner, 999_999],
  ] as const) {
    await expect(read({ contract }, visitor)).rejects.toMatchObject({ status: 404, code: 'notFound' })
    for (const file of ['finances.xlsx', 'invoice.pdf'])
      expect((await visitor.send(`/api/finances/${file}?contract=${contract}`, {})).status).toBe(404)
  }
})

test('[C.21] [R.6] who sees finances sees what is left of each contract’s limit, by the same rule', async () => {
  await fillDrawn()
  const priceTypeId = world.priceTypeIds[0] ?? 0
  const second = await world.addContract({ payment: 'deferred', creditLimitKopecks: 10_000, debtKopecks: 15_000 })
  await world.addContract({ payment: 'deferred' })
  await world.addContract({ payment: 'prepaid', creditLimitKopecks: 10_000 })
  const other = await addOrganisation(portal.db, 'ООО «Чужой лимит»')
  await addContract(portal.db, {
    ...other,
    priceTypeId,
    warehouseIds: world.warehouseIds,
    payment: 'deferred',
    creditLimitKopecks: 10_000,
  })
  const [productId = 0] = world.productIds
  const [warehouseId = 0] = world.warehouseIds
  await addOrder(
    portal.db,
    { ...world, contractId: second },
    { lines: [{ productId, warehouseId, quantity: 3, price: 10_000, reserved: false }] },
  )
  expect(await read({ contract: second })).toMatchObject({ unshipped: 300, available: -350 })

  const list = async (visitor: Visitor) => (await call(availableCredit, {}, visitor)).items
  const first = { contract_id: world.contractId, available: 516_715 }
  expect(await list(owner)).toEqual([first, { contract_id: second, available: -350 }])
  // The contract allotted to the accountant.
  expect(await list(await signedIn(portal, world.accountantId))).toEqual([first])
  for (const refused of [world.receiverId, await addAccount(portal.db, { role: 'manager', ...other })])
    await expect(list(await signedIn(portal, refused))).rejects.toMatchObject({ status: 403 })
})

test('[C.21] the spreadsheet holds every row of the view', async () => {
  await fillDrawn()
  const response = await owner.send(`/api/finances/finances.xlsx?contract=${world.contractId}&view=documents`, {})
  expect(response.status).toBe(200)
  const { rows } = await readWorkbook(Buffer.from(await response.arrayBuffer()))
  const [title, note, ...table] = rows.sheetJs
  expect([title?.[0], note?.[0]]).toEqual([
    'Взаиморасчёты по договору № 114-О от 12.01.2026',
    'ООО «Вектор» · долг 483\u00a0285 ₽ · аванс 0 ₽',
  ])
  expect(table.slice(0, 3)).toEqual([
    ['Дата', 'Документ', 'Операция', 'Основание', 'Отгружено, ₽', 'Оплачено, ₽', 'Остаток, ₽', 'Срок'],
    [formatDay(ago(6)), 'УПД 4471', 'Продажа', null, 143_285, 60_000, 83_285, formatDay(ago(3))],
    [formatDay(ago(14)), 'УПД 4402', 'Продажа', null, 260_000, 0, 260_000, formatDay(addDays(today, 5))],
  ])
  expect(table).toHaveLength(6)
})

test('an invoice for a debt names its documents and their rest, and its QR code pays exactly that', async () => {
  await fillDrawn()
  expect((await owner.send('/api/finances/invoice.pdf', {})).status).toBe(422)
  await addSeller(portal.db)
  const invoice = async (query: string) =>
    owner.send(`/api/finances/invoice.pdf?contract=${world.contractId}${query}`, {})
  const overdue = Buffer.from(await (await invoice('')).arrayBuffer())
  const text = (await textOf(overdue)).replaceAll(' ', ' ')
  for (const words of ['УПД 4077', 'УПД 4318', 'УПД 4471', '48 000,00', '92 000,00', '83 285,00', '223 285,00 ₽'])
    expect(text).toContain(words)
  expect(text).not.toContain('УПД 4402')
  expect(qrOf(overdue)).toContain('Sum=22328500')
  expect(
    qrOf(overdue)
      .split('|')
      .find((field) => field.startsWith('Purpose=')),
  ).toMatch(/^Purpose=Оплата по договору № 114-О: УПД 4077 от .*НДС по документам$/)
  const { items } = await read({ view: 'unpaid' })
  const named = items.filter(({ title }) => title === 'УПД 4402' || title === 'УПД 4077').map(({ id }) => id)
  const chosen = Buffer.from(await (await invoice(`&documents=${named.join(',')}`)).arrayBuffer())
  expect(qrOf(chosen)).toContain('Sum=30800000')
  const paid = (await read({ query: '3990' })).items[0]?.id
  expect(await (await invoice(`&documents=${paid}`)).json()).toMatchObject({ code: 'nothingToBill' })
  expect((await invoice('&documents=1,x')).status).toBe(400)
})

test('[V.14] an order over the credit left is refused with the documents whose payment lifts it', async () => {
  await fillDrawn()
  await portal.db.update(contracts).set({ creditLimitKopecks: 48_330_000 })
  const [id = 0] = world.productIds
  await call(processBasket, { id, qnt: 10, contract: world.contractId }, owner)
  const place = () =>
    call(
      createOrder,
      { contract: world.contractId, delivery_method: 3 },
      { send: owner.send, key: crypto.randomUUID() },
    )
  const refused = await place().catch((error: CallError) => error)
  expect(refused).toMatchObject({
    code: 'creditLimit',
    body: {
      exceeds: 985,
      available: 15,
      credit: { limit: 483_300, debt: 483_285, unshipped: 0, advance: 0 },
      to_pay: { sum: 985, rest: 0, documents: [{ id: null, number: 'УПД 4077', overdue_days: 39, left: 48_000 }] },
    },
  })
  await portal.db.update(contracts).set({ stopOrders: true })
  expect(await place().catch((error: CallError) => error)).toMatchObject({
    code: 'ordersSuspended',
    body: {
      message: expect.stringMatching(
        /^По договору № 114-О просрочено 223\s285\s₽ \(39 дн\.\)\. Отгрузка возобновится после оплаты: УПД 4077 от /,
      ) as string,
      to_pay: { sum: 223_285, documents: [{ number: 'УПД 4077' }, { number: 'УПД 4318' }, { number: 'УПД 4471' }] },
    },
  })
  // Accounts without finances are notified of orders alone.
  const manager = await signedIn(
    portal,
    await addAccount(portal.db, {
      role: 'manager',
      organisationId: world.organisationId,
      contractIds: [world.contractId],
    }),
  )
  await call(processBasket, { id, qnt: 10, contract: world.contractId }, manager)
  const notifications = await call(
    createOrder,
    { contract: world.contractId, delivery_method: 3 },
    { send: manager.send, key: crypto.randomUUID() },
  ).catch((error: CallError) => JSON.stringify(error.body))
  expect(notifications).not.toContain('УПД')
  await portal.db.update(contracts).set({ stopOrders: false })
  await addLedger(portal.db, world.contractId, [{ credit: 10_000_000, day: today }])
  await place()
})
