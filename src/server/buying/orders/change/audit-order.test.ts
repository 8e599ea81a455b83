import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/orders.ts'
import * as staffApi from '#shared/api/staff/orders.ts'
import { fieldName } from '#server/doors/administration/audit/text.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { orderProduct } from '#tests/support/checkout.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { cancelExpired } from './change-state.ts'

let portal: TestApp
let world: World
let owner: Visitor
let staff: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db, { products: [{ stock: [10_000] }] })
  owner = await signedIn(portal, world.ownerId)
  staff = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())
beforeEach(() => emptyAuditLog(portal.pool))

const place = () => orderProduct(owner, { id: world.productIds[0] ?? 0, qnt: 5, contract: world.contractId })
const rowsOf = (id: number) => listAuditRows(portal.db, { object: { type: 'order', id: String(id) }, limit: 20 })
const revisionOf = async (id: number) => (await call(api.getOrder, { id }, owner)).order.version

test('placing, reducing, changing state and cancelling are audited once, with author, before and after', async () => {
  const id = await place()
  const lower = { id, version: await revisionOf(id), lines: [{ line: 1, qnt: 3 }] }
  for (let time = 0; time < 2; time += 1) await call(api.changeOrder, lower, owner)
  for (let time = 0; time < 2; time += 1) await call(staffApi.staffSetState, { id, state: 5 }, staff)
  await call(staffApi.staffChangeOrder, { id, version: await revisionOf(id), comment: 'Скоро приедет' }, staff)
  for (let time = 0; time < 2; time += 1) await call(api.cancelOrder, { id }, owner)
  const rows = await rowsOf(id)
  const { organisationId } = world
  expect(rows.toReversed()).toMatchObject([
    {
      action: 'order.placed',
      accountId: world.ownerId,
      organisationId,
      changes: { state: { before: null, after: 1 }, lineCount: { after: 1 } },
    },
    {
      action: 'order.changed',
      accountId: world.ownerId,
      changes: { 'lines.1': { before: { quantityMilli: 5000 }, after: { quantityMilli: 3000 } } },
    },
    { action: 'order.changed', accountId: world.adminId, origin: 'web', changes: { state: { before: 1, after: 5 } } },
    { action: 'order.changed', accountId: world.ownerId, changes: { state: { before: 5, after: 4 } } },
  ])
  for (const field of rows.flatMap(({ changes }) => Object.keys(changes)))
    expect(fieldName(field), field).toMatch(/[А-Я]/)
})

test('exporting an order to 1C again is audited as its own event', async () => {
  const id = await place()
  await portal.db.update(orders).set({ confirmedAt: new Date(), confirmedVersion: 1 }).where(eq(orders.id, id))
  for (let time = 0; time < 2; time += 1) await call(staffApi.staffHandOver, { id }, staff)
  expect(await rowsOf(id)).toMatchObject([
    { action: 'order.handed-over', accountId: world.adminId, changes: {} },
    { action: 'order.placed' },
  ])
})

test('a change by a job is audited with the system as author', async () => {
  const id = await place()
  await portal.db.update(orders).set({ payUntil: '2026-01-01' }).where(eq(orders.id, id))
  await cancelExpired(portal, { now: new Date() })
  const [row] = await rowsOf(id)
  expect(row).toMatchObject({
    action: 'order.changed',
    origin: 'system',
    accountId: null,
    changes: { state: { after: 4 } },
  })
})

test('a refused change is not audited', async () => {
  const id = await place()
  await expect(call(staffApi.staffSetState, { id, state: 3 }, staff)).rejects.toThrow()
  expect((await rowsOf(id)).map(({ action }) => action)).toEqual(['order.placed'])
})
