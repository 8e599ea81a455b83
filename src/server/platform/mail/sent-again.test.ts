import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requeueLetters, staffMail } from '#shared/api/staff/mail.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { readLetterHead } from '#tests/support/processes/smtp.ts'
import { call } from '#web/api/client.ts'
import { sendMails } from './send.ts'
import { writeMails } from './service.ts'

let app: TestApp
let admin: Visitor
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, await addAccount(app.db, { role: 'admin' }))
  smtp = await startSmtp()
})
afterAll(async () => {
  await smtp.close()
  await app.close()
})
beforeEach(async () => {
  await app.pool.query('truncate mails restart identity cascade')
  smtp.received.length = 0
})

const send = () =>
  sendMails({
    db: app.db,
    files: { get: () => Readable.from([]) },
    log: pino({ level: 'silent' }),
    config: { smtpUrl: smtp.url, mailFrom: undefined, baseUrl: 'https://opt.example' },
    readLetterHead,
  })

const addLetters = (count: number) =>
  app.db.transaction((tx) =>
    writeMails(tx, {
      subject: 'Счёт',
      text: 'Счёт готов',
      link: '/orders/1',
      eventKey: 'order:1:2',
      recipients: Array.from({ length: count }, (_, at) => `buyer${at}@x.example`),
    }),
  )

const listFailed = async () => (await call(staffMail, {}, admin)).failed

test('a letter that waited too long is sent once when staff ask for it, however often they do', async () => {
  await addLetters(2)
  await app.pool.query("update mails set created_at = now() - interval '3 days'")
  expect(await send()).toMatchObject({ sent: 0, old: 2 })
  const failed = await listFailed()
  expect(failed).toMatchObject([
    { recipient: 'buyer1@x.example', subject: 'Счёт', reason: 'Не отправлено за 48 ч: новость устарела' },
    { recipient: 'buyer0@x.example' },
  ])
  const ids = failed.map(({ id }) => id)
  const answers = await Promise.all([1, 2, 3].map(() => call(requeueLetters, { ids }, admin)))
  expect(answers.map(({ count }) => count).toSorted((one, other) => one - other)).toEqual([0, 0, 2])
  expect(await listFailed()).toEqual([])
  expect(await send()).toMatchObject({ sent: 2, old: 0 })
  expect(await call(requeueLetters, { ids }, admin)).toMatchObject({ count: 0 })
  expect(await send()).toMatchObject({ sent: 0 })
  expect(smtp.received).toHaveLength(2)
})

test('a letter sent again is given up again after two days', async () => {
  await addLetters(1)
  await app.pool.query("update mails set due_at = null, last_error = '550 no such user', attempts = 8")
  const [{ id } = { id: 0 }] = await listFailed()
  await call(requeueLetters, { ids: [id] }, admin)
  await app.pool.query(
    "update mails set requeued_at = now() - interval '49 hours', created_at = now() - interval '9 days'",
  )
  expect(await send()).toMatchObject({ sent: 0, old: 1 })
  expect(await listFailed()).toMatchObject([{ id, reason: '550 no such user' }])
})

test('only administrators may send letters again, and unknown ids do no harm', async () => {
  const sales = await signedIn(app, await addAccount(app.db, { role: 'sales' }))
  await expect(call(requeueLetters, { ids: [1] }, sales)).rejects.toMatchObject({ status: 403 })
  expect(await call(requeueLetters, { ids: [999_999] }, admin)).toMatchObject({ count: 0 })
  await expect(call(requeueLetters, { ids: [] }, admin)).rejects.toMatchObject({ status: 400 })
})
