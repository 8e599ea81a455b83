import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as api from '#shared/api/notifications.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { countStatements } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'
import { purgeOldNotifications, notify } from './service.ts'

let portal: TestApp
let world: World
let owner: Visitor
let admin: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  admin = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate notifications`))

const notification = {
  kind: 'order',
  title: 'Заказ принят',
  text: 'Заказ 0000-000001',
  link: '/orders/1',
  eventKey: 'order:1:accepted',
} as const
const list = (visitor = owner, input = {}) => call(api.notifications, input, visitor)

test('an account is notified of an event once, unread, with its time', async () => {
  await portal.db.transaction((tx) =>
    notify(tx, { ...notification, accountIds: [world.ownerId, world.adminId, world.ownerId] }),
  )
  await Promise.all(
    Array.from({ length: 10 }, () =>
      notify(portal.db, { ...notification, text: 'Ещё раз', accountIds: [world.ownerId] }),
    ),
  )
  const listed = await list()
  expect(api.notifications.reply.safeParse(listed).error?.issues ?? []).toEqual([])
  expect(listed).toMatchObject({
    items: [{ kind: 'order', title: 'Заказ принят', text: 'Заказ 0000-000001', link: '/orders/1', read: false }],
    unread: 1,
    pagination: { page: 1, perpage: 20, pages: 1, total: 1 },
  })
  expect(Math.abs(Date.parse(listed.items[0]?.created_at ?? '') - Date.now())).toBeLessThan(60_000)
  expect((await list(admin)).unread).toBe(1)
  await notify(portal.db, { ...notification, accountIds: [] })
})

test('a rolled back transaction causes no notification', async () => {
  await portal.db
    .transaction(async (tx) => {
      await notify(tx, { ...notification, accountIds: [world.ownerId] })
      tx.rollback()
    })
    .catch(() => undefined)
  expect((await list()).items).toEqual([])
})

test('notifications are paged newest first, and marked as read up to an id for the caller only', async () => {
  for (let n = 1; n <= 45; n += 1)
    await notify(portal.db, {
      ...notification,
      title: `Новость ${n}`,
      eventKey: `order:${n}`,
      accountIds: [world.ownerId, world.adminId],
    })
  expect((await list()).items.map(({ title }) => title)).toEqual(
    Array.from({ length: 20 }, (_, n) => `Новость ${45 - n}`),
  )
  const last = await list(owner, { page: 3 })
  expect(last).toMatchObject({ unread: 45, pagination: { page: 3, perpage: 20, pages: 3, total: 45 } })
  expect(last.items.map(({ title }) => title)).toEqual([5, 4, 3, 2, 1].map((n) => `Новость ${n}`))
  expect((await list(owner, { page: 9 })).items).toEqual([])

  for (let twice = 0; twice < 2; twice += 1)
    expect((await call(api.readNotifications, { upto: last.items[0]?.id ?? 0 }, owner)).unread).toBe(40)
  expect((await list(owner, { page: 3 })).items.every(({ read }) => read)).toBe(true)
  expect((await list(admin)).unread).toBe(45)
  expect((await call(api.readNotifications, { upto: 2_147_483_647 }, owner)).unread).toBe(0)
  expect(await countStatements(portal.pool, /notifications|sessions/, () => list())).toBeLessThanOrEqual(2)
})

test('notifications are deleted after 90 days', async () => {
  await notify(portal.db, { ...notification, accountIds: [world.ownerId] })
  await notify(portal.db, { ...notification, eventKey: 'older', accountIds: [world.ownerId] })
  await portal.db.execute(
    sql`update notifications set created_at = now() - interval '91 days' where event_key = 'older'`,
  )
  expect(await purgeOldNotifications(portal)).toBe(1)
  expect(await portal.db.$count(notifications)).toBe(1)
})
