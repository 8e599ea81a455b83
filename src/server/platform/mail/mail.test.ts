import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino, type Logger } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mails } from '#server/platform/db/schema/mail.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addSeller } from '#tests/support/sellers.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { claimMails } from './queries.ts'
import { readLetterHead } from '#server/customers/firm/service.ts'
import { sendMails } from './send.ts'
import { purgeOldMails, readOutbox, writeMails } from './service.ts'
import { renderLetter } from './template.ts'

let database: TestDatabase
let smtp: Awaited<ReturnType<typeof startSmtp>>
beforeAll(async () => {
  database = await openTestDatabase()
  smtp = await startSmtp()
})
afterAll(async () => {
  await smtp.close()
  await database.close()
})
beforeEach(async () => {
  await database.db.delete(mails)
  smtp.received.length = 0
  smtp.state.refuse = false
})

const letter = {
  subject: 'Заказ 0000-000123: Принят',
  text: 'Сумма 1 200 ₽.\n<b>Ёлка & "Ко"</b>',
  link: '/orders/5',
  eventKey: 'order:5:9',
}
const written = (recipients = ['owner@buyer.example']) =>
  database.db.transaction((tx) => writeMails(tx, { ...letter, recipients }))
const send = (own: { smtpUrl?: string | undefined; log?: Logger } = {}) =>
  sendMails({
    db: database.db,
    files: { get: (key) => Readable.from([`%PDF ${key}`]) },
    log: own.log ?? pino({ level: 'silent' }),
    config: {
      smtpUrl: 'smtpUrl' in own ? own.smtpUrl : smtp.url,
      mailFrom: undefined,
      baseUrl: 'https://opt.example/',
    },
    readLetterHead: () => readLetterHead(database),
  })
const rows = () => database.db.select().from(mails)

test('a letter is sent once, with text, HTML and a link to the portal', async () => {
  await written()
  await written([
    'owner@buyer.example',
    'not-an-address',
    'other@buyer.example',
    'evil@x.example>\r\nRCPT TO:<y@z.example',
  ])
  expect(await send()).toEqual({ sent: 2, failed: 0, waiting: 0, old: 0 })
  expect(await send()).toEqual({ sent: 0, failed: 0, waiting: 0, old: 0 })
  expect(smtp.received.map(({ from, to }) => [from, to])).toEqual([
    ['noreply@opt.example', ['owner@buyer.example']],
    ['noreply@opt.example', ['other@buyer.example']],
  ])
  const [first] = await rows()
  expect(first).toMatchObject({ sentAt: expect.any(Date), dueAt: null, attempts: 1, link: '' })
  const data = smtp.received[0]?.data ?? ''
  expect(data).toMatch(/^Message-ID: <mail-\d+@opt\.example>/m)
  expect(data).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(data).toMatch(/^Auto-Submitted: auto-generated/m)
})

test('a letter is rendered in Russian as plain text and as HTML with its text escaped', () => {
  const { text, html } = renderLetter(letter, { origin: 'https://opt.example', shop: 'Опт' })
  expect(text).toContain('Открыть на портале: https://opt.example/orders/5')
  expect(text).toContain(letter.text)
  expect(html).toContain('<html lang="ru">')
  expect(html).toContain('&lt;b&gt;Ёлка &amp; &quot;Ко&quot;&lt;/b&gt;')
  expect(html).toContain('href="https://opt.example/orders/5"')
  const unaddressed = renderLetter(letter, { origin: '', shop: 'Опт' })
  expect(unaddressed.html).not.toContain('href')
  expect(unaddressed.text).toContain('Страница на портале: /orders/5')
})

test('a refused letter is retried later, and given up after the last attempt', async () => {
  await written()
  smtp.state.refuse = true
  expect(await send()).toEqual({ sent: 0, failed: 1, waiting: 1, old: 0 })
  const [failed] = await rows()
  expect(failed).toMatchObject({ sentAt: null, attempts: 1, lastError: expect.stringContaining('450') })
  expect((failed?.dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000)
  expect(await send()).toEqual({ sent: 0, failed: 0, waiting: 1, old: 0 })
  smtp.state.refuse = false
  await database.db.execute(sql`update mails set due_at = now()`)
  expect(await send()).toMatchObject({ sent: 1 })
  await database.db.execute(sql`update mails set sent_at = null, due_at = now(), attempts = 7`)
  expect(await send({ smtpUrl: 'smtp://127.0.0.1:1' })).toMatchObject({ failed: 1 })
  expect(await rows()).toMatchObject([{ sentAt: null, dueAt: null, attempts: 8 }])
})

test('two processes do not send a letter twice; a letter taken by a dead process is taken again', async () => {
  await written(Array.from({ length: 30 }, (_, index) => `buyer${index}@x.example`))
  await Promise.all([send(), send(), send()])
  expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(30)
  expect(smtp.received).toHaveLength(30)
  await written(['late@x.example'])
  // Taken by a process that then died.
  expect(await claimMails(database.db, { max: 1, leaseSeconds: 0 })).toHaveLength(1)
  expect(await send()).toMatchObject({ sent: 1 })
})

test('letters wait without SMTP_URL and are sent once it is set', async () => {
  await written()
  const lines: string[] = []
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  expect(await send({ smtpUrl: undefined, log })).toEqual({ sent: 0, failed: 0, waiting: 1, old: 0 })
  expect(await send({ smtpUrl: undefined, log })).toEqual({ sent: 0, failed: 0, waiting: 1, old: 0 })
  expect(lines.join('')).toContain('no SMTP_URL')
  expect(lines.join('')).not.toContain('buyer.example')
  expect(await rows()).toMatchObject([{ sentAt: null, attempts: 0, dueAt: expect.any(Date) }])
  expect(await send()).toEqual({ sent: 1, failed: 0, waiting: 0, old: 0 })
  expect(smtp.received).toHaveLength(1)
})

test('a letter that has waited two days expires with the reason, is never sent, and is purged later', async () => {
  await written()
  await database.db.execute(sql`update mails set created_at = now() - interval '47 hours'`)
  expect(await send({ smtpUrl: undefined })).toMatchObject({ waiting: 1, old: 0 })
  await database.db.execute(sql`update mails set created_at = now() - interval '49 hours'`)
  expect(await send()).toEqual({ sent: 0, failed: 0, waiting: 0, old: 1 })
  expect(smtp.received).toEqual([])
  expect(await rows()).toMatchObject([
    { sentAt: null, dueAt: null, lastError: 'Не отправлено за 48 ч: новость устарела' },
  ])
  expect(await send(), 'given up once').toMatchObject({ old: 0 })
  await database.db.execute(sql`update mails set created_at = now() - interval '31 days'`)
  expect(await purgeOldMails(database)).toBe(1)
})

test('staff see whether mail works, how many letters wait and why one failed', async () => {
  const read = (config: { smtpUrl?: string; baseUrl?: string }) =>
    readOutbox({ db: database.db, config: { smtpUrl: undefined, baseUrl: undefined, ...config } })
  expect(await read({})).toEqual({
    configured: false,
    linked: false,
    waiting: 0,
    given_up: 0,
    last_error: '',
    failed: [],
  })
  await written(['one@x.example', 'two@x.example'])
  await database.db.execute(
    sql`update mails set due_at = null, last_error = '550 no such user' where recipient = 'two@x.example'`,
  )
  expect(await read({ smtpUrl: smtp.url, baseUrl: 'https://opt.example' })).toEqual({
    configured: true,
    linked: true,
    waiting: 1,
    given_up: 1,
    last_error: '550 no such user',
    failed: [
      {
        id: expect.any(Number),
        recipient: 'two@x.example',
        subject: letter.subject,
        created_at: expect.any(String),
        reason: '550 no such user',
      },
    ],
  })
})

test('a letter’s sender is the shop’s name set by staff, or else the seller’s', async () => {
  await written()
  await send()
  await addSeller(database.db, { company: 'OOO Opt' })
  await written(['later@buyer.example'])
  await send()
  const senders = smtp.received.map(({ data }) => /^From: (.*)$/m.exec(data)?.[1])
  expect(senders[0]).toMatch(/^=\?UTF-8\?/)
  expect(senders[1]).toBe('OOO Opt <noreply@opt.example>')
})
