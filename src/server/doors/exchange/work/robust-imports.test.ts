import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openLocalStore, type FileStore } from '#server/platform/files/store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { picture, zipOf } from '#tests/support/exchange.ts'
import { importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { openFaultProxy } from '#tests/support/processes/fault-proxy.ts'
import { addAccount } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { receiveChunk } from '../receive/files.ts'
import { loadExport } from '../command/load.ts'
import { requestClose, findFile, insertSession, setFileState } from '../queries.ts'
import { listSetAside } from './queries-attempts.ts'
import { dismissImport, retryImport } from './set-aside.ts'
import { startWorker, type ExchangeWorker } from './worker.ts'

let database: TestDatabase
let folder: string
let files: FileStore
let accountId: number
let adminId: number
let worker: ExchangeWorker | undefined

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'robust-imports-'))
  files = openLocalStore(folder)
  accountId = await addAccount(database.db, { role: 'exchange' })
  adminId = await addAccount(database.db, { role: 'admin' })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() =>
  database.pool.query(
    'truncate exchange_sessions, exchange_runs, exchange_pending, notifications, products restart identity cascade',
  ),
)
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

let sessions = 0
/** A session that has sent these files and requested their import in this order, pictures and archives included. */
async function send(contents: Record<string, string | Uint8Array>, { closes = true } = {}): Promise<number> {
  sessions += 1
  const sessionId = await insertSession(database.db, {
    accountId,
    type: 'catalog',
    tokenHash: Buffer.from(`robust-${sessions}`),
  })
  for (const [name, content] of Object.entries(contents)) {
    const fileId = await receiveChunk(
      { ...database, files },
      { sessionId, name, body: Readable.from([Buffer.from(content)]), maxBytes: 1e9 },
    )
    if (/xml$|zip$/.test(name)) await setFileState(database.db, { id: fileId, state: 'queued' })
  }
  if (closes) await requestClose(database.db, { id: sessionId })
  return sessionId
}

function work(store: FileStore = files): void {
  worker = startWorker(
    { ...database, files: store, log: pino({ level: process.env.TEST_LOG ?? 'silent' }) },
    { pollMs: 10 },
  )
}

const fileOf = async (sessionId: number, name: string) => {
  const file = await findFile(database.db, { sessionId, name })
  return file === undefined ? undefined : { state: file.state, attempts: file.attempts, error: file.error }
}
const count = async (statement: string) =>
  ((await database.pool.query(`select count(*)::int as n from ${statement}`)).rows[0] as { n: number }).n
const goods = (prefix: string, length: number) => Array.from({ length }, (_, at) => ({ id: `${prefix}-${at}` }))

/** A store that loses the bytes of a session's chunks halfway, like a failing disk. */
function failing(broken: () => boolean): FileStore {
  return {
    ...files,
    get: (key) =>
      broken() && key.startsWith('exchange/1/')
        ? Readable.from(
            (async function* () {
              yield Buffer.from('<?xml version="1.0"?>')
              throw new Error('the disk does not answer')
            })(),
          )
        : files.get(key),
  }
}

describe('an import that fails again and again', () => {
  test('is set aside after the third failure for staff; a session beside it is imported before', async () => {
    let broken = true
    const bad = await send({ 'import0_1.xml': importXml(goods('bad', 3)) })
    const good = await send({ 'import0_1.xml': importXml(goods('good', 3)) })
    work(failing(() => broken))
    await until(
      () => count("products where code1c like 'good-%'"),
      (n) => n === 3,
      20_000,
    )
    expect((await fileOf(bad, 'import0_1.xml'))?.state).toBe('queued')
    const setAside = await until(
      () => listSetAside(database.db),
      ({ length }) => length === 1,
      20_000,
    )
    expect(setAside[0]).toMatchObject({
      name: 'import0_1.xml',
      done: 0,
      total: null,
      reason: expect.stringMatching(
        /^Загрузка файла import0_1.xml трижды прервалась при проверке файла\. Файл отложен/,
      ) as string,
    })
    expect(await fileOf(bad, 'import0_1.xml')).toEqual({ state: 'failed', attempts: 3, error: setAside[0]?.reason })
    expect((await database.pool.query('select title, text, account_id as account from notifications')).rows).toEqual([
      { title: 'Файл обмена с 1С отложен', text: setAside[0]?.reason, account: adminId },
    ])
    await until(
      () => count('exchange_sessions where ended_at is null'),
      (n) => n === 0,
      10_000,
    )
    expect(good).toBeGreaterThan(bad)

    // Staff retry it too early: it is set aside again, and staff are notified again.
    expect(await retryImport(database, bySystem, setAside[0]?.runId ?? 0)).toBe(true)
    await until(
      () => listSetAside(database.db),
      ({ length }) => length === 1,
      20_000,
    )
    expect(await count('notifications')).toBe(2)

    // Once the disk works again it is loaded.
    broken = false
    expect(await retryImport(database, bySystem, setAside[0]?.runId ?? 0)).toBe(true)
    expect(await retryImport(database, bySystem, setAside[0]?.runId ?? 0)).toBe(false)
    await until(
      () => count("products where code1c like 'bad-%'"),
      (n) => n === 3,
      10_000,
    )
    await until(
      () => fileOf(bad, 'import0_1.xml'),
      (file) => file?.state === 'done',
    )
    expect(await listSetAside(database.db)).toEqual([])
  })

  test('is discarded by staff, with its bytes', async () => {
    const bad = await send({ 'import0_1.xml': importXml(goods('given-up', 1)) })
    await database.pool.query('update exchange_files set attempts = 3')
    work()
    const [setAside] = await until(
      () => listSetAside(database.db),
      ({ length }) => length === 1,
    )
    expect(await dismissImport({ ...database, files }, bySystem, setAside?.runId ?? 0)).toBe(true)
    expect(await dismissImport({ ...database, files }, bySystem, setAside?.runId ?? 0)).toBe(false)
    expect((await fileOf(bad, 'import0_1.xml'))?.state).toBe('failed')
    expect(await count('exchange_chunks')).toBe(0)
    expect(await retryImport(database, bySystem, setAside?.runId ?? 0)).toBe(false)
  })

  test('a shutdown does not count as a failure of the file', async () => {
    const sessionId = await send({ 'import0_1.xml': importXml(goods('patient', 1)) })
    for (let stops = 0; stops < 5; stops += 1) {
      const reading = Promise.withResolvers<void>()
      work({
        ...files,
        get: () =>
          Readable.from(
            (async function* () {
              reading.resolve()
              void worker?.stop()
              yield Buffer.from('<')
            })(),
          ),
      })
      await reading.promise
      await worker?.stop()
      expect(await fileOf(sessionId, 'import0_1.xml')).toMatchObject({ state: 'queued', attempts: 0 })
    }
    work()
    await until(
      () => count("products where code1c = 'patient-0'"),
      (n) => n === 1,
      20_000,
    )
  })

  test('repeated database outages do not count as failures of an import, an archive or a picture', async () => {
    await send({
      'import0_1.xml': importXml(goods('outage', 1)),
      'v8.zip': await zipOf({ 'import_files/b/1.jpg': await picture('blue') }),
      'import_files/a/1.jpg': await picture('red'),
    })
    const proxy = await openFaultProxy(database.url)
    const behindProxy = openDatabase(proxy.url, pino({ level: 'silent' }), { poolSize: 5 })
    const attempts: Record<string, number[]> = {}
    const store: FileStore = {
      ...files,
      get: (key) =>
        Readable.from(
          (async function* () {
            const fileId = Number(key.split('/')[2])
            const { rows } = await database.pool.query(
              'select name, state, attempts from exchange_files where id = $1',
              [fileId],
            )
            const [file] = rows as [{ name: string; state: string; attempts: number }]
            // An imported file is read once more, to be kept for staff.
            if (file.state === 'done') {
              yield* files.get(key)
              return
            }
            const made = (attempts[`${file.name} ${file.state}`] ??= [])
            made.push(file.attempts)
            if (made.length <= 4) {
              proxy.refuse()
              setTimeout(() => proxy.heal(), 300)
            }
            yield* files.get(key)
          })(),
        ),
    }
    try {
      worker = startWorker(
        { ...behindProxy, files: store, log: pino({ level: process.env.TEST_LOG ?? 'silent' }) },
        { pollMs: 10 },
      )
      await until(
        () => count('exchange_sessions where ended_at is null'),
        (n) => n === 0,
        40_000,
      )
      await until(
        () => count("exchange_files where state in ('queued','unpacked')"),
        (n) => n === 0,
        40_000,
      )
    } finally {
      proxy.heal()
      await worker?.stop()
      await behindProxy.close()
      await proxy.close()
    }
    expect(Object.keys(attempts).toSorted()).toEqual([
      'import0_1.xml queued',
      'import_files/a/1.jpg queued',
      'v8.zip queued',
      'v8.zip unpacked',
    ])
    for (const [index, made] of Object.entries(attempts)) expect(made.slice(0, 5), index).toEqual([1, 1, 1, 1, 1])
    expect(await listSetAside(database.db)).toEqual([])
    expect((await database.pool.query('select code, reason from exchange_rejects')).rows).toEqual([])
    expect(await count("products where code1c = 'outage-0'")).toBe(1)
    expect(await count('exchange_pictures')).toBe(2)
  }, 120_000)

  test('a picture that fails three times is rejected in the log, also in an archive; others are stored', async () => {
    const poison = await picture('black')
    const store: FileStore = {
      ...files,
      // Storing anything of this size throws.
      put: (key, source) =>
        key.startsWith('pictures/') && key === poisonKey
          ? Promise.reject(new Error('no such luck'))
          : files.put(key, source),
    }
    const { createHash } = await import('node:crypto')
    const digest = createHash('sha256').update(poison).digest('hex')
    const poisonKey = `pictures/${digest.slice(0, 2)}/${digest}.webp`
    await send({
      'import_files/a/1.jpg': await picture('red'),
      'import_files/a/2.jpg': poison,
      'import_files/a/3.jpg': await picture('green'),
      'v8.zip': await zipOf({
        'import_files/b/1.jpg': await picture('blue'),
        'import_files/b/2.jpg': poison,
        'import_files/b/3.jpg': await picture('white'),
      }),
    })
    work(store)
    await until(
      () => count("exchange_files where state in ('queued','unpacked','receiving')"),
      (n) => n === 0,
      30_000,
    )
    expect((await database.pool.query('select source from exchange_pictures order by 1')).rows).toHaveLength(4)
    expect((await database.pool.query('select code, reason from exchange_rejects order by 1')).rows).toEqual([
      { code: 'import_files/a/2.jpg', reason: 'Файл трижды прервал загрузку' },
      { code: 'import_files/b/2.jpg', reason: 'Файл трижды прервал загрузку' },
    ])
  })
})

describe('a full disk', () => {
  const full = (freeBytes: number): FileStore => ({ ...files, freeBytes: () => Promise.resolve(freeBytes) })
  const megabyte = 1024 * 1024
  const reason =
    /^На диске портала не хватает места: нужно \d+ МБ, свободно 65 МБ\. Освободите место и повторите обмен$/

  test('refuses an archive before unpacking it, logs the reason and leaves nothing', async () => {
    const zip = await zipOf({
      'import0_1.xml': importXml([{ id: 'no-room', inner: `<Описание>${'я'.repeat(2 * megabyte)}</Описание>` }]),
    })
    const sessionId = await send({ 'v8.zip': zip })
    work(full(65 * megabyte))
    const file = await until(
      () => fileOf(sessionId, 'v8.zip'),
      (each) => each?.state === 'failed',
      10_000,
    )
    expect(file?.error).toMatch(reason)
    await until(
      () => count('exchange_sessions where ended_at is null'),
      (n) => n === 0,
      10_000,
    )
    expect((await database.pool.query("select error from exchange_runs where name = 'v8.zip'")).rows).toEqual([
      { error: file?.error },
    ])
    expect(await readdir(join(folder, 'exchange', String(sessionId))).catch(() => [])).toEqual([])
  })

  test('refuses a chunk, and an archive from the command line', async () => {
    const sessionId = await send({}, { closes: false })
    const body = Readable.from([Buffer.from('x')])
    await expect(
      receiveChunk(
        { ...database, files: full(65 * megabyte) },
        { sessionId, name: 'v8.zip', body, maxBytes: 1e9, lengthBytes: 2 * megabyte },
      ),
    ).rejects.toThrow(reason)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(
      join(folder, 'big.zip'),
      await zipOf({ 'import0_1.xml': importXml([{ id: 'x', inner: 'я'.repeat(2 * megabyte) }]) }),
    )
    await expect(loadExport({ ...database, files: full(65 * megabyte) }, [join(folder, 'big.zip')])).rejects.toThrow(
      'На диске портала не хватает места',
    )
    expect(await count('exchange_sessions where ended_at is null')).toBe(1)
  })

  test('that fills up during unpacking fails the archive with the same message', async () => {
    const sessionId = await send({ 'v8.zip': await zipOf({ 'import0_1.xml': importXml([{ id: 'filled-up' }]) }) })
    work({
      ...files,
      put: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })),
    })
    const file = await until(
      () => fileOf(sessionId, 'v8.zip'),
      (each) => each?.state === 'failed',
      10_000,
    )
    expect(file?.error).toBe('На диске портала кончилось место. Освободите место и повторите обмен')
  })
})

describe('many tiny pictures in an archive', () => {
  const countOfPictures = Number(process.env.PICTURES ?? 1000)

  test('do not delay prices of its own session and of the next', async () => {
    const tiny = await picture('red', 8)
    const names = Array.from({ length: countOfPictures }, (_, at) => `import_files/t/${at}.jpg`)
    const archive = await zipOf({
      ...Object.fromEntries(names.map((name) => [name, tiny])),
      'import0_1.xml': importXml(goods('tiny', 2)),
    })
    const offers = (price: string) => offersXml([offerXml('tiny-0', pricesXml({ 'type-tiny': price }))])
    await send({ 'v8.zip': archive })
    const first = await findFile(database.db, { sessionId: 1, name: 'v8.zip' })
    work()
    await until(
      () => fileOf(1, 'import0_1.xml'),
      (file) => file !== undefined,
      60_000,
    )
    await until(
      () => fileOf(1, 'v8.zip'),
      (file) => file?.state === 'unpacked',
      60_000,
    )
    expect(first?.state).toBe('queued')
    const imported = await findFile(database.db, { sessionId: 1, name: 'import0_1.xml' })
    expect(imported?.state).toMatch(/receiving|failed/)

    const startedMs = performance.now()
    await send({ 'import0_1.xml': importXml(goods('tiny', 2)), 'offers0_1.xml': offers('10') })
    worker?.wake()
    await until(
      () => count('prices where price_kopecks = 1000'),
      (n) => n === 1,
      60_000,
    )
    const seconds = (performance.now() - startedMs) / 1000
    const taken = await count("exchange_runs where type = 'pictures' and status = 'done'")
    if (process.env.PICTURES)
      console.log(
        `${countOfPictures} pictures, ${Math.round(archive.length / 1e6)} MB: prices after ${seconds.toFixed(1)} s`,
      )
    expect({ taken, seconds: seconds < 10 }).toEqual({ taken: 0, seconds: true })
    await until(
      () => fileOf(1, 'v8.zip'),
      (file) => file?.state === 'done',
      590_000,
    )
    expect(await count("exchange_pictures where source like '%t/%'")).toBe(countOfPictures)
    if (process.env.PICTURES) console.log(`all pictures after ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  }, 600_000)
})
