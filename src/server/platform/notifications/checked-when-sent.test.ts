import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveWebPush } from '#shared/api/account/web-push.ts'
import { listManagers, saveManager, savePricePolitics, type Manager } from '#shared/api/organisation/managers.ts'
import { staffSetState } from '#shared/api/staff/orders.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import type { NoticeKind } from '#shared/rules/talk/notices.ts'
import { composeDigests } from '#server/platform/mail/digests.ts'
import { sendMails } from '#server/platform/mail/send.ts'
import { sendWebPushes } from '#server/platform/web-push/send.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { addOrder } from '#tests/support/orders.ts'
import { openBrowser, startPushService } from '#tests/support/processes/push-service.ts'
import { startSmtp, textOf } from '#tests/support/processes/smtp.ts'
import { readLetterHead } from '#tests/support/processes/smtp.ts'
import { call } from '#web/api/client.ts'
import { notify } from './service.ts'

/** Mails and browser notices that wait while their recipient loses a contract, a right or the account. */
let portal: TestApp
let smtp: Awaited<ReturnType<typeof startSmtp>>
let service: Awaited<ReturnType<typeof startPushService>>
let world: World
let secondContract: number
let owner: Visitor
let browser: ReturnType<typeof openBrowser>

beforeAll(async () => {
  portal = await startTestApp()
  smtp = await startSmtp()
  service = await startPushService()
})
afterAll(async () => {
  await smtp.close()
  await service.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.db.execute(sql`truncate notifications, mails, web_push_subscriptions cascade`)
  smtp.received.length = 0
  smtp.state.refuse = false
  service.received.length = 0
  world = await createWorld(portal.db)
  secondContract = await world.addContract()
  owner = await signedIn(portal, world.ownerId)
  await change({ contractSelect: [world.contractId, secondContract], finances: true, acts: true })
  browser = openBrowser(`manager-${world.managerId}`)
  await call(saveWebPush, browser.subscription, await signedIn(portal, world.managerId))
})

/** The owner edits the manager as the form does. */
async function change(changes: Partial<InputOf<typeof saveManager>>): Promise<void> {
  const { items } = await call(listManagers, {}, owner)
  const stored = items.find(({ id }) => id === world.managerId)
  if (!stored) throw new Error('no such employee')
  const { enabled: _enabled, contracts: _contracts, ...form }: Manager = stored
  await call(saveManager, { ...form, name: 'Пётр', phone: '8 916 330 18 42', ...changes }, owner)
}

let sentCount = 0
function notifyManager(kind: NoticeKind, title: string, contractIds: number[] = [], text = ''): Promise<void> {
  sentCount += 1
  const eventKey = `event:${sentCount}`
  return notify(portal.db, {
    accountIds: [world.managerId],
    kind,
    title,
    text,
    link: '/orders/1',
    eventKey,
    contractIds,
  })
}
const deps = () => ({
  db: portal.db,
  log: pino({ level: 'silent' }),
  files: { get: () => Readable.from([]) },
  readLetterHead,
})
async function sendLetters(): Promise<string[]> {
  await portal.db.execute(sql`update mails set gather_until = now() where gather_until is not null`)
  await composeDigests(portal)
  await sendMails({
    ...deps(),
    config: { smtpUrl: smtp.url, mailFrom: undefined, baseUrl: 'https://opt.example' },
  })
  return smtp.received.map(textOf)
}
async function sendPushes() {
  await sendWebPushes({
    ...deps(),
    config: { mailFrom: undefined, baseUrl: 'https://opt.example' },
    post: service.post,
  })
  return service.received.map((push) => browser.read(push))
}
const left = async () =>
  (
    await portal.db.execute<{ count: number }>(
      sql`select (select count(*) from mails where sent_at is null)
        + (select count(*) from web_pushes where due_at is not null) as count`,
    )
  ).rows[0]?.count

test('no letter, digest line or browser notice of a contract is sent after the person has lost it', async () => {
  await notifyManager('order', 'Заказ по первому', [world.contractId])
  await notifyManager('order', 'Заказ по второму', [secondContract])
  await notifyManager('document', 'Документы по обоим', [world.contractId, secondContract])
  await notifyManager('debt', 'Срок по второму', [secondContract])
  await change({ contractSelect: [world.contractId] })
  const letters = await sendLetters()
  expect(letters).toHaveLength(1)
  expect(letters[0]).toContain('Заказ по первому')
  expect(letters[0]).not.toMatch(/по второму|по обоим/)
  expect(await sendPushes()).toMatchObject([{ title: 'Заказ по первому' }])
  expect(await left()).toBe(0)
})

test('an order reports nothing to its author without the contract, and everything to the head', async () => {
  const { id } = await addOrder(
    portal.db,
    { organisationId: world.organisationId, contractId: secondContract, ownerId: world.managerId },
    { lines: [] },
  )
  await call(staffSetState, { id, state: 5 }, await signedIn(portal, world.adminId))
  const { rows } = await portal.db.execute<{ accountId: number }>(
    sql`select account_id as "accountId" from mails order by account_id`,
  )
  expect(rows.map(({ accountId }) => accountId)).toEqual([world.ownerId, world.managerId])
  await change({ contractSelect: [world.contractId] })
  expect(await sendLetters()).toHaveLength(1)
  expect(await sendPushes()).toEqual([])
})

test.each([
  ['debt', { finances: false }],
  ['document', { finances: false }],
  ['act', { acts: false }],
] as const)('a notice of kind %s is not sent after the right is withdrawn', async (kind, withdrawn) => {
  await notifyManager(kind, 'Отозвано', [world.contractId])
  await notifyManager('order', 'Заказ', [world.contractId])
  await change(withdrawn)
  expect((await sendLetters()).join()).not.toContain('Отозвано')
  expect(await sendPushes()).toMatchObject([{ title: 'Заказ' }])
  expect(await left()).toBe(0)
})

test('nothing waits for a disabled account, a closed organisation or a deleted contragent’s contract', async () => {
  for (const [lose, regain] of [
    [
      sql`update accounts set enabled = false where id = ${world.managerId}`,
      sql`update accounts set enabled = true where id = ${world.managerId}`,
    ],
    [
      sql`update organisations set status = 'blocked' where id = ${world.organisationId}`,
      sql`update organisations set status = 'active' where id = ${world.organisationId}`,
    ],
    [
      sql`update contragents set status = 'deleted' where id = ${world.contragentId}`,
      sql`update contragents set status = 'active' where id = ${world.contragentId}`,
    ],
  ] as const) {
    await notifyManager('order', 'Заказ', [world.contractId])
    await notifyManager('debt', 'Срок', [world.contractId])
    await portal.db.execute(lose)
    expect([await sendLetters(), await sendPushes(), await left()]).toEqual([[], [], 0])
    await portal.db.execute(regain)
    expect([await sendLetters(), await sendPushes()]).toEqual([[], []])
  }
})

test('a digest that could not be sent is checked again when it is retried', async () => {
  for (const title of ['Первый', 'Второй']) await notifyManager('order', title, [world.contractId])
  await notifyManager('act', 'Акт готов', [secondContract])
  smtp.state.refuse = true
  await sendLetters()
  smtp.state.refuse = false
  await change({ contractSelect: [world.contractId] })
  await portal.db.execute(sql`update mails set due_at = now() where due_at is not null`)
  const [digest = ''] = await sendLetters()
  expect(digest).toContain('На портале 2 новости')
  expect(digest).not.toContain('Акт готов')

  await notifyManager('order', 'Третий', [world.contractId])
  await notifyManager('order', 'Четвёртый', [world.contractId])
  smtp.state.refuse = true
  await sendLetters()
  smtp.state.refuse = false
  await change({ contractSelect: [secondContract] })
  await portal.db.execute(sql`update mails set due_at = now() where due_at is not null`)
  expect(await sendLetters()).toHaveLength(1)
  await sendPushes()
  expect(await left()).toBe(0)
})

test.each([
  ['price politics', () => savePolitics()],
  ['a role without prices', () => change({ type_id: 4 })],
])('sums are hidden in what waits after %s', async (_, lose) => {
  await notifyManager('claim', 'Рекламация решена', [world.contractId], 'Зачтено 84 197,53 ₽')
  await lose()
  const [letter = ''] = await sendLetters()
  expect(letter).toContain('Зачтено … ₽')
  const { rows } = await portal.db.execute<{ text: string }>(sql`
    select text from notifications union all select text from web_pushes`)
  expect(new Set(rows.map(({ text }) => text))).toEqual(new Set(['Зачтено … ₽']))
  for (const push of await sendPushes()) expect(push).toMatchObject({ text: 'Зачтено … ₽' })
})
const savePolitics = () => call(savePricePolitics, { id: world.managerId, items: [{ show: 'hidden' }] }, owner)
