import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signOut, whoAmI } from '#shared/api/account/access.ts'
import { endActing, startActing } from '#shared/api/administration/acting.ts'
import { getBasketData, processBasket } from '#shared/api/basket.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { notifications } from '#shared/api/notifications.ts'
import { cancelOrder, createOrder, getOrder } from '#shared/api/orders.ts'
import { staffCustomers } from '#shared/api/administration/customers.ts'
import { chatUnread, getChat, readChat, sendChat } from '#shared/api/talk/chat.ts'
import { staffSendChat } from '#shared/api/staff/talk.ts'
import { callerHeader } from '#shared/constants.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { deleteExpiredActings } from '#server/platform/sessions/shared-queries-acting.ts'
import { actings } from '#server/platform/db/schema/access.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { listCalls, sendRaw } from '#tests/support/calls/every-call.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let buyerId: number
let salesId: number
let sales: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ stock: [1000, 1000] }] })
})
beforeEach(async () => {
  const of = { organisationId: world.organisationId, contractIds: [world.contractId] }
  buyerId = await addAccount(portal.db, { role: 'owner', name: 'Павел Громов', ...of })
  salesId = await addAccount(portal.db, { role: 'sales', name: 'Анна Ковалёва' })
  sales = await signedIn(portal, salesId)
})
afterAll(() => portal.close())

const author = 'Анна Ковалёва за Павла Громова'
const askedBy = 'Павел Громов, звонок 20.11 в 13:58'
const act = (account = buyerId, { id = world.organisationId, who = sales } = {}) =>
  call(startActing, { id, account }, who)
const me = async (who = sales) => (await call(whoAmI, {}, who)).me
const refused = (promise: Promise<unknown>, status: number, code: string) =>
  expect(promise).rejects.toMatchObject({ status, code })
const auditOf = async (type: 'account' | 'order' | 'call', id: number | string) =>
  listAuditRows(portal.db, { object: { type, id: String(id) }, limit: 20 })
const onBehalf = () => ({ accountId: salesId, onBehalfOfAccountId: buyerId })
const endedByPortal = () => ({
  action: 'acting.ended',
  origin: 'system',
  accountId: null,
  onBehalfOfAccountId: null,
  organisationId: world.organisationId,
  changes: { actingStaffId: { before: salesId, after: null } },
})
const placing = () => ({ contract: world.contractId, delivery_method: deliveryMethodId('pickup') })

async function fill(): Promise<void> {
  await call(processBasket, { id: world.productIds[0] ?? 0, qnt: 2, contract: world.contractId }, sales)
}

async function place(key = randomUUID()): Promise<number> {
  await fill()
  return (await call(createOrder, placing(), { ...sales, key, askedBy })).id
}

function sendWith(name: string, value: string): Visitor['send'] {
  return (path, init) => {
    const headers = new Headers(init.headers)
    headers.set(name, value)
    return sales.send(path, { ...init, headers })
  }
}

/** Lets the session's acting rest for these minutes. */
async function rest(minutes: number): Promise<void> {
  await portal.db.execute(sql`
    update actings set last_used_at = last_used_at - make_interval(mins => ${minutes}) where staff_id = ${salesId}`)
  await portal.db.execute(sql`select pg_notify('sessions', '')`)
}

test('[P.8] staff act as a buyer and return, without signing in again; both names are audited', async () => {
  const started = await act()
  expect(started.me).toMatchObject({
    id: buyerId,
    name: 'Павел Громов',
    acting: { name: 'Анна Ковалёва', behalf: 'за Павла Громова' },
  })
  expect(started.me.acting?.seconds_left).toBeGreaterThan(1790)
  expect(await me()).toMatchObject({ id: buyerId })
  expect((await call(endActing, {}, sales)).me).toMatchObject({ id: salesId, acting: null })
  expect(await me()).toMatchObject({ id: salesId })
  const rows = await auditOf('account', buyerId)
  expect(rows.map(({ action }) => action)).toEqual(['acting.ended', 'acting.started'])
  for (const row of rows)
    expect(row).toMatchObject({ ...onBehalf(), origin: 'web', organisationId: world.organisationId })
})

test('beginning or ending twice, or at once, is done once', async () => {
  await Promise.all([act(), act(), act()])
  await act()
  await Promise.all([call(endActing, {}, sales), call(endActing, {}, sales)])
  const actions = (await auditOf('account', buyerId)).map(({ action }) => action)
  expect(actions).toEqual(['acting.ended', 'acting.started'])
})

test('a session acts as one buyer at a time', async () => {
  const other = await addAccount(portal.db, { role: 'owner', organisationId: world.organisationId })
  await act()
  await refused(act(other), 409, 'alreadyActing')
  expect(await me()).toMatchObject({ id: buyerId })
})

test('only staff of the customer may, as a person of it who can sign in', async () => {
  const other = await addOrganisation(portal.db, 'ООО «Другой»', { personalManagerId: await addCard() })
  const blocked = await addOrganisation(portal.db, 'ООО «Стоп»', { status: 'blocked' })
  const demo = await addOrganisation(portal.db, 'ООО «Пример»', { demo: true })
  const ownerOf = (organisationId: number) => addAccount(portal.db, { role: 'owner', organisationId })
  const of = (id: number) => ({ id })
  await refused(act(await ownerOf(other.organisationId), of(other.organisationId)), 404, 'notFound')
  await refused(act(await ownerOf(demo.organisationId), of(demo.organisationId)), 404, 'notFound')
  await refused(act(await ownerOf(blocked.organisationId), of(blocked.organisationId)), 409, 'cannotActAs')
  await refused(act(await ownerOf(other.organisationId)), 404, 'notFound')
  await refused(act(world.adminId), 404, 'notFound')
  await refused(act(buyerId, { who: await signedIn(portal, world.ownerId) }), 403, 'forbidden')
  const content = await signedIn(portal, await addAccount(portal.db, { role: 'content' }))
  await refused(act(buyerId, { who: content }), 403, 'forbidden')
  await portal.db.execute(sql`update accounts set enabled = false where id = ${buyerId}`)
  await refused(act(), 409, 'cannotActAs')
  expect(await me()).toMatchObject({ id: salesId })
})

test('a session that owes a second factor acts as nobody', async () => {
  await portal.db.execute(sql`update sessions set awaits_second_factor = true where account_id = ${salesId}`)
  await refused(act(), 401, 'notSignedIn')
})

test('an order tells who placed it for whom, and who asked, to the buyer and in the audit trail', async () => {
  await act()
  const id = await place()
  const { order } = await call(getOrder, { id }, await signedIn(portal, buyerId))
  expect(order.history).toMatchObject([{ author, comment: `Кто и как попросил: ${askedBy}` }])
  const [placed] = await auditOf('order', id)
  expect(placed).toMatchObject({ action: 'order.placed', ...onBehalf(), changes: { askedBy: { after: askedBy } } })
  await call(cancelOrder, { id, comment: 'Не нужен' }, { ...sales, askedBy: 'Павел Громов, письмо' })
  const again = await call(getOrder, { id }, await signedIn(portal, buyerId))
  expect(again.order.history.at(-1)).toMatchObject({
    author,
    comment: 'Не нужен\nКто и как попросил: Павел Громов, письмо',
  })
  expect((await auditOf('order', id))[0]).toMatchObject({ action: 'order.changed', ...onBehalf() })
})

test('the buyer is told of what was done for them', async () => {
  await act()
  const id = await place()
  const { items } = await call(notifications, {}, await signedIn(portal, buyerId))
  expect(items).toContainEqual(expect.objectContaining({ link: `/orders/${id}`, read: false }))
})

test('what moves money demands who asked, from 5 to 200 characters', async () => {
  await act()
  await fill()
  const order = (text: string | undefined) =>
    call(createOrder, placing(), { ...sales, key: randomUUID(), askedBy: text })
  for (const text of [undefined, '', '    ', ' Пав ', 'П'.repeat(201), 'Павел\0Громов'])
    await expect(order(text), text).rejects.toMatchObject({
      status: 400,
      body: { fields: { asked_by: expect.any(String) as string } },
    })
  const send = sendWith('x-asked-by', '%E0%A4%A')
  await expect(call(createOrder, placing(), { send, key: randomUUID() })).rejects.toMatchObject({ status: 400 })
  expect((await call(getBasketData, { contract: world.contractId }, sales)).count.products).toBe(1)
})

test('an order sent twice at once is placed once', async () => {
  await act()
  await fill()
  const key = randomUUID()
  const ids = await Promise.all(
    [1, 2].map(async () => (await call(createOrder, placing(), { ...sales, key, askedBy })).id),
  )
  expect(ids[0]).toBe(ids[1])
  expect((await auditOf('order', ids[0] ?? 0)).map(({ action }) => action)).toEqual(['order.placed'])
})

test('a chat message carries both names, and reading it leaves it unread for the buyer', async () => {
  await act()
  const { message } = await call(sendChat, { message: 'Заказ оформлен' }, { ...sales, key: randomUUID() })
  expect(message.author).toBe(author)
  const admin = await signedIn(portal, world.adminId)
  const sent = await call(
    staffSendChat,
    { account: buyerId, message: 'Отгрузим завтра' },
    { ...admin, key: randomUUID() },
  )
  expect(sent.message.author).not.toBe(author)
  const { messages } = await call(getChat, {}, sales)
  const last = messages.at(-1)?.id ?? 0
  await call(readChat, { id: last }, sales)
  expect((await call(chatUnread, {}, await signedIn(portal, buyerId))).unread).toBe(1)
})

/** Refused while acting: the buyer's own affairs. A new one is marked in its description and added here. */
const buyersOwn = `approvals approveOrder changePassword deleteManager deleteWebPush disableManager enableManager
  endManagerSessions endOtherSessions endSession erasePersonalData exportPersonalData heldData inviteManager
  listManagers makePriceLink
  managerContracts managerSignIns ownSessions ownSignIns pricePolitics readAccount readManager readWebPush refuseOrder
  revokePriceLink saveMailPace saveManager saveNoticeSetting saveOwnProfile savePricePolitics saveWebPush setLimits`

/** Demand who asked for them. */
const moneyMoving = 'cancelOrder changeOrder confirmAct createOrder disputeAct fileClaim withdrawClaim'

test('the listed calls are refused while acting, those that move money demand who asked', async () => {
  await act()
  const described = await listCalls()
  const marked = (how: Endpoint['whileActing']) =>
    described.filter(({ endpoint }) => endpoint.whileActing === how).map(({ name }) => name)
  expect(marked('refused').toSorted()).toEqual(buyersOwn.split(/\s+/).toSorted())
  expect(marked('asked').toSorted().join(' ')).toBe(moneyMoving)
  for (const { name, endpoint } of described.filter(({ endpoint }) => endpoint.whileActing === 'refused')) {
    const response = await sendRaw(sales, endpoint, { id: 1 })
    expect([name, response.status]).toEqual([name, 403])
    expect(await response.json()).toMatchObject({ code: 'refusedWhileActing' })
  }
  await expect
    .poll(() => auditOf('call', 'POST /api/password'))
    .toMatchObject([{ action: 'access.refused', ...onBehalf() }])
  expect(await me()).toMatchObject({ id: buyerId })
})

test('staff calls are not reachable while acting', async () => {
  await act()
  await refused(call(staffCustomers, {}, sales), 403, 'forbidden')
})

test('a window that shows another account changes nothing in the wrong name', async () => {
  const from = (account: number) => sendWith(callerHeader, String(account))
  await call(staffCustomers, {}, { send: from(salesId) })
  await act()
  await refused(call(staffCustomers, {}, { send: from(salesId) }), 409, 'callerChanged')
  const add = { id: world.productIds[0] ?? 0, qnt: 1, contract: world.contractId }
  await call(processBasket, add, { send: from(buyerId) })
  await call(endActing, {}, { send: from(buyerId) })
  await refused(call(processBasket, add, { send: from(buyerId) }), 409, 'callerChanged')
  expect((await call(whoAmI, {}, { send: from(buyerId) })).me?.id).toBe(salesId)
})

test('30 minutes without use end it: the next call is the member of staff’s own', async () => {
  await act()
  await rest(29)
  // Asking is a use, which the session's cache of a second shows a moment later.
  await expect.poll(async () => (await me())?.acting?.seconds_left, { timeout: 5000 }).toBeGreaterThan(1700)
  await rest(30)
  await expect.poll(() => me()).toMatchObject({ id: salesId, acting: null })
  expect(await auditOf('account', buyerId)).toHaveLength(1)
  await deleteExpiredActings(portal.db)
  expect((await auditOf('account', buyerId))[0]).toMatchObject(endedByPortal())
})

test('background calls do not prolong it', async () => {
  await act()
  await rest(20)
  const send = sendWith('x-background', '1')
  await call(whoAmI, {}, { send })
  await rest(10)
  await expect.poll(() => me()).toMatchObject({ id: salesId })
})

test('an expired one can be begun again, as another buyer too', async () => {
  const other = await addAccount(portal.db, { role: 'owner', organisationId: world.organisationId })
  await act()
  await rest(31)
  await expect.poll(() => me()).toMatchObject({ id: salesId })
  expect((await act(other)).me).toMatchObject({ id: other })
})

test.for<[string, () => Promise<unknown>]>([
  ['the buyer is switched off', () => change(sql`accounts set enabled = false where id = ${buyerId}`)],
  ['the buyer gets another role', () => change(sql`accounts set role = 'manager' where id = ${buyerId}`)],
  ['the organisation is blocked', () => change(sql`organisations set status = 'blocked' where id = ${firm()}`)],
  [
    'the customer gets another manager',
    () => withCard((id) => sql`organisations set personal_manager_id = ${id} where id = ${firm()}`),
  ],
  [
    'the member of staff gets another card',
    () => withCard((id) => sql`accounts set personal_manager_id = ${id} where id = ${salesId}`),
  ],
])('it ends when %s', async ([, end]) => {
  await act()
  expect(await me()).toMatchObject({ id: buyerId })
  await end()
  await expect.poll(async () => (await me())?.id).toBe(salesId)
  expect((await auditOf('account', buyerId))[0]).toMatchObject(endedByPortal())
  await portal.db.execute(
    sql`update organisations set status = 'active', personal_manager_id = null where id = ${firm()}`,
  )
})

const firm = () => world.organisationId
const change = (columns: ReturnType<typeof sql>) => portal.db.execute(sql`update ${columns}`)

async function withCard(columns: (personalManagerId: number) => ReturnType<typeof sql>): Promise<void> {
  await change(columns(await addCard()))
}

async function addCard(): Promise<number> {
  const { rows } = await portal.db.execute<{ id: number }>(sql`
    insert into personal_managers (name, phone, email) values ('Орлов', '', '') returning id`)
  return rows[0]?.id ?? 0
}

test('it ends with the session, by the person who signs out', async () => {
  await act()
  await call(signOut, {}, sales)
  expect(await me()).toBeNull()
  expect(await portal.db.select().from(actings).where(eq(actings.staffId, salesId))).toEqual([])
  expect((await auditOf('account', buyerId))[0]).toMatchObject({ action: 'acting.ended', origin: 'web', ...onBehalf() })
})
