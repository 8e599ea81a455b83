import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { client1c, expectOk } from '#tests/support/client-1c.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { account } from '#tests/support/exchange.ts'
import { document, goodXml, importXml } from '#tests/support/export-1c.ts'
import { addAccount } from '#tests/support/fixtures.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/process.ts'
import { until } from '#tests/support/wait.ts'
import { writerLock } from '#server/catalogue/snapshot/writer-lock.ts'
import { listSetAside } from './queries-attempts.ts'

let database: TestDatabase
let folder: string
let server: ServerProcess
/** Memory of the process in megabytes before any request. */
let idle: number

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'poisoned-import-'))
  await addAccount(database.db, { role: 'exchange', ...account })
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.exited
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const start = async () => {
  server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), DEMO: '0' })
  idle = memory().now
}
const names = async () =>
  ((await database.pool.query('select code1c from products order by 1')).rows as { code1c: string }[]).map(
    ({ code1c }) => code1c,
  )

/** Megabytes of text in one record; the reported case had 440, compressed to 4.4. */
const megabytes = Number(process.env.POISON_MB ?? 80)

/** About a megabyte, which compresses about a hundredfold. */
const text = Array.from(
  { length: 2048 },
  (_, at) => `${String((at * 7919) % 1009).padStart(4, '0')}${'длинный текст '.repeat(20)}`,
).join('')
/** Nearly the maximum of one text or start tag. */
const longText = text.repeat(14)

/** A good with `megabytes` texts of a megabyte each, between two others. */
function* poisonedGood() {
  const [before, after] = document(
    `<Каталог><Ид>p</Ид><Товары>${goodXml({ id: 'before' })}|${goodXml({ id: 'after' })}</Товары></Каталог>`,
  ).split('|')
  yield `${before}<Товар><Ид>poison</Ид><Наименование>Яд</Наименование><ЗначенияРеквизитов>`
  for (let at = 0; at < megabytes; at += 1)
    yield `<ЗначениеРеквизита><Наименование>${at}</Наименование><Значение>${text}</Значение></ЗначениеРеквизита>`
  yield `</ЗначенияРеквизитов></Товар>${after}`
}

/** Nested elements; the text of each comes before its child. */
function* nested(around: string, elements: number, { open, close }: { open: string; close: string }) {
  const [before, after] = document(around).split('|')
  yield before ?? ''
  for (let at = 0; at < elements; at += 1) yield open.replaceAll('#', String(at))
  for (let at = 0; at < elements; at += 1) yield close
  yield after ?? ''
}

const tag = { open: `<a b="${longText}">`, close: '</a>' }
const group = {
  open: `<Группа><Ид>g#</Ид><Наименование>${longText}</Наименование><Группы>`,
  close: '</Группы></Группа>',
}

async function archiveOf(pieces: Iterable<string>): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addReadStream(Readable.from(pieces), 'import0_1.xml', { compressionLevel: 3 })
  zip.end()
  const packed: Buffer[] = []
  for await (const piece of zip.outputStream) packed.push(piece as Buffer)
  return Buffer.concat(packed)
}

/** Resident memory of the server process in megabytes: now, and the peak since its reset. */
function memory(): { now: number; peak: number } {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  const of = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

/** Resets the peak. */
function forgetPeak(): void {
  writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5')
}

function expectBounded(): void {
  const grown = memory().peak - idle
  if (process.env.POISON_MB) console.log(`idle ${idle.toFixed(0)} MB, ${grown.toFixed(0)} MB above`)
  expect(grown).toBeLessThan(200)
}

test('of a file with a record of many large texts only the record is rejected, within 200 MB above idle', async () => {
  await start()
  const archive = await archiveOf(poisonedGood())
  const client = client1c(server.origin, account)
  expectOk(await client.checkauth())
  await client.init()
  await client.send('v8_1.zip', archive)
  forgetPeak()
  expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
  const grown = memory().peak - idle
  expectOk(await client.complete())
  const { rows } = await database.pool.query("select code, reason from exchange_rejects where kind = 'goods'")
  if (process.env.POISON_MB)
    console.log(
      `${megabytes} MB of text, ${(archive.length / 1e6).toFixed(1)} MB packed: idle ${idle.toFixed(0)} ` +
        `MB, ${grown.toFixed(0)} MB above`,
    )
  expect(rows).toEqual([{ code: 'poison', reason: 'Запись «Товар» слишком велика: больше 16 МБ текста' }])
  expect(await names()).toEqual(['after', 'before'])
  expect(grown).toBeLessThan(200)
  expect((await database.pool.query('select max(attempts) as n from exchange_files')).rows).toEqual([{ n: 0 }])
}, 300_000)

test('nested start tags with large attributes are refused within 200 MB above idle', async () => {
  const client = client1c(server.origin, account)
  expectOk(await client.checkauth())
  await client.init()
  await client.send(
    'v8_2.zip',
    await archiveOf(nested('<Каталог><Ид>p</Ид><Товары><Товар><Ид>x</Ид>|</Товар></Товары></Каталог>', 12, tag)),
  )
  forgetPeak()
  expect((await client.import('import0_1.xml')).at(-1)).toMatch(
    /^failure\nАтрибуты вложенных элементов XML больше 16 МБ: строка \d+$/,
  )
  expectBounded()
  expectOk(await client.complete())
}, 300_000)

test('nested groups with large names are rejected individually, within 200 MB above idle', async () => {
  const client = client1c(server.origin, account)
  expectOk(await client.checkauth())
  await client.init()
  await client.send(
    'v8_3.zip',
    await archiveOf(nested('<Классификатор><Ид>p</Ид><Группы>|</Группы></Классификатор>', 8, group)),
  )
  forgetPeak()
  expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
  expectBounded()
  expectOk(await client.complete())
  const { rows } = await database.pool.query(
    "select reason, count(*)::int as n from exchange_rejects where kind = 'groups' group by reason",
  )
  expect(rows).toEqual([{ reason: 'Наименование группы длиннее 1000 знаков', n: 8 }])
}, 300_000)

test('three such concurrent files of orders are refused within 200 MB above idle', async () => {
  const archive = await archiveOf(nested('<Документ>|</Документ>', 5, tag))
  const accounts = [1, 2, 3].map((number) => ({ ...account, login: `1c-${number}@exchange.example` }))
  const clients = accounts.map((each) => client1c(server.origin, { ...each, type: 'sale' }))
  for (const each of accounts) await addAccount(database.db, { role: 'exchange', ...each })
  for (const client of clients) {
    expectOk(await client.checkauth())
    await client.init()
  }
  forgetPeak()
  // Accepted, for more chunks may follow; refused when 1C reports the end.
  expect(await Promise.all(clients.map((client) => client.send('orders.zip', archive)))).toEqual([
    'success',
    'success',
    'success',
  ])
  const answers = await Promise.all(clients.map((client) => client.import('orders.zip')))
  for (const answer of answers) expect(answer.at(-1)).toMatch(/^failure\nАтрибуты вложенных элементов XML больше 16 МБ/)
  expectBounded()
  for (const client of clients) expectOk(await client.complete())
}, 300_000)

test('an import during which the process dies three times is set aside, and the next session continues', async () => {
  await database.pool.query('truncate exchange_sessions, exchange_runs, products restart identity cascade')
  // An import that waits for its turn does not progress until the process is killed.
  const holder = await database.pool.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [writerLock])
    const client = client1c(server.origin, account)
    expectOk(await client.checkauth())
    await client.init()
    await client.send('import0_1.xml', importXml([{ id: 'deadly' }]))
    const attempts: number[] = []
    const importRequest = client.import('import0_1.xml').catch(() => [])
    for (let kills = 0; kills < 3; kills += 1) {
      attempts.push(await until(attemptsMade, (made) => made > kills, 60_000))
      server.child.kill('SIGKILL')
      await server.exited
      await start()
    }
    await importRequest
    expect(attempts).toEqual([1, 2, 3])
    const [setAside] = await until(
      () => listSetAside(database.db),
      ({ length }) => length === 1,
      60_000,
    )
    expect(setAside?.reason).toMatch(
      /^Загрузка файла import0_1\.xml трижды прервалась (?:при проверке файла|после записи 0 из 2)\. Файл отложен/,
    )
    client.moveTo(server.origin)
    expect((await client.import('import0_1.xml')).at(-1)).toBe(`failure\n${setAside?.reason}`)
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [writerLock])
    holder.release()
  }
  await client1c(server.origin, account).exchange({ 'import0_1.xml': importXml([{ id: 'next' }]) })
  expect(await names()).toEqual(['next'])
}, 300_000)

async function attemptsMade(): Promise<number> {
  const { rows } = await database.pool.query('select attempts from exchange_files')
  return (rows[0] as { attempts: number }).attempts
}
