import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { notifications } from '#shared/api/notifications.ts'
import { dismissSetAside, retrySetAside, staffExchange } from '#shared/api/staff/exchange.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { expectOk, type Client1c } from '#tests/support/client-1c.ts'
import { exchangeEnded, goodsNamed, startExchangeWithAdmin } from '#tests/support/exchange.ts'
import { importXml } from '#tests/support/export-1c.ts'
import { addAccount, signedIn } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'

let app: TestApp
let client: Client1c
let admin: Visitor

beforeAll(async () => {
  ;({ app, client, admin } = await startExchangeWithAdmin())
})
afterAll(() => app.close())
afterEach(() =>
  app.pool.query('truncate exchange_sessions, exchange_runs, notifications, products restart identity cascade'),
)

const waiting = async () => (await call(staffExchange, {}, admin)).exchange.set_aside
const readNotices = async () => (await call(notifications, {}, admin)).items

/** Sends a file of one good whose three attempts are used up. */
async function sendPoisoned(good: string): Promise<{ sizeBytes: number }> {
  const content = importXml([{ id: good }])
  expectOk(await client.checkauth())
  await client.init()
  expectOk(await client.send('import0_1.xml', content))
  await app.pool.query(
    "update exchange_files set state = 'queued', queued_at = clock_timestamp(), attempts = 3 where state = 'receiving'",
  )
  expect((await client.import('import0_1.xml')).at(-1)).toMatch(
    /^failure\nЗагрузка файла import0_1\.xml трижды прервалась при проверке файла\. Файл отложен/,
  )
  expectOk(await client.complete())
  await exchangeEnded(app.pool)
  return { sizeBytes: Buffer.byteLength(content) }
}

test('staff see a file that was set aside, and the notification links to it', async () => {
  expect(await waiting()).toEqual([])
  const before = Date.now()
  const { sizeBytes } = await sendPoisoned('seen')
  const [file, ...others] = await waiting()
  expect(others).toEqual([])
  expect(file).toMatchObject({
    name: 'import0_1.xml',
    attempts: 3,
    size_bytes: sizeBytes,
    reason: 'Загрузка трижды прервалась при проверке файла',
  })
  expect(Math.abs(Date.parse(file?.set_aside_at ?? '') - before)).toBeLessThan(60_000)
  const [notice] = await readNotices()
  expect(notice).toMatchObject({ title: 'Файл обмена с 1С отложен', link: '/admin/exchange' })
  expect(notice?.text).not.toContain('npm')
})

test('retried, the file is imported, and a second decision is refused', async () => {
  await sendPoisoned('tried-again')
  const [{ id } = { id: 0 }] = await waiting()
  expect((await call(retrySetAside, { id }, admin)).exchange.set_aside).toEqual([])
  await exchangeEnded(app.pool)
  expect(await goodsNamed(app.pool, 'tried-again')).toMatchObject([{ active: true }])
  for (const decide of [retrySetAside, dismissSetAside])
    await expect(call(decide, { id }, admin)).rejects.toMatchObject({ status: 409, code: 'importDecided' })
})

test('discarded, the file’s bytes are deleted and nothing is imported', async () => {
  await sendPoisoned('given-up')
  const [{ id } = { id: 0 }] = await waiting()
  expect((await call(dismissSetAside, { id }, admin)).exchange.set_aside).toEqual([])
  expect((await app.pool.query('select from exchange_chunks')).rowCount).toBe(0)
  expect(await goodsNamed(app.pool, 'given-up')).toEqual([])
  for (const decide of [retrySetAside, dismissSetAside])
    await expect(call(decide, { id }, admin)).rejects.toMatchObject({ code: 'importDecided' })
})

test('only administrators may decide', async () => {
  await sendPoisoned('not-yours')
  const [{ id } = { id: 0 }] = await waiting()
  for (const role of ['content', 'sales'] as const) {
    const colleague = await signedIn(app, await addAccount(app.db, { role }))
    await expect(call(staffExchange, {}, colleague)).rejects.toMatchObject({ status: 403 })
    for (const decide of [retrySetAside, dismissSetAside])
      await expect(call(decide, { id }, colleague)).rejects.toMatchObject({ status: 403 })
  }
  expect(await waiting()).toHaveLength(1)
})
