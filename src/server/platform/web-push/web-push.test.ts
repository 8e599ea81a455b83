import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#shared/api/account/access.ts'
import { readNoticeSettings, saveNoticeSetting } from '#shared/api/account/notice-settings.ts'
import { deleteWebPush, readWebPush, saveWebPush } from '#shared/api/account/web-push.ts'
import type { NoticeKind } from '#shared/rules/talk/notices.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { openBrowser, pushOrigin, readVapid, startPushService } from '#tests/support/processes/push-service.ts'
import { call } from '#web/api/client.ts'
import { openOutgoing } from '#server/platform/outgoing/outgoing.ts'
import { isPushAddress, createPublicPost } from './public-post.ts'
import { sendWebPushes } from './send.ts'

let portal: TestApp
let world: World
let owner: Visitor
let service: Awaited<ReturnType<typeof startPushService>>

beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
  service = await startPushService()
})
afterAll(async () => {
  await service.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.db.execute(sql`truncate notifications, notification_settings, web_push_subscriptions cascade`)
  owner = await signedIn(portal, world.ownerId)
  service.received.length = 0
  Object.assign(service.nextAnswer, { status: 201, headers: {} })
})

let sentCount = 0
const notifyOwner = (own: { kind?: NoticeKind; accountIds?: number[]; title?: string; quietFor?: number } = {}) => {
  sentCount += 1
  return notify(portal.db, {
    accountIds: [world.ownerId],
    kind: 'order',
    title: `Новость ${sentCount}`,
    text: 'Подробности',
    link: '/orders/1',
    eventKey: `event:${sentCount}`,
    ...own,
  })
}
const send = (post = service.post) =>
  sendWebPushes({
    db: portal.db,
    log: pino({ level: 'silent' }),
    config: { mailFrom: 'Опт <noreply@opt.example>', baseUrl: 'https://opt.example' },
    post,
  })
const due = () => portal.db.execute(sql`update web_pushes set due_at = now() where due_at is not null`)
const stored = async () =>
  (
    await portal.db.execute<{ subscriptions: number; waiting: number }>(sql`
      select (select count(*)::int from web_push_subscriptions) as subscriptions,
        (select count(*)::int from web_pushes where due_at is not null) as waiting`)
  ).rows[0]
async function switchOn(name: string, visitor = owner) {
  const browser = openBrowser(name)
  await call(saveWebPush, browser.subscription, visitor)
  return browser
}

test('a notice is encrypted for the browser only, and signed with the stored key of the portal', async () => {
  const { key, here } = await call(readWebPush, {}, owner)
  expect(here).toBe(false)
  const browser = await switchOn('one')
  expect(await call(readWebPush, {}, owner)).toMatchObject({ key, here: true, browsers: 1 })
  await notifyOwner({ title: 'Заказ 0000-000123: Принят' })
  expect(await send()).toEqual({ sent: 1, failed: 0, gone: 0, old: 0 })
  expect(await send()).toEqual({ sent: 0, failed: 0, gone: 0, old: 0 })
  const [push] = service.received
  if (!push) throw new Error('nothing has come')
  expect(push.path).toBe('/send/one')
  expect(push.body.toString('latin1')).not.toContain('0000-000123')
  expect(browser.read(push)).toEqual({
    title: 'Заказ 0000-000123: Принят',
    text: 'Подробности',
    link: '/orders/1',
    tag: expect.any(String),
  })
  expect(() => openBrowser('other').read(push)).toThrow()
  expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', ttl: '86400' })
  const vapid = readVapid(push)
  expect(vapid).toMatchObject({ key, claims: { aud: pushOrigin, sub: 'mailto:noreply@opt.example' } })
  const nowSeconds = Date.now() / 1000
  expect(vapid.claims.exp - nowSeconds).toBeGreaterThan(3600)
  expect(vapid.claims.exp - nowSeconds).toBeLessThanOrEqual(86_400)
})

test('[E.14] settings apply to browsers too; an event is sent once, and not to its author', async () => {
  const browser = await switchOn('settings')
  await notifyOwner({ quietFor: world.ownerId })
  await notifyOwner({ kind: 'security' })
  await notifyOwner({ kind: 'document' })
  const event = {
    accountIds: [world.ownerId],
    kind: 'debt',
    title: 'Срок',
    text: '',
    link: '',
    eventKey: 'd:1',
  } as const
  await Promise.all([notify(portal.db, event), notify(portal.db, event)])
  await send()
  await notify(portal.db, event)
  await send()
  expect(service.received.map((push) => browser.read(push))).toMatchObject([{ title: 'Срок' }])
  expect(service.received[0]?.headers.urgency).toBe('high')
  const setting = (await call(readNoticeSettings, {}, owner)).items.find(
    (item) => item.event === 'order' && item.value === 'push',
  )
  await call(saveNoticeSetting, { id: setting?.id ?? 0, enabled: false }, owner)
  await notifyOwner()
  await send()
  expect(service.received).toHaveLength(1)
})

test('each browser of a person gets a notice; more than three waiting notices are combined', async () => {
  const desk = await switchOn('desk')
  const phone = await switchOn('phone', await signedIn(portal, world.ownerId))
  await notifyOwner({ title: 'Первая' })
  await send()
  expect(service.received.map(({ path }) => path).toSorted()).toEqual(['/send/desk', '/send/phone'])
  service.received.length = 0
  for (const title of ['Раз', 'Два', 'Три', 'Четыре']) await notifyOwner({ title })
  await Promise.all([send(), send(), send()])
  expect(service.received).toHaveLength(2)
  const at = (path: string) =>
    service.received.find((push) => push.path === path) ?? { path, headers: {}, body: Buffer.of() }
  for (const news of [desk.read(at('/send/desk')), phone.read(at('/send/phone'))])
    expect(news).toMatchObject({ title: 'На портале 4 новости', text: 'Раз\nДва\nТри\nЧетыре', link: '/notifications' })
})

test('a subscription ends with session, account or browser; another person can take the browser over', async () => {
  await switchOn('leaving')
  await call(signOut, {}, owner)
  expect(await stored()).toMatchObject({ subscriptions: 0 })

  owner = await signedIn(portal, world.ownerId)
  await switchOn('stays')
  expect((await call(deleteWebPush, {}, owner)).here).toBe(false)
  expect(await stored()).toMatchObject({ subscriptions: 0 })

  const { subscription } = await switchOn('shared')
  const other = await signedIn(portal, world.accountantId)
  await call(saveWebPush, subscription, other)
  expect([(await call(readWebPush, {}, owner)).here, (await call(readWebPush, {}, other)).here]).toEqual([false, true])
  await portal.db.execute(sql`update accounts set password_hash = 'changed' where id = ${world.accountantId}`)
  expect(await stored()).toEqual({ subscriptions: 0, waiting: 0 })

  // The push service has given the same browser another address.
  await switchOn('old-address')
  const renewed = await switchOn('new-address')
  await notifyOwner()
  await send()
  expect(service.received.map(({ path }) => path)).toEqual(['/send/new-address'])
  expect(renewed.read(service.received[0] ?? { path: '', headers: {}, body: Buffer.of() })).toBeTruthy()

  // An expired session that is not deleted yet.
  await portal.db.execute(sql`update sessions set last_seen_at = now() - interval '60 days'`)
  await notifyOwner()
  expect(await send()).toMatchObject({ sent: 0 })
  await portal.db.execute(sql`update sessions set last_seen_at = now()`)
})

test.each([404, 410])('a browser that the push service does not know any more (%i) is deleted', async (status) => {
  await switchOn('gone')
  await notifyOwner()
  await notifyOwner()
  service.nextAnswer.status = status
  expect(await send()).toEqual({ sent: 0, failed: 0, gone: 1, old: 0 })
  expect(await stored()).toEqual({ subscriptions: 0, waiting: 0 })
  expect((await call(readWebPush, {}, owner)).here).toBe(false)
})

test('a temporary failure is retried; refused and day-old notices are not sent', async () => {
  await switchOn('later')
  await notifyOwner()
  Object.assign(service.nextAnswer, { status: 429, headers: { 'retry-after': '1800' } })
  expect(await send()).toMatchObject({ failed: 1 })
  const { rows } = await portal.db.execute<{ seconds: number }>(
    sql`select extract(epoch from due_at - now())::int as seconds from web_pushes`,
  )
  expect(rows[0]?.seconds).toBeGreaterThan(1700)
  expect(await send()).toMatchObject({ sent: 0, failed: 0 })
  await due()
  expect(await send(() => Promise.reject(new Error('network')))).toMatchObject({ failed: 1 })
  await due()
  Object.assign(service.nextAnswer, { status: 201, headers: {} })
  expect(await send()).toMatchObject({ sent: 1 })

  await notifyOwner()
  service.nextAnswer.status = 400
  expect(await send()).toMatchObject({ failed: 1 })
  expect(await stored()).toMatchObject({ waiting: 0 })

  await notifyOwner()
  await portal.db.execute(sql`update web_pushes set created_at = now() - interval '25 hours' where due_at is not null`)
  expect(await send()).toEqual({ sent: 0, failed: 0, gone: 0, old: 1 })
})

test('demo visitors get none; private addresses and invalid keys are refused', async () => {
  const demo = await addOrganisation(portal.db, 'ООО «Гость»')
  await portal.db.execute(sql`update organisations set demo = true where id = ${demo.organisationId}`)
  const visitor = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...demo }))
  expect(await call(readWebPush, {}, visitor)).toMatchObject({ key: '', here: false })
  const { subscription } = openBrowser('visitor')
  await expect(call(saveWebPush, subscription, visitor)).rejects.toMatchObject({ status: 403 })

  for (const endpoint of ['https://127.0.0.1/x', 'https://localhost/x', 'http://push.example/x'])
    await expect(call(saveWebPush, { ...subscription, endpoint }, owner)).rejects.toMatchObject({
      status: 422,
      code: 'browserUnreachable',
    })
  const damaged = [
    { p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { p256dh: subscription.p256dh.slice(0, 84) },
    { auth: 'A'.repeat(28) },
  ]
  for (const own of damaged)
    await expect(call(saveWebPush, { ...subscription, ...own }, owner)).rejects.toMatchObject({ status: 422 })
  expect(await stored()).toMatchObject({ subscriptions: 0 })
})

test('the portal posts only to public hosts and only by https, whatever a name resolves to', async () => {
  for (const address of ['https://fcm.googleapis.com/fcm/send/x', 'https://8.8.8.8/x', 'https://web.push.apple.com/Q'])
    expect(isPushAddress(address), address).toBe(true)
  for (const address of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:password@fcm.googleapis.com/x',
    'https://localhost/x',
    'https://portal/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://[2002:7f00:1::]/x',
    'file:///etc/passwd',
    'nothing',
  ])
    expect(isPushAddress(address), address).toBe(false)
  const empty = { headers: {}, body: Buffer.of() }
  await expect(createPublicPost()(new URL('https://127.0.0.1/x'), empty)).rejects.toThrow('not an address')
  for (const address of ['127.0.0.1', '10.0.0.7', 'fd00::1']) {
    const resolve = (_host: string, callback: (error: null, found: { address: string; family: number }[]) => void) =>
      callback(null, [
        { address: '8.8.8.8', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ])
    const post = createPublicPost(openOutgoing({ resolve }))
    await expect(post(new URL('https://push.example/x'), empty)).rejects.toMatchObject({ code: 'private' })
  }
})

test('a subscription has ended however the answer that says so is packed', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(410, { 'content-encoding': 'zstd' }).end('gone'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = openOutgoing({ allow: [host] })
  const post = createPublicPost((_address, request) => send(`http://${host}/`, request))
  const answer = await post(new URL('https://push.example/x'), { headers: {}, body: Buffer.of() })
  expect(answer.status).toBe(410)
  server.close()
})
