import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rightsOf } from '#shared/rights.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { openLocalStore, type FileStore } from '#server/platform/files/store.ts'
import { openListener, type Listener } from '#server/platform/db/listener.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createShop, type Shop } from '#tests/support/shop.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { queuePriceList } from './files.ts'
import { purgePriceLists } from './purge.ts'
import { queueRequestedFile } from './requests/queries-request-files.ts'
import { startWriters, type WriterOptions } from './worker.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let listener: Listener
let shop: Shop
let folder: string
let files: FileStore
let actor: BuyerActor
let running: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  listener = openListener(database.url, log)
  shop = await createShop(database.db)
  folder = await mkdtemp(join(tmpdir(), 'portal-writers-'))
  actor = {
    accountId: shop.ownerId,
    login: 'owner',
    name: 'Владелец',
    role: 'owner',
    rights: rightsOf({ role: 'owner', grants: [] }),
    organisationId: shop.organisationId,
    demo: false,
    pricePolitics: [],
  }
})
beforeEach(async () => {
  files = openLocalStore(folder)
  await database.db.execute(sql`delete from price_list_files`)
})
afterEach(async () => {
  for (const writers of running) await writers.stop()
  running = []
})
afterAll(async () => {
  await listener.close()
  await database.close()
  await rm(folder, { recursive: true })
})

const start = (store: FileStore, options: Partial<WriterOptions> = {}) => {
  const writers = startWriters({ ...database, listener, log, files: store, origin: '' }, { pollMs: 50, ...options })
  running.push(writers)
  return writers
}
const order = (categoryIds: number[] = []) =>
  queuePriceList(database, actor, {
    contractId: shop.contracts.wholesale,
    categoryIds,
    availableOnly: false,
    origin: '',
  })

type Row = {
  id: number
  state: string
  attempts: number
  key: string | null
  doneRows: number
  sizeBytes: number | null
}
async function row(id: number): Promise<Row | undefined> {
  const { rows } = await database.db.execute<Row>(sql`
    select id, state, attempts, key, done_rows as "doneRows", size_bytes as "sizeBytes" from price_list_files
    where id = ${id}`)
  return rows[0]
}
const untilState = (id: number, state: string) =>
  expect.poll(async () => (await row(id))?.state, { timeout: 15_000 }).toBe(state)

/** A store whose first `put` waits until letGo() is called. */
function slowStore(store: FileStore) {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  let puts = 0
  const put: FileStore['put'] = async (key, source) => {
    if ((puts += 1) === 1) {
      reached.resolve()
      await gate.promise
    }
    return store.put(key, source)
  }
  return { ...store, put, reached: reached.promise, letGo: gate.resolve }
}

test('an ordered, requested or returned price list wakes a writer without polling', async () => {
  const awake = { pollMs: 3_600_000, concurrency: 1 }
  const slow = slowStore(files)
  const stopped = start(slow, awake)
  await expect.poll(() => listener.hears('price-lists')).toBe(true)
  const { id } = await order()
  await slow.reached
  // The stopped writer returns it: the other one has to be notified.
  start(files, awake)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const stopping = stopped.stop()
  slow.letGo()
  await stopping
  await untilState(id, 'ready')

  const wanted = { accountId: shop.ownerId, contractId: shop.contracts.wholesale }
  const {
    rows: [request],
  } = await database.db.execute<{ id: number }>(sql`
    insert into price_requests (account_id, contract_id) values (${wanted.accountId}, ${wanted.contractId})
    returning id`)
  const file = {
    ...wanted,
    categoryIds: [],
    availableOnly: false,
    requestId: request?.id ?? 0,
    token: 'prepared',
    name: 'Прайс',
    origin: '',
  }
  const prepared = await database.db.transaction((tx) => queueRequestedFile(tx, file))
  await untilState(prepared, 'ready')
})

test('concurrent equal requests make one file; too many waiting files are refused', async () => {
  const links = await Promise.all(Array.from({ length: 6 }, () => order([11, 12])))
  expect(new Set(links.map(({ token }) => token)).size).toBe(1)
  expect((await order([12, 11, 11])).token).toBe(links[0]?.token)
  for (const categories of [[11], [12], [13], [14]]) await order(categories)
  await expect(order()).rejects.toMatchObject({ code: 'tooManyRequests', details: { retryAfterSeconds: 30 } })
})

test('a request wakes the writers immediately', async () => {
  start(files, { pollMs: 60_000 })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const { id } = await order()
  await untilState(id, 'ready')
})

test('a file left by a killed process is written by another one after its lease has expired', async () => {
  const { id } = await order()
  await database.db.execute(
    sql`update price_list_files set state = 'running', attempts = 1, lease_until = now() + interval '1 second'
      where id = ${id}`,
  )
  start(files)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await row(id)).toMatchObject({ state: 'running', attempts: 1 })
  await untilState(id, 'ready')
  expect(await row(id)).toMatchObject({ attempts: 2, doneRows: 5 })
})

test('a writer that lost its lease changes nothing', async () => {
  const slow = slowStore(files)
  start(slow, { concurrency: 1 })
  const { id } = await order()
  await slow.reached
  // As if another process had taken over.
  await database.db.execute(
    sql`update price_list_files set attempts = attempts + 1, lease_until = now() + interval '1 hour' where id = ${id}`,
  )
  const before = await row(id)
  slow.letGo()
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(await row(id)).toMatchObject({ state: before?.state, attempts: before?.attempts, key: null })
})

test('a file that cannot be written fails after three attempts, and others continue', async () => {
  let refused = 0
  const broken: FileStore = {
    ...files,
    put: (key, source) => {
      if (refused >= 3) return files.put(key, source)
      refused += 1
      return Promise.reject(new Error('the disk is full'))
    },
  }
  const { id, token } = await order()
  start(broken, { concurrency: 1 })
  await untilState(id, 'failed')
  expect(await row(id)).toMatchObject({ attempts: 3, key: null })
  const next = await order([13])
  await untilState(next.id, 'ready')
  expect(token).not.toBe(next.token)
})

test('stopping a writer returns its file to the queue without counting an attempt', async () => {
  const slow = slowStore(files)
  const writers = start(slow, { concurrency: 1 })
  const { id } = await order()
  await slow.reached
  const stopped = writers.stop()
  slow.letGo()
  await stopped
  const after = await row(id)
  // A file that was almost written may be finished instead.
  expect([
    ['queued', 0],
    ['ready', 1],
  ]).toContainEqual([after?.state, after?.attempts])
})

test('no more files are written at once than allowed', async () => {
  let now = 0
  let max = 0
  const counting: FileStore = {
    ...files,
    put: async (key, source) => {
      max = Math.max(max, (now += 1))
      await new Promise((resolve) => setTimeout(resolve, 100))
      await files.put(key, source)
      now -= 1
    },
  }
  const ordered = []
  for (const categories of [[11], [12], [13], [14], []]) ordered.push(await order(categories))
  start(counting, { concurrency: 2 })
  for (const { id } of ordered) await untilState(id, 'ready')
  expect(max).toBe(2)
})

test('a file whose contract the account lost meanwhile fails', async () => {
  const { id } = await order()
  await database.db.execute(sql`update price_list_files set contract_id = ${shop.contracts.foreign} where id = ${id}`)
  start(files)
  await untilState(id, 'failed')
  expect(await row(id)).toMatchObject({ key: null })
})

test('files older than some days are deleted, newer ones kept', async () => {
  start(files)
  const [old, young] = [await order([11]), await order([12])]
  await untilState(old.id, 'ready')
  await untilState(young.id, 'ready')
  await database.db.execute(
    sql`update price_list_files set created_at = now() - interval '4 days' where id = ${old.id}`,
  )
  expect(await purgePriceLists({ ...database, files, log })).toEqual({ files: 1, feeds: 0 })
  const left = await readdir(join(folder, 'price-lists'))
  expect([left.includes(`${old.id}-${old.token}`), left.includes(`${young.id}-${young.token}`)]).toEqual([false, true])
  expect([await row(old.id), (await row(young.id))?.state]).toEqual([undefined, 'ready'])
  expect(await purgePriceLists({ ...database, files, log })).toEqual({ files: 0, feeds: 0 })
})

test('a file that cannot be deleted is left for the next run and does not block others', async () => {
  start(files)
  const all = [await order([11]), await order([12]), await order([13])]
  for (const { id } of all) await untilState(id, 'ready')
  await database.db.execute(sql`update price_list_files set created_at = now() - interval '4 days'`)
  const [stuck] = all
  const refusing: FileStore = {
    ...files,
    delete: (key) => (key.includes(`${stuck?.token}`) ? Promise.reject(new Error('EACCES')) : files.delete(key)),
  }
  expect(await purgePriceLists({ ...database, files: refusing, log })).toEqual({ files: 2, feeds: 0 })
  expect((await row(stuck?.id ?? 0))?.state).toBe('ready')
  expect(await purgePriceLists({ ...database, files, log })).toEqual({ files: 1, feeds: 0 })
})

test('the date in a price list is when its prices were read, however long it waited', async () => {
  const { id } = await order()
  await database.db.execute(sql`update price_list_files set created_at = now() - interval '2 days' where id = ${id}`)
  const written = Date.now()
  start(files)
  await untilState(id, 'ready')
  const [rows = []] = Object.values((await readWorkbook(await readFile(join(folder, (await row(id))?.key ?? '')))).rows)
  const [, day, month, year, hours, minutes] =
    /на (\d\d)\.(\d\d)\.(\d{4}), (\d\d):(\d\d) \(мск\)/.exec(String(rows[1]?.[0])) ?? []
  const statedMs = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:00+03:00`)
  expect(statedMs).toBeGreaterThan(written - 61_000)
})
