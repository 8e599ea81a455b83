import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signOut } from '#shared/api/account/access.ts'
import {
  clearBasket,
  getBasketData,
  processBasket,
  processBasketUpdate,
  restoreBasket,
  saveBasketComment,
} from '#shared/api/basket.ts'
import { setContract } from '#shared/api/contracts.ts'
import { addToDraft, changeDraft, renameDraft } from '#shared/api/drafts.ts'
import { events, type PortalEvent } from '#shared/api/events.ts'
import { createOrder } from '#shared/api/orders.ts'
import { readManager, saveManager } from '#shared/api/organisation/managers.ts'
import { staffSetState } from '#shared/api/staff/orders.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { openStream, type OpenStream } from '#tests/support/event-stream.ts'
import { addAccount, addContract, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { call } from '#web/api/client.ts'

let portal: TestApp
let world: World
let owner: Visitor
let product: number
const opened: OpenStream[] = []
/** Generous for a busy machine; tests/push-processes.test.ts checks the speed. */
const maxMs = 10_000

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  product = world.productIds[0] ?? 0
})
afterAll(() => portal.close())
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.leave()
  await expect.poll(openStreams, { timeout: maxMs }).toBe(0)
})

async function listen(visitor: Visitor): Promise<OpenStream> {
  const stream = await openStream(visitor)
  opened.push(stream)
  await expect.poll(() => stream.others, { timeout: maxMs }).toEqual(['ready'])
  return stream
}

async function openStreams(): Promise<number> {
  const metrics = await (await fetch(`${portal.origin}/metrics`)).text()
  return Number(/^event_streams_open (\d+)$/m.exec(metrics)?.[1])
}

/** The first event after the change: only the change can have caused it. */
async function eventsDuring(stream: OpenStream, change: () => Promise<unknown>): Promise<PortalEvent[]> {
  stream.changes.length = 0
  await change()
  await expect.poll(() => stream.changes.length, { timeout: maxMs, interval: 10 }).toBeGreaterThan(0)
  return stream.changes
}

/** Checks that the change causes no event: the first event is that of a sentinel sent after it. */
async function silent(stream: OpenStream, accountId: number, change: () => Promise<unknown>): Promise<void> {
  const sentinel = JSON.stringify({ topic: 'drafts', accounts: [accountId], id: 1_000_000 })
  const heard = await eventsDuring(stream, async () => {
    await change()
    await portal.pool.query("select pg_notify('events', $1)", [sentinel])
  })
  expect(heard).toEqual([{ topic: 'drafts', id: 1_000_000 }])
}

test('a stream is not compressed, buffered or cached, and sends an event when open', async () => {
  const { headers } = await listen(owner)
  expect(
    Object.fromEntries(
      ['content-type', 'content-encoding', 'cache-control', 'x-accel-buffering'].map((name) => [
        name,
        headers.get(name),
      ]),
    ),
  ).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'content-encoding': null,
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(headers.get('content-security-policy')).toBeTruthy()
  expect(await openStreams()).toBe(1)
  const { paths } = (await (await fetch(`${portal.origin}/api/docs/json`)).json()) as { paths: Record<string, unknown> }
  expect(JSON.stringify(paths[events.path])).toMatch(/"description":"right session".*"text\/event-stream"/)
  const head = await owner.send(events.path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('each change of a basket is announced with its version, whichever call makes it', async () => {
  const stream = await listen(owner)
  const [warehouse = 0] = world.warehouseIds
  const changes: (() => Promise<unknown>)[] = [
    () => call(processBasket, { id: product, qnt: 1 }, owner),
    () => call(processBasketUpdate, { id: product, qnt: 3, type: 'products' }, owner),
    () => call(saveBasketComment, { id: product, wms: warehouse, comment: 'Позвонить' }, owner),
    () => call(clearBasket, {}, owner),
    () => call(restoreBasket, { lines: [{ id: product, wms: warehouse }] }, owner),
  ]
  for (const change of changes) {
    const heard = await eventsDuring(stream, change)
    const { version } = await call(getBasketData, {}, owner)
    expect(heard).toEqual([{ topic: 'basket', id: world.contractId, version }])
  }
  // Reading records the shown prices, which is not a change.
  await portal.db.execute(sql`update prices set price_kopecks = price_kopecks + 100 where product_id = ${product}`)
  await silent(stream, world.ownerId, () => call(getBasketData, {}, owner))
  const undone = async () => {
    await portal.db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from basket_lines`)
        tx.rollback()
      })
      .catch(() => undefined)
  }
  await silent(stream, world.ownerId, undone)
})

test('a new contract is announced; choosing it announces the basket', async () => {
  const stream = await listen(owner)
  let id = 0
  const add = async () => {
    id = await world.addContract()
  }
  expect(await eventsDuring(stream, add)).toEqual([{ topic: 'contracts' }])
  expect(await eventsDuring(stream, () => call(setContract, { id }, owner))).toEqual([{ topic: 'basket' }])
  await call(setContract, { id: world.contractId }, owner)
})

test('whose contract is taken away, given back, stopped or suspended is told to read the contracts again', async () => {
  const kept = world.contractId
  const contractIds = [kept, await world.addContract({ number: '88-Л' })]
  const id = await addAccount(portal.db, { role: 'manager', organisationId: world.organisationId, contractIds })
  const stream = await listen(await signedIn(portal, id))
  const allot = async (contractSelect: number[]) => {
    const { version, login, name } = (await call(readManager, { id }, owner)).manager
    await call(saveManager, { id, version, login, name, type_id: 2, contractSelect }, owner)
  }
  const told = [{ topic: 'contracts' }]
  expect(await eventsDuring(stream, () => allot([kept]))).toEqual(told)
  expect(await eventsDuring(stream, () => allot(contractIds))).toEqual(told)
  const change = (assignment: string) => () =>
    portal.pool.query(`update contracts set ${assignment} where id = $1`, [contractIds[1]])
  expect(await eventsDuring(stream, change('stop_orders = true'))).toEqual(told)
  expect(await eventsDuring(stream, change("status = 'suspended'"))).toEqual(told)
  await silent(stream, id, change('debt_kopecks = 100'))
})

test('notifications and drafts are announced to their account alone', async () => {
  const [own, others] = [await listen(owner), await listen(await signedIn(portal, world.managerId))]
  const notification = { kind: 'order', title: 'Новость', text: '', link: '' } as const
  const everybody = [...Array.from({ length: 1200 }, () => world.receiverId), world.ownerId]
  expect(
    await eventsDuring(own, () => notify(portal.db, { ...notification, eventKey: 'one', accountIds: everybody })),
  ).toEqual([{ topic: 'notifications' }])
  await eventsDuring(own, () => call(processBasket, { id: product, qnt: 1 }, owner))
  const key = { send: owner.send, key: 'push-draft' }
  const saved = await eventsDuring(own, () => call(addToDraft, { header: 'Ремонт' }, key))
  const id = saved.at(-1)?.id ?? 0
  expect(saved).toContainEqual({ topic: 'drafts', id })
  expect(await eventsDuring(own, () => call(renameDraft, { id, header: 'Ремонт 2' }, owner))).toEqual([
    { topic: 'drafts', id },
  ])
  expect(await eventsDuring(own, () => call(changeDraft, { id, lines: [{ id: product, qnt: 5 }] }, owner))).toEqual([
    { topic: 'drafts', id },
  ])
  expect(others.changes).toEqual([])
})

test('one statement that notifies thousands of accounts is announced to each of them', async () => {
  const stream = await listen(owner)
  const written = async () => {
    await portal.db.execute(sql`
      with many as (
        insert into accounts (login, password_hash, role, organisation_id, name)
        select 'many-' || n || '@buyer.example', '', 'receiver', ${world.organisationId}, '' from generate_series(1,
          3000) n returning id)
      insert into notifications (account_id, kind, title, event_key) select id, 'order', '', 'many' from many
      union all select ${world.ownerId}, 'order', '', 'many'`)
  }
  expect(await eventsDuring(stream, written)).toEqual([{ topic: 'notifications' }])
})

test('[R.4] an order is announced only to accounts that may see it', async () => {
  const unallotted = await world.addContract()
  const foreign = await addOrganisation(portal.db, 'ООО «Чужой»')
  const foreignContract = await addContract(portal.db, {
    ...foreign,
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: world.warehouseIds,
  })
  const managers = await portal.pool.query<{ id: number }>(
    "insert into personal_managers (name, phone) values ('Иван', '1'), ('Пётр', '2') returning id",
  )
  const [mine = 0, another = 0] = managers.rows.map(({ id }) => id)
  await portal.db.execute(sql`update accounts set personal_manager_id = ${mine} where id = ${world.salesId}`)
  await portal.db.execute(
    sql`update organisations set personal_manager_id = ${another} where id = ${foreign.organisationId}`,
  )
  const who = {
    owner: world.ownerId,
    manager: world.managerId,
    receiver: world.receiverId,
    admin: world.adminId,
    sales: world.salesId,
    content: await addAccount(portal.db, { role: 'content' }),
    stranger: await addAccount(portal.db, { role: 'owner', organisationId: foreign.organisationId }),
  }
  const streams = new Map<string, OpenStream>()
  for (const [name, accountId] of Object.entries(who))
    streams.set(name, await listen(await signedIn(portal, accountId)))

  async function announcedTo(contractId: number, organisationId: number): Promise<string[]> {
    const { id } = await addOrder(portal.db, { organisationId, contractId, ownerId: world.ownerId }, { lines: [] })
    await expect
      .poll(() => streams.get('admin')?.changes.map((change) => change.id), { timeout: maxMs, interval: 10 })
      .toContain(id)
    return [...streams]
      .filter(([, { changes }]) => changes.some((change) => change.id === id && change.topic === 'orders'))
      .map(([name]) => name)
  }
  expect(await announcedTo(world.contractId, world.organisationId)).toEqual([
    'owner',
    'manager',
    'receiver',
    'admin',
    'sales',
  ])
  expect(await announcedTo(unallotted, world.organisationId)).toEqual(['owner', 'admin', 'sales'])
  expect(await announcedTo(foreignContract, foreign.organisationId)).toEqual(['admin', 'stranger'])
})

test('an order is announced when placed and at each change of state', async () => {
  await call(processBasket, { id: product, qnt: 1 }, owner)
  const [stream, admin] = [await listen(owner), await signedIn(portal, world.adminId)]
  let id = 0
  const placed = await eventsDuring(stream, async () => {
    ;({ id } = await call(
      createOrder,
      { contract: world.contractId, delivery_method: 3 },
      { send: owner.send, key: 'push-order' },
    ))
    await expect
      .poll(() => new Set(stream.changes.map(({ topic }) => topic)), { timeout: maxMs })
      .toEqual(new Set(['basket', 'orders']))
  })
  expect(placed).toContainEqual({ topic: 'orders', id })
  expect(await eventsDuring(stream, () => call(staffSetState, { id, state: 5 }, admin))).toContainEqual({
    topic: 'orders',
    id,
  })
})

test('a stream ends with its session: by sign-out, by the account or by expiry', async () => {
  const [first, second] = [await signedIn(portal, world.managerId), await signedIn(portal, world.managerId)]
  const streams = [await listen(first), await listen(second)]
  await call(signOut, {}, first)
  await expect.poll(() => streams.map(({ ended }) => ended), { timeout: maxMs, interval: 10 }).toEqual([true, false])
  await portal.db.execute(sql`update accounts set enabled = false where id = ${world.managerId}`)
  await expect.poll(() => streams[1]?.ended, { timeout: maxMs, interval: 10 }).toBe(true)
  await portal.db.execute(sql`update accounts set enabled = true where id = ${world.managerId}`)
  await expect(listen(first)).rejects.toThrow(/^401 /)
})
