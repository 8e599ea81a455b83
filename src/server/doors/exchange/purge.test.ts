import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLocalStore, type FileStore } from '#server/platform/files/store.ts'
import { writeSetting } from '#server/platform/settings.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { addAccount } from '#tests/support/fixtures.ts'
import { until } from '#tests/support/wait.ts'
import { confirmDeactivation } from './apply/run/close-session.ts'
import { receiveChunk } from './receive/files.ts'
import { purgeExchange } from './purge.ts'
import { requestClose, insertSession, setFileState } from './queries.ts'
import { listLastRuns } from './staff/queries-streams.ts'
import { startWorker } from './work/worker.ts'

let database: TestDatabase
let folder: string
let files: FileStore
let accountId: number

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exchange-purge-'))
  files = openLocalStore(folder)
  accountId = await addAccount(database.db, { role: 'exchange' })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() =>
  database.pool.query(
    'truncate exchange_sessions, exchange_runs, exchange_rejects, exchange_pending, settings restart identity cascade',
  ),
)

const purge = () => purgeExchange({ ...database, files })
const rowsOf = async (table: string, where = 'true') =>
  ((await database.pool.query(`select count(*) as n from ${table} where ${where}`)).rows[0] as { n: number }).n

let sessions = 0
function open(type = 'catalog'): Promise<number> {
  sessions += 1
  return insertSession(database.db, { accountId, type, tokenHash: Buffer.from(`token-${sessions}`) })
}

/** A file sent by 1C in one chunk. */
async function send(sessionId: number, name: string, text: string): Promise<number> {
  return receiveChunk(
    { ...database, files },
    { sessionId, name, body: Readable.from([Buffer.from(text)]), maxBytes: 1e9 },
  )
}

/** Lets the worker finish all work. */
async function workOff(): Promise<void> {
  const worker = startWorker({ ...database, files, log: pino({ level: 'silent' }) }, { pollMs: 10 })
  await until(
    () =>
      rowsOf(
        'exchange_sessions',
        "closing_at is not null and ended_at is null or exists (select from exchange_files where state = 'queued')",
      ),
    (left) => left === 0,
  )
  await worker.stop()
}

/** A complete exchange of these files, imported. */
async function exchange(...texts: string[]): Promise<number> {
  const sessionId = await open()
  for (const [at, text] of texts.entries())
    await setFileState(database.db, { id: await send(sessionId, `part${at}.xml`, text), state: 'queued' })
  await requestClose(database.db, { id: sessionId })
  await workOff()
  return sessionId
}

/** Moves everything so far `days` days into the past. */
async function pass(days: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '${days} days'`
  const move = (table: string, ...columns: string[]) =>
    database.pool.query(`update ${table} set ${columns.map(earlier).join(', ')}`)
  await move('exchange_sessions', 'started_at', 'last_seen_at', 'closing_at', 'ended_at')
  await move('exchange_files', 'received_at', 'updated_at', 'queued_at')
  await move('exchange_runs', 'started_at', 'finished_at')
  await move('exchange_pending', 'received_at')
  await move('exchange_sources', 'kept_at')
}

const stored = (sessionId: number, fileId: number) => files.has(`exchange/${sessionId}/${fileId}/1`)

describe('a finished exchange', () => {
  test('keeps chunks, stored bytes and staged rows for two days, and its log for the configured time', async () => {
    const sessionId = await exchange(importXml([{ id: 'a-1', name: '' }, { id: 'a-2' }], { full: true }))
    const late = await send(sessionId, 'late.xml', 'came after the end')
    await database.pool.query('insert into exchange_seen values ($1, 1) on conflict do nothing', [sessionId])
    expect([
      await rowsOf('exchange_chunks'),
      await rowsOf('exchange_catalogues'),
      await stored(sessionId, late),
    ]).toEqual([1, 1, true])

    await pass(1)
    expect(await purge()).toEqual({ staged: 0, runs: 0, sessions: 0, offers: 0, sources: 0 })
    await pass(2)
    expect(await purge()).toMatchObject({ staged: 3, runs: 0, sessions: 0 })
    expect([
      await rowsOf('exchange_chunks'),
      await rowsOf('exchange_catalogues'),
      await rowsOf('exchange_seen'),
      await stored(sessionId, late),
    ]).toEqual([0, 0, 0, false])
    expect([await rowsOf('exchange_runs'), await rowsOf('exchange_rejects'), await rowsOf('exchange_files')]).toEqual([
      1, 1, 2,
    ])
    const source = () => files.has('exchange-sources/1.gz')
    expect([await rowsOf('exchange_sources'), await source()]).toEqual([1, true])
    await pass(12)
    expect(await purge()).toMatchObject({ sources: 1, runs: 0 })
    expect([await rowsOf('exchange_sources'), await source()]).toEqual([0, false])

    await writeSetting(database.db, 'exchange.keep.logDays', 30)
    await pass(14)
    expect(await purge()).toMatchObject({ runs: 0, sessions: 0 })
    await pass(2)
    expect(await purge()).toEqual({ staged: 0, runs: 1, sessions: 1, offers: 0, sources: 0 })
    for (const table of ['exchange_sessions', 'exchange_files', 'exchange_runs', 'exchange_rejects'])
      expect(await rowsOf(table), table).toBe(0)
    expect(await rowsOf('products', "code1c = 'a-2'")).toBe(1)
  })

  test('without files is purged with the staged rows, hundreds in one run', async () => {
    await database.pool.query(
      `insert into exchange_sessions (account_id, type, closing_at, ended_at) select $1, 'sale', now(), now()
        from generate_series(1, 450)`,
      [accountId],
    )
    await pass(3)
    await open('sale')
    expect(await purge()).toMatchObject({ sessions: 450 })
    expect(await rowsOf('exchange_sessions')).toBe(1)
  })
})

describe('is kept:', () => {
  test('a session in progress with its chunks, however long the server was down', async () => {
    const sessionId = await open()
    const fileId = await send(sessionId, 'import0_1.xml', importXml([{ id: 'b-1' }]))
    await database.pool.query('insert into exchange_catalogues values ($1, $2, true, false)', [
      sessionId,
      'catalogue-1',
    ])
    await pass(200)
    expect(await purge()).toEqual({ staged: 0, runs: 0, sessions: 0, offers: 0, sources: 0 })
    expect([
      await rowsOf('exchange_chunks'),
      await rowsOf('exchange_catalogues'),
      await stored(sessionId, fileId),
    ]).toEqual([1, 1, true])
  })

  test('a session ended by idling, which 1C may resume', async () => {
    const sessionId = await open()
    await database.pool.query('update exchange_sessions set ended_at = now()')
    await database.pool.query('insert into exchange_catalogues values ($1, $2, true, false)', [
      sessionId,
      'catalogue-1',
    ])
    await writeSetting(database.db, 'exchange.keep.stagedDays', 0)
    await pass(1)
    expect(await purge()).toMatchObject({ staged: 0, sessions: 0 })
    await pass(2)
    expect(await purge()).toMatchObject({ staged: 1, sessions: 1 })
  })

  test('a run that can be resumed, and completes after the purge', async () => {
    const sessionId = await open()
    const fileId = await send(sessionId, 'import0_1.xml', importXml([{ id: 'c-1' }, { id: 'c-2' }]))
    await setFileState(database.db, { id: fileId, state: 'queued' })
    await database.pool.query(
      `insert into exchange_runs (session_id, file_id, type, name, items_total, items_done)
        values ($1, $2, 'import', 'import0_1.xml', 3, 1)`,
      [sessionId, fileId],
    )
    await database.pool.query('update exchange_sessions set closing_at = now(), ended_at = now()')
    await pass(200)
    expect(await purge()).toEqual({ staged: 0, runs: 0, sessions: 0, offers: 0, sources: 0 })
    await workOff()
    expect(await rowsOf('products', "code1c in ('c-1', 'c-2')")).toBe(2)
    expect(await rowsOf('exchange_runs', "status = 'done'")).toBe(1)
  })

  test('the run of the last stock of 1C, which tells its age, but no former one and none of people', async () => {
    const addRun = (type: string, daysAgo: number) =>
      database.pool.query(
        `with session as (insert into exchange_sessions (type, closing_at, ended_at, started_at, last_seen_at)
            select $1, moment, moment, moment, moment from (select now() - make_interval(days => $2)) m(moment)
            returning id, started_at)
          insert into exchange_runs (session_id, type, name, status, counts, started_at, finished_at)
            select id, 'import', 'rests.xml', 'done', '{"stocks": {"seen": 5}}', started_at, started_at from session`,
        [type, daysAgo],
      )
    await addRun('catalog', 300)
    await addRun('catalog', 200)
    await addRun('hand', 190)
    expect(await purge()).toMatchObject({ runs: 2, sessions: 2 })
    const [last] = await listLastRuns(database.db, ['stocks'])
    expect(Math.round((Date.now() - (last?.at?.getTime() ?? 0)) / 86_400_000)).toBe(200)
  })

  test('a deactivation that waits for staff, who can still confirm it', async () => {
    const goods = (count: number) =>
      importXml(
        Array.from({ length: count }, (_, at) => ({ id: `d-${at}` })),
        { catalogue: 'd', full: true },
      )
    await exchange(goods(80))
    await exchange(goods(40))
    await pass(200)
    await purge()
    const { rows } = await database.pool.query("select id from exchange_runs where status = 'waiting'")
    const sql = await database.pool.connect()
    expect(await confirmDeactivation(sql, (rows[0] as { id: number }).id).finally(() => sql.release())).toBe(40)
    await purge()
    expect([
      await rowsOf('exchange_sessions'),
      await rowsOf('exchange_runs'),
      await rowsOf('exchange_catalogues'),
    ]).toEqual([1, 1, 0])
  })
})

test('an interrupted load and its abandoned run are purged like finished ones', async () => {
  const sessionId = await insertSession(database.db, { accountId: null, type: 'load', tokenHash: null })
  await database.pool.query(
    "insert into exchange_runs (session_id, type, name) values ($1, 'import', 'import0_1.xml')",
    [sessionId],
  )
  await database.pool.query('insert into exchange_seen values ($1, 1)', [sessionId])
  await pass(1)
  expect(await purge()).toMatchObject({ staged: 0 })
  await pass(2)
  expect(await purge()).toMatchObject({ staged: 1, runs: 0, sessions: 0 })
  await pass(90)
  expect(await purge()).toMatchObject({ runs: 1, sessions: 1 })
})

test('offers whose good never came are purged after a month, but not during an exchange', async () => {
  const offer = offersXml([offerXml('late-good', pricesXml({ t: '5' }))])
  await exchange(offer)
  await pass(29)
  expect(await purge()).toMatchObject({ offers: 0 })
  await pass(2)
  const sessionId = await open()
  expect(await purge()).toMatchObject({ offers: 0 })
  await setFileState(database.db, {
    id: await send(sessionId, 'import0_1.xml', importXml([{ id: 'other' }])),
    state: 'queued',
  })
  await requestClose(database.db, { id: sessionId })
  await workOff()
  expect(await purge()).toMatchObject({ offers: 1 })
})
