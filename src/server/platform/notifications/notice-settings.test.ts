import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readNoticeSettings, saveMailPace, saveNoticeSetting } from '#shared/api/account/notice-settings.ts'
import { notifications } from '#shared/api/notifications.ts'
import { gatheredUntil, noticeKinds, type NoticeKind } from '#shared/rules/talk/notices.ts'
import { composeDigests } from '#server/platform/mail/digests.ts'
import { sendMails } from '#server/platform/mail/send.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, addOrganisation, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { startSmtp, textOf } from '#tests/support/processes/smtp.ts'
import { readLetterHead } from '#tests/support/processes/smtp.ts'
import { call } from '#web/api/client.ts'
import { notify } from './service.ts'

let portal: TestApp
let smtp: Awaited<ReturnType<typeof startSmtp>>
let world: World
let owner: Visitor
let admin: Visitor

beforeAll(async () => {
  portal = await startTestApp()
  smtp = await startSmtp()
  world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  admin = await signedIn(portal, world.adminId)
})
afterAll(async () => {
  await smtp.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.db.execute(sql`truncate notifications, notification_settings, mail_paces, mails`)
  smtp.received.length = 0
  smtp.state.refuse = false
})

let sentCount = 0
const notifyOwner = (kind: NoticeKind, own: { title?: string; accountIds?: number[]; link?: string } = {}) => {
  sentCount += 1
  return notify(portal.db, {
    accountIds: [world.ownerId],
    kind,
    title: `Новость ${sentCount}`,
    text: `Подробности ${sentCount}`,
    link: '/orders/1',
    eventKey: `event:${sentCount}`,
    ...own,
  })
}
const settingOf = async (event: NoticeKind, value: 'portal' | 'mail', visitor = owner) =>
  (await call(readNoticeSettings, {}, visitor)).items.find((item) => item.event === event && item.value === value)
const switchTo = async (enabled: boolean, event: NoticeKind, value: 'portal' | 'mail', visitor = owner) =>
  call(saveNoticeSetting, { id: (await settingOf(event, value, visitor))?.id ?? 0, enabled }, visitor)
const bell = async () => (await call(notifications, {}, owner)).items.map(({ kind }) => kind)
const letters = async () =>
  (
    await portal.db.execute<{ subject: string; waits: boolean }>(
      sql`select subject, gather_until is not null as waits from mails order by id`,
    )
  ).rows
const due = () => portal.db.execute(sql`update mails set gather_until = now() where gather_until is not null`)
const send = () =>
  sendMails({
    db: portal.db,
    files: { get: () => Readable.from([]) },
    log: pino({ level: 'silent' }),
    config: { smtpUrl: smtp.url, mailFrom: undefined, baseUrl: 'https://opt.example' },
    readLetterHead,
  })
test('[E.14] a notice is sent only through channels that the person enabled; nobody else is affected', async () => {
  const setting = await settingOf('order', 'mail')
  expect(setting).toEqual({
    id: expect.any(Number),
    event: 'order',
    header: expect.stringMatching(/^Заказы/),
    value: 'mail',
    enabled: true,
    fixed: false,
  })
  await notifyOwner('order')
  expect([await bell(), await letters()]).toMatchObject([['order'], [{ waits: true }]])

  expect((await switchTo(false, 'order', 'mail')).items.find(({ id }) => id === setting?.id)?.enabled).toBe(false)
  await notifyOwner('order')
  expect([(await bell()).length, (await letters()).length]).toEqual([2, 1])
  await switchTo(false, 'order', 'portal')
  await notifyOwner('order')
  expect([(await bell()).length, (await letters()).length]).toEqual([2, 1])
  expect((await settingOf('order', 'portal', admin))?.enabled).toBe(true)

  await switchTo(true, 'order', 'mail')
  await notifyOwner('order')
  expect([(await bell()).length, (await letters()).length]).toEqual([2, 2])
})

test('[E.14] everybody sees the settings of their role, and security mails cannot be disabled', async () => {
  const eventsOf = async (visitor: Visitor) =>
    new Set((await call(readNoticeSettings, {}, visitor)).items.map(({ event }) => event))
  const ownerEvents = await eventsOf(owner)
  expect([ownerEvents.has('debt'), ownerEvents.has('exchange')]).toEqual([true, false])
  const adminEvents = await eventsOf(admin)
  expect([adminEvents.has('debt'), adminEvents.has('exchange')]).toEqual([false, true])
  const organisation = await addOrganisation(portal.db, 'ООО «Приёмка»')
  const receiver = await signedIn(
    portal,
    await addAccount(portal.db, { role: 'receiver', organisationId: organisation.organisationId }),
  )
  expect([...(await eventsOf(receiver))].toSorted()).toEqual(['chat', 'claim', 'security'])

  expect(await settingOf('security', 'portal')).toBeUndefined()
  expect(await settingOf('security', 'mail')).toMatchObject({ enabled: true, fixed: true })
  await expect(switchTo(false, 'security', 'mail')).rejects.toMatchObject({ status: 422, code: 'noticeFixed' })
  const foreign = await settingOf('exchange', 'mail', admin)
  await expect(call(saveNoticeSetting, { id: foreign?.id ?? 0, enabled: true }, owner)).rejects.toMatchObject({
    status: 404,
  })
  const ids = (await call(readNoticeSettings, {}, owner)).items.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(noticeKinds).toContain('security')
})

test('non-urgent mails join in a digest, in order and with links; an urgent one is sent at once', async () => {
  await notifyOwner('order', { title: 'Заказ принят', link: '/orders/7' })
  await notifyOwner('claim', { title: 'Рекламация решена', link: '/reclamations/3' })
  await notifyOwner('debt', { title: 'Сегодня срок оплаты' })
  await notifyOwner('order', { title: 'Заказ отгружен', link: '/orders/7' })
  await composeDigests(portal)
  await send()
  expect(smtp.received.map((mail) => /Сегодня срок оплаты/.test(textOf(mail)))).toEqual([true])

  await due()
  const outcomes = await Promise.all([composeDigests(portal), composeDigests(portal), composeDigests(portal)])
  expect(outcomes.reduce((sum, { digests }) => sum + digests, 0)).toBe(1)
  await Promise.all([send(), send()])
  expect(smtp.received).toHaveLength(2)
  const digest = textOf(smtp.received[1] ?? { data: '' })
  expect(digest).toContain('На портале 3 новости')
  const places = ['Заказ принят', 'Рекламация решена', 'Заказ отгружен'].map((title) => digest.indexOf(title))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(digest).toContain('https://opt.example/orders/7')
  expect(digest).toContain('https://opt.example/reclamations/3')
  expect(digest).toContain('https://opt.example/notifications')
  expect(digest).toContain('https://opt.example/account#notifications')

  expect(await composeDigests(portal)).toEqual({ digests: 0, alone: 0, dropped: 0 })
  await send()
  expect(smtp.received).toHaveLength(2)
})

test('an interrupted digest is composed again, and a refused mail is retried and sent once', async () => {
  await notifyOwner('order')
  await notifyOwner('claim')
  await due()
  await portal.db.execute(sql`
    create function refuse_digest() returns trigger language plpgsql as 'begin raise exception ''cut off''; end'`)
  await portal.db.execute(sql`
    create trigger refuse_digest before update on mails for each row when (new.gathered_into is not null)
      execute function refuse_digest()`)
  await expect(composeDigests(portal)).rejects.toThrow()
  await portal.db.execute(sql`drop function refuse_digest cascade`)
  expect((await letters()).map(({ waits }) => waits)).toEqual([true, true])

  expect(await composeDigests(portal)).toMatchObject({ digests: 1 })
  smtp.state.refuse = true
  await send()
  expect(smtp.received).toHaveLength(0)
  smtp.state.refuse = false
  await portal.db.execute(sql`update mails set due_at = now() where due_at is not null`)
  await send()
  await send()
  expect(smtp.received).toHaveLength(1)
})

test('a digest of one mail is sent as that mail', async () => {
  await notifyOwner('order', { title: 'Заказ принят' })
  await due()
  expect(await composeDigests(portal)).toEqual({ digests: 0, alone: 1, dropped: 0 })
  await send()
  expect(textOf(smtp.received[0] ?? { data: '' })).toContain('Заказ принят')
})

test('a new frequency applies to waiting mails too', async () => {
  await call(saveMailPace, { pace: 'day' }, owner)
  await notifyOwner('order')
  await composeDigests(portal)
  expect((await letters()).map(({ waits }) => waits)).toEqual([true])
  expect((await call(saveMailPace, { pace: 'now' }, owner)).pace).toBe('now')
  expect(await composeDigests(portal)).toMatchObject({ alone: 1 })
  await notifyOwner('order')
  expect((await letters()).map(({ waits }) => waits)).toEqual([false, false])
})

test('neither a disabled account nor a visitor gets mails, not even waiting ones', async () => {
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Закрытые»')
  const closing = await addAccount(portal.db, { role: 'owner', organisationId })
  await notifyOwner('order', { accountIds: [closing] })
  await notifyOwner('debt', { accountIds: [closing] })
  await portal.db.execute(sql`update accounts set enabled = false where id = ${closing}`)
  await notifyOwner('debt', { accountIds: [closing] })
  await due()
  expect(await composeDigests(portal)).toEqual({ digests: 0, alone: 0, dropped: 1 })
  const demo = await addOrganisation(portal.db, 'ООО «Гость»')
  await portal.db.execute(sql`update organisations set demo = true where id = ${demo.organisationId}`)
  await notifyOwner('order', {
    accountIds: [await addAccount(portal.db, { role: 'owner', organisationId: demo.organisationId })],
  })
  await send()
  expect([smtp.received.length, (await letters()).length]).toEqual([0, 0])
  const visitor = await signedIn(portal, await addAccount(portal.db, { role: 'owner', ...demo }))
  expect([
    (await call(readNoticeSettings, {}, visitor)).email,
    (await call(readNoticeSettings, {}, owner)).email,
  ]).toEqual(['', expect.stringContaining('@')])
})

test('[E.14] who gets no letters, for want of an address or as a visitor, is offered none to switch', async () => {
  const byMail = await settingOf('order', 'mail')
  const { organisationId } = await addOrganisation(portal.db, 'ООО «Без почты»')
  const unaddressed = await addAccount(portal.db, { role: 'owner', organisationId, login: 'sklad-7' })
  const demo = await addOrganisation(portal.db, 'ООО «Зашедший»')
  await portal.db.execute(sql`update organisations set demo = true where id = ${demo.organisationId}`)
  for (const accountId of [unaddressed, await addAccount(portal.db, { role: 'owner', ...demo })]) {
    const person = await signedIn(portal, accountId)
    const { items } = await call(readNoticeSettings, {}, person)
    expect(new Set(items.map(({ value }) => value))).toEqual(new Set(['portal', 'push']))
    await expect(call(saveNoticeSetting, { id: byMail?.id ?? 0, enabled: false }, person)).rejects.toMatchObject({
      status: 404,
    })
  }
})

test('digests are sent at the next full hour, or at nine in Moscow', () => {
  const at = (iso: string) => new Date(`${iso}+03:00`)
  expect(gatheredUntil('now', at('2026-11-25T08:10'))).toBeUndefined()
  expect(gatheredUntil('hour', at('2026-11-25T08:10'))).toEqual(at('2026-11-25T09:00'))
  expect(gatheredUntil('hour', at('2026-11-25T09:00'))).toEqual(at('2026-11-25T10:00'))
  expect(gatheredUntil('day', at('2026-11-25T08:59'))).toEqual(at('2026-11-25T09:00'))
  expect(gatheredUntil('day', at('2026-11-25T09:00'))).toEqual(at('2026-11-26T09:00'))
  expect(gatheredUntil('day', at('2026-11-25T23:30'))).toEqual(at('2026-11-26T09:00'))
})
