import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearBasket, getBasketData, processBasket } from '#shared/api/basket.ts'
import { events } from '#shared/api/events.ts'
import { call } from '#web/api/client.ts'
import { visitor, type Visitor } from './support/app.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { openStream } from './support/event-stream.ts'
import { addAccount, addSession, createWorld, type World } from './support/fixtures.ts'
import { until } from './support/wait.ts'
import { startServerProcess, type ServerProcess } from './support/process.ts'

/** Two server processes on one database: changes of one arrive at the other. */
let database: TestDatabase
let world: World
let dataDir: string
let first: ServerProcess
let second: ServerProcess
beforeAll(async () => {
  database = await openTestDatabase()
  world = await createWorld(database.db)
  dataDir = await mkdtemp(join(tmpdir(), 'portal-push-'))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'info' }
  ;[first, second] = await Promise.all([startServerProcess(env), startServerProcess(env)])
}, 120_000)
afterAll(async () => {
  for (const server of [first, second]) {
    server.child.kill('SIGTERM')
    await server.exited
  }
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function signedInAt({ origin }: ServerProcess, accountId: number): Promise<Visitor> {
  const person = visitor(origin)
  person.cookies.set('sid', await addSession(database.db, accountId))
  return person
}

test('a change at one process arrives at the other within a second', async () => {
  const [here, there] = [await signedInAt(first, world.ownerId), await signedInAt(second, world.ownerId)]
  // A process that has just started or lost its connection refuses streams until it listens again.
  const stream = await until(
    () => openStream(there),
    () => true,
    maxMs,
  )
  await expect.poll(() => stream.others, { timeout: maxMs }).toEqual(['ready'])
  for (const change of [
    () => call(processBasket, { id: world.productIds[0] ?? 0, qnt: 1 }, here),
    () => call(clearBasket, {}, here),
  ]) {
    stream.changes.length = 0
    await change()
    await expect.poll(() => stream.changes, { timeout: 1000, interval: 5 }).toHaveLength(1)
    expect(stream.changes).toEqual([
      { topic: 'basket', id: world.contractId, version: (await call(getBasketData, {}, there)).version },
    ])
  }
  stream.leave()
})

/** Generous for everything that is not measured. */
const maxMs = 10_000

const streamsInAll = 1000
const streamsOfAccount = 20

test(`${streamsInAll} open streams use little memory and get an event within a second`, async () => {
  const accountIds: number[] = []
  for (let n = 0; n < streamsInAll / streamsOfAccount; n += 1)
    accountIds.push(await addAccount(database.db, { role: 'manager', organisationId: world.organisationId }))
  const before = await memoryOf(second)
  const hearing = new Set<number>()
  const leave: (() => void)[] = []
  for (const accountId of accountIds) {
    const cookie = `sid=${await addSession(database.db, accountId)}`
    await Promise.all(
      Array.from({ length: streamsOfAccount }, () =>
        openRaw(second, cookie).then((response) => {
          const id = leave.push(() => void response.destroy())
          response.on('data', (piece: Buffer) => {
            if (piece.includes('"notifications"')) hearing.add(id)
          })
        }),
      ),
    )
  }
  expect(await metric(second, 'event_streams_open')).toBe(streamsInAll)
  const each = ((await memoryOf(second)) - before) / streamsInAll / 1024
  const startedMs = performance.now()
  await database.db.execute(
    `insert into notifications (account_id, kind, title, event_key)
      select unnest(array[${accountIds.join()}]), 'order', '', 'all'`,
  )
  await expect.poll(() => hearing.size, { timeout: 1000, interval: 2 }).toBe(streamsInAll)
  const ms = Math.round(performance.now() - startedMs)
  console.info(`${each.toFixed(1)} KB a stream, an event to all of them in ${ms} ms`)
  expect(each).toBeLessThan(60)
  for (const leaveOne of leave) leaveOne()
  await expect.poll(() => metric(second, 'event_streams_open'), { timeout: maxMs }).toBe(0)
})

test('a stop signal ends open streams at once; streams are not logged or counted as slow requests', async () => {
  const streams = await Promise.all([1, 2, 3].map(async () => openStream(await signedInAt(second, world.ownerId))))
  streams[0]?.leave()
  await expect.poll(() => metric(second, 'event_streams_open'), { timeout: maxMs }).toBe(2)
  const metrics = await (await fetch(`${second.origin}/metrics`)).text()
  // A stream refused before the process listened was answered at once and counts as a request.
  const counted = metrics.split('\n').filter((line) => line.includes(`route="${events.path.replace(/\/$/, '')}"`))
  expect(counted.filter((line) => line.includes('status="200"'))).toEqual([])
  const startedMs = performance.now()
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
  expect(performance.now() - startedMs).toBeLessThan(5000)
  await expect.poll(() => streams.every(({ ended }) => ended), { timeout: maxMs }).toBe(true)
  // The first line of the kept output may be truncated.
  const lines = second
    .log()
    .split('\n')
    .slice(1)
    .filter((line) => line.includes('"/api/events"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.slice(-3)).toEqual(
    [1, 2, 3].map(() => expect.objectContaining({ status: 200, event: 'stream.ended', account: world.ownerId })),
  )
})

/** Without fetch's buffers per stream. */
function openRaw({ origin }: ServerProcess, cookie: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(origin + events.path, { headers: { cookie }, agent: false }, resolve).once('error', reject)
  })
}

async function metric({ origin }: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1])
}

async function memoryOf(server: ServerProcess): Promise<number> {
  return metric(server, 'process_resident_memory_bytes')
}
