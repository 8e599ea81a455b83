import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestCallback } from '#shared/api/talk/callbacks.ts'
import { chatLinks, staffChatLinks } from '#shared/api/talk/chat-search.ts'
import { getChat, sendChat } from '#shared/api/talk/chat.ts'
import {
  staffCall,
  staffCallback,
  staffChat,
  staffChatFacts,
  staffChatState,
  staffSendChat,
  staffTalks,
} from '#shared/api/staff/talk.ts'
import { fileClaim } from '#shared/api/claims.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { addOrder } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'
import { returnPostponedChats } from './return-postponed.ts'

let portal: TestApp
let world: World
let owner: Visitor
let sales: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  sales = await signedIn(portal, world.salesId)
})
afterAll(() => portal.close())

let keys = 0
const write = (visitor: Visitor, message: string, more: object = {}) =>
  call(sendChat, { message, ...more }, { send: visitor.send, key: `work-${(keys += 1)}` })
const answer = (account: number, message: string, more: object = {}) =>
  call(staffSendChat, { account, message, ...more }, { send: sales.send, key: `work-${(keys += 1)}` })

test('[R.4] [P.7] claims and invoices are named by and shown to those who may see them', async () => {
  const { db } = portal
  const hidden = await world.addContract()
  const due = addDays(dayOf(new Date()), -3)
  for (const contract of [world.contractId, hidden])
    await addLedger(db, contract, [{ paper: 'УПД', number: `44-${contract}`, debit: 8_328_500, due }])
  const claimOf = async (contractId: number) => {
    const line = { productId: world.productIds[0] ?? 0, warehouseId: world.warehouseIds[0] ?? 0, quantity: 5 }
    const order = await addOrder(db, { ...world, contractId }, { state: 11, lines: [line] })
    await db.execute(sql`update order_lines set shipped_milli = quantity_milli where order_id = ${order.id}`)
    await db.execute(sql`insert into order_events (order_id, state, author) values (${order.id}, 11, '1С')`)
    const products = [{ id: line.productId, qty: 1 }]
    const { claim } = await call(fileClaim, { reclamation: { orderCode1c: order.number, type: 5, products } }, owner)
    return claim.id
  }
  const [open, closed] = [await claimOf(world.contractId), await claimOf(hidden)]

  const all = await call(chatLinks, {}, owner)
  expect(new Set(all.claims.map(({ id }) => id))).toEqual(new Set([open, closed]))
  expect(all.invoices).toHaveLength(2)
  expect(all.invoices[0]).toMatchObject({ left: 83_285, overdue: true })
  const own = all.invoices.find(({ contract }) => contract === world.contractId)
  const foreign = all.invoices.find(({ contract }) => contract === hidden)
  if (!own || !foreign) throw new Error('an invoice is missing')
  expect((await call(chatLinks, { query: `44-${hidden}` }, owner)).invoices).toEqual([foreign])

  // A manager has one contract and no finances; the accountant has the finances of that contract.
  const manager = await signedIn(portal, world.managerId)
  const accountant = await signedIn(portal, world.accountantId)
  expect(await call(chatLinks, {}, manager)).toMatchObject({ claims: [{ id: open }], invoices: [] })
  expect(await call(chatLinks, {}, accountant)).toMatchObject({ claims: [{ id: open }], invoices: [own] })
  for (const [who, more] of [
    [manager, { claims: [closed] }],
    [manager, { invoices: [own.id] }],
    [accountant, { invoices: [foreign.id] }],
  ] as const)
    await expect(write(who, 'Чужое', more)).rejects.toMatchObject({ status: 400 })
  const sent = await write(accountant, '', { claims: [open], invoices: [own.id] })
  expect(sent.message).toMatchObject({ claims: [{ id: open, state: 'new' }], invoices: [own] })

  // Staff may link only what this buyer may see.
  const offered = await call(staffChatLinks, { id: world.managerId }, sales)
  expect([offered.claims.map(({ id }) => id), offered.invoices]).toEqual([[open], []])
  await expect(answer(world.managerId, 'Счёт', { invoices: [own.id] })).rejects.toMatchObject({ status: 400 })
  await answer(world.accountantId, 'Оплатите', { invoices: [own.id] })

  // After a right is revoked the buyer no longer sees the linked objects; staff still do.
  await db.execute(sql`delete from account_contracts where account_id = ${world.accountantId}`)
  for (const message of (await call(getChat, {}, accountant)).messages)
    expect([message.claims, message.invoices]).toEqual([[], []])
  const staffs = (await call(staffChat, { id: world.accountantId }, sales)).messages
  expect(staffs.map(({ claims, invoices }) => [claims.length, invoices.length])).toEqual([
    [1, 1],
    [0, 1],
  ])
})

test('staff see what the person of a chat owes, orders and claims', async () => {
  await portal.db.execute(sql`
    update contracts set debt_kopecks = 48328500, credit_limit_kopecks = 100000000, payment = 'deferred',
      deferral_days = 14, stop_orders = true, debt_alert = 'Стоп' where id = ${world.contractId}`)
  const facts = await call(staffChatFacts, { id: world.managerId }, sales)
  expect(facts.contracts).toEqual([
    expect.objectContaining({
      id: world.contractId,
      payment: 'отсрочка 14 дн.',
      prices: 'Опт',
      debt: 483_285,
      overdue: 83_285,
      overdue_days: 3,
      available: 516_715,
      stopOrders: true,
      // The manager sees no finances: there is no invoice to send.
      invoices: [],
    }),
  ])
  expect((await call(staffChatFacts, { id: world.ownerId }, sales)).contracts[0]?.invoices).toHaveLength(1)
  await portal.db.execute(sql`update contracts set payment = 'prepaid' where id = ${world.contractId}`)
  const prepaid = await call(staffChatFacts, { id: world.managerId }, sales)
  expect(prepaid.contracts[0]?.available, 'a limit only counts on deferred payment').toBeNull()
  expect([facts.orders.length, facts.claims.length, facts.basket]).toEqual([2, 2, { lines: 0, sum: 0 }])
  await expect(call(staffChatFacts, { id: world.salesId }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(staffChatFacts, { id: world.ownerId }, owner)).rejects.toMatchObject({ status: 403 })
})

test('a chat that is put off comes back at its time, or with the next message, and can be handed over', async () => {
  const change = (input: Omit<Parameters<typeof call<typeof staffChatState>>[1], 'account'>) =>
    call(staffChatState, { account: world.ownerId, ...input }, sales)
  const waiting = async () => (await call(staffTalks, {}, sales)).items.some(({ id }) => id === world.ownerId)
  await write(owner, 'Когда машина?')
  expect(await waiting()).toBe(true)
  await expect(change({ action: 'postpone' })).rejects.toMatchObject({ status: 400 })
  await change({ action: 'postpone', until: 'hour' })
  expect(await waiting()).toBe(false)
  const rows = (await call(staffTalks, { scope: 'all' }, sales)).items
  expect(rows.find(({ id }) => id === world.ownerId)).toMatchObject({ waits: null, postponed: expect.any(String) })
  expect(await returnPostponedChats(portal, { now: new Date(Date.now() + 59 * 60_000) })).toEqual({ returned: 0 })
  expect(await returnPostponedChats(portal, { now: new Date(Date.now() + 61 * 60_000) })).toEqual({ returned: 1 })
  expect(await returnPostponedChats(portal, { now: new Date(Date.now() + 61 * 60_000) })).toEqual({ returned: 0 })
  expect(await waiting()).toBe(true)
  const { rows: notices } = await portal.db.execute(sql`
    select account_id as id from notifications where title like 'Отложенный чат%'`)
  expect(notices.length).toBeGreaterThan(0)

  await change({ action: 'postpone', until: 'monday' })
  await write(owner, 'Ау!')
  expect(await waiting()).toBe(true)
  await change({ action: 'postpone', until: 'tomorrow' })
  await change({ action: 'close' })
  expect((await call(staffChat, { id: world.ownerId }, sales)).person).toMatchObject({
    waiting: false,
    postponed: null,
  })
  // Also one that nobody waits for: it is a reminder.
  await change({ action: 'postpone', until: 'hour' })
  await returnPostponedChats(portal, { now: new Date(Date.now() + 61 * 60_000) })
  expect((await call(staffChat, { id: world.ownerId }, sales)).person.waiting).toBe(true)

  await change({ action: 'assign', id: world.adminId })
  const { person } = await call(staffChat, { id: world.ownerId }, sales)
  expect(person.assignee?.id).toBe(world.adminId)
  expect(new Set(person.colleagues.map(({ id }) => id))).toEqual(new Set([world.adminId, world.salesId]))
  await expect(change({ action: 'assign', id: world.ownerId })).rejects.toMatchObject({ status: 404 })
})

test('[C.28] staff take a call, note the outcome, hand it over and finish it once; the phone is checked', async () => {
  const requestCall = (data: { phone: string; firstname: string; time?: 'now' | 'tomorrow' }, who = owner) =>
    call(requestCallback, { data }, who)
  for (const phone of ['', '12', '+7 (495) 730-15', 'нет', '+7 (000) 000-00-00'.slice(0, 9)])
    await expect(requestCall({ phone, firstname: 'Павел' })).rejects.toMatchObject({ status: 400 })
  await requestCall({ phone: '8 916 000-00-01', firstname: 'Павел', time: 'tomorrow' })
  const calls = (await call(staffTalks, {}, sales)).items.filter(({ kind }) => kind === 'call')
  expect(calls).toMatchObject([{ name: 'Павел', waits: 0, call: { wanted: 'tomorrow', account: world.ownerId } }])
  const [requested] = calls
  if (!requested?.call) throw new Error('no call')
  expect(new Date(requested.call.due).getTime()).toBeGreaterThan(Date.now())
  const act = (input: Omit<Parameters<typeof call<typeof staffCallback>>[1], 'id'>, who = sales) =>
    call(staffCallback, { id: requested.id, ...input }, who)
  await act({ action: 'take' })
  await act({ action: 'note', note: ' Не дозвонился ' })
  await act({ action: 'assign', assignee: world.adminId })
  await expect(act({ action: 'assign', assignee: world.ownerId })).rejects.toMatchObject({ status: 404 })
  await expect(act({ action: 'done' }, owner)).rejects.toMatchObject({ status: 403 })
  expect(await call(staffCall, { id: requested.id }, sales)).toMatchObject({
    talk: { assignee: { id: world.adminId }, call: { note: 'Не дозвонился', done: null } },
  })
  await Promise.all([act({ action: 'done', result: 'Договорились' }), act({ action: 'done', result: 'Договорились' })])
  await act({ action: 'note', note: 'Поздно' })
  await act({ action: 'done', result: 'Ещё раз' })
  expect((await call(staffCall, { id: requested.id }, sales)).talk.call).toMatchObject({
    note: 'Не дозвонился',
    done: { result: 'Договорились' },
  })
  const kinds = async (scope: 'waiting' | 'all') =>
    (await call(staffTalks, { scope }, sales)).items.filter(({ kind }) => kind === 'call').length
  expect([await kinds('waiting'), await kinds('all')]).toEqual([0, 1])

  const { organisationId } = await addOrganisation(portal.db, 'ООО «Чужой»')
  const { rows } = await portal.pool.query<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Иван', '1'), ('Пётр', '2') returning id",
  )
  const [mine, another] = rows.map(({ id }) => id)
  await portal.db.execute(sql`update organisations set personal_manager_id = ${another} where id = ${organisationId}`)
  await portal.db.execute(sql`update accounts set personal_manager_id = ${mine} where id = ${world.salesId}`)
  const stranger = await signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId }))
  await requestCall({ phone: '8 916 000-00-02', firstname: 'Чужой' }, stranger)
  const { rows: kept } = await portal.db.execute<{ id: number }>(sql`select max(id) as id from callbacks`)
  await expect(call(staffCall, { id: kept[0]?.id ?? 0 }, sales)).rejects.toMatchObject({ status: 404 })
  await expect(call(staffCallback, { id: kept[0]?.id ?? 0, action: 'take' }, sales)).rejects.toMatchObject({
    status: 404,
  })
})
