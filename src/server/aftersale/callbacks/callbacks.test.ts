import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readNoticeSettings, saveNoticeSetting } from '#shared/api/account/notice-settings.ts'
import { notifications } from '#shared/api/notifications.ts'
import { requestCallback } from '#shared/api/talk/callbacks.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { purgeGuestCallbacks } from './purge.ts'

let portal: TestApp
let world: World
let owner: Visitor
let sales: Visitor
let admin: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  sales = await signedIn(portal, world.salesId)
  admin = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate notifications, notification_settings, callbacks`))

const requestCall = (who: Visitor, phone: string, firstname: string) =>
  call(requestCallback, { data: { phone, firstname } }, who)
const bellOf = async (who: Visitor) =>
  (await call(notifications, {}, who)).items.map(({ kind, title, text }) => ({ kind, title, text }))

test('[C.28] all staff who serve customers hear of a guest’s request, once per open request', async () => {
  const guest = portal.visitor()
  await Promise.all([1, 2, 3].map(() => requestCall(guest, '8 495 730-15-20', 'Ирина')))
  const expected = [{ kind: 'callback', title: 'Ирина просит перезвонить', text: '+7 (495) 730-15-20' }]
  expect(await bellOf(sales)).toEqual(expected)
  expect(await bellOf(admin)).toEqual(expected)
  expect(await bellOf(owner)).toEqual([])
  await portal.db.execute(sql`update callbacks set done_at = now()`)
  await requestCall(guest, '8 495 730-15-20', 'Ирина')
  expect(await bellOf(sales)).toHaveLength(2)
})

test('[C.28] a buyer’s request notifies only the customer’s manager', async () => {
  const { rows } = await portal.db.execute<{ id: number }>(
    sql`insert into personal_managers (name, phone) values ('Иван', '1') returning id`,
  )
  const manager = rows[0]?.id ?? 0
  await portal.db.execute(
    sql`update organisations set personal_manager_id = ${manager} where id = ${world.organisationId}`,
  )
  await portal.db.execute(sql`update accounts set personal_manager_id = ${manager} where id = ${world.salesId}`)
  await requestCall(owner, '8 495 730-15-21', 'Павел')
  expect(await bellOf(sales)).toMatchObject([{ title: 'Павел просит перезвонить' }])
  expect(await bellOf(admin)).toEqual([])
})

test('[C.28] who has switched such notices off does not hear of a guest’s request', async () => {
  const { items } = await call(readNoticeSettings, {}, sales)
  for (const { id, event, value } of items)
    if (event === 'callback' && value === 'portal') await call(saveNoticeSetting, { id, enabled: false }, sales)
  await requestCall(portal.visitor(), '8 495 730-15-22', 'Ольга')
  expect(await bellOf(sales)).toEqual([])
  expect(await bellOf(admin)).toHaveLength(1)
})

test('a guest’s request is deleted after its term with its notices; a buyer’s stays', async () => {
  await requestCall(portal.visitor(), '8 495 730-15-23', 'Гостья')
  await requestCall(owner, '8 495 730-15-24', 'Павел')
  const day = (days: number) => ({ now: new Date(Date.now() + days * 86_400_000) })
  expect(await purgeGuestCallbacks(portal, day(89))).toBe(0)
  expect(JSON.stringify(await bellOf(admin))).toContain('Гостья')
  expect(await purgeGuestCallbacks(portal, day(91))).toBe(1)
  expect(await purgeGuestCallbacks(portal, day(91))).toBe(0)
  const { rows } = await portal.db.execute(sql`select name from callbacks`)
  expect(rows).toEqual([{ name: 'Павел' }])
  const expected = await portal.db.execute(
    sql`select title, text from notifications union all select subject, text from mails`,
  )
  expect(JSON.stringify(expected.rows)).not.toContain('Гостья')
  expect(JSON.stringify(expected.rows)).toContain('Павел')
})
