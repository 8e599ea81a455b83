import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePriceLink, priceLinks } from '#shared/api/price-lists.ts'
import { call } from '#web/api/client.ts'
import { visitor, type Visitor } from './support/app.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { openFaultProxy, type FaultProxy } from './support/processes/fault-proxy.ts'
import { addSession, createWorld } from './support/fixtures.ts'
import { startServerProcess, waitForHealth, type ServerProcess } from './support/process.ts'

/** The server under load without its database: its answers and its log. */
let database: TestDatabase
let proxy: FaultProxy
let server: ServerProcess
let dataDir: string
let owner: Visitor
let logged = ''
let priceSecret: string
const login = 'director@vektor.example'
const password = 'a-password-of-his-own-77'

beforeAll(async () => {
  database = await openTestDatabase()
  proxy = await openFaultProxy(database.url)
  dataDir = await mkdtemp(join(tmpdir(), 'portal-outage-'))
  const world = await createWorld(database.db)
  server = await startServerProcess({ DATABASE_URL: proxy.url, DATA_DIR: dataDir, LOG_LEVEL: 'info', DEMO: '0' })
  for (const stream of [server.child.stdout, server.child.stderr])
    stream?.on('data', (chunk: Buffer) => void (logged += chunk.toString('utf8')))
  owner = visitor(server.origin)
  owner.cookies.set('sid', await addSession(database.db, world.ownerId))
  await call(makePriceLink, { contract: world.contractId, header: 'Сайт' }, owner)
  const { items } = await call(priceLinks, { contract: world.contractId }, owner)
  priceSecret = /\/price\/([\w-]{32})\.xml/.exec(items[0]?.url ?? '')?.[1] ?? ''
  expect(priceSecret).not.toBe('')
}, 120_000)
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.exited
  await proxy.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** One call of each kind that uses the database. */
function calls(): [name: string, send: () => Promise<Response>][] {
  const json = { 'content-type': 'application/json' }
  const form = () => {
    const body = new FormData()
    body.set('file', new Blob(['Артикул;Количество\nА-1;5\n']), 'заказ.csv')
    return body
  }
  return [
    ['a read', () => owner.send('/api/order/', { method: 'GET' })],
    [
      'a change',
      () =>
        owner.send('/api/order/', {
          method: 'POST',
          headers: { ...json, 'idempotency-key': 'outage' },
          body: JSON.stringify({ method: 'create', comment: 'Секретный комментарий' }),
        }),
    ],
    [
      'a sign-in',
      () => owner.send('/api/login/', { method: 'POST', headers: json, body: JSON.stringify({ login, password }) }),
    ],
    ['a price list by its secret address', () => owner.send(`/price/${priceSecret}.xml`, { method: 'GET' })],
    ['an invoice', () => owner.send('/api/order/1/invoice.pdf', { method: 'GET' })],
    ['an upload', () => owner.send('/api/uploadsFromFile/', { method: 'POST', body: form() })],
    ['a picture', () => owner.send('/dbpics/1.webp', { method: 'GET' })],
    ['health', () => owner.send('/health', { method: 'GET' })],
  ]
}

/** Calls of which many may be sent at once. */
const unlimited = () => calls().filter(([name]) => name !== 'an upload' && !name.includes('secret'))

async function send(name: string, call: () => Promise<Response>) {
  const startedMs = performance.now()
  const response = await call()
  await response.arrayBuffer()
  return {
    name,
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ms: Math.round(performance.now() - startedMs),
  }
}

test.each([
  { load: 'one call of each kind', times: 1, firstWithinMs: 2000 },
  // More than the pool has connections: waiting calls are answered, too. The half second is for this process, which
  // sends all of them and is measured with them.
  { load: 'more calls than connections', times: 10, firstWithinMs: 2500 },
])(
  'with an unresponsive database, $load, every kind of call gets 503 with Retry-After within two seconds',
  async ({ times, firstWithinMs }) => {
    // A session is cached for a second; after that every call needs the database.
    await new Promise((resolve) => setTimeout(resolve, 1200))
    proxy.swallow()
    const waiting = Array.from({ length: times }, () => unlimited()).flat()
    const answers = await Promise.all(waiting.map(([name, call]) => send(name, call)))
    const later = await Promise.all(unlimited().map(([name, call]) => send(name, call)))
    const live = await fetch(`${server.origin}/live`)
    proxy.heal()
    await waitForHealth(server, 20_000)
    const slowest = (of: typeof answers) => of.toSorted((a, b) => b.ms - a.ms)[0]
    console.log(
      `black hole, ${waiting.length} calls: slowest at its beginning ${JSON.stringify(slowest(answers))}, ` +
        `later ${JSON.stringify(slowest(later))}`,
    )
    for (const answer of [...answers, ...later])
      expect(answer, answer.name).toMatchObject({ status: 503, retryAfter: '2' })
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(firstWithinMs)
    expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(2000)
    expect(live.status).toBe(200)
  },
  60_000,
)

test('15 s without a database under load log few lines, without secrets, parameters or statement values', async () => {
  await Promise.all(calls().map(([, send]) => send().then((response) => response.arrayBuffer())))
  logged = ''
  proxy.refuse()
  const untilMs = Date.now() + 15_000
  const statuses = new Map<number, number>()
  await Promise.all(
    [...calls(), ...calls()].map(async ([, send]) => {
      while (Date.now() < untilMs) {
        const response = await send()
        await response.arrayBuffer()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }),
  )
  const duringOutage = logged
  proxy.heal()
  await waitForHealth(server, 20_000)
  const lines = duringOutage.trim().split('\n')
  console.log(
    `${[...statuses.values()].reduce((sum, count) => sum + count, 0)} requests without a database: ` +
      `${lines.length} log lines`,
    statuses,
  )
  if (process.env.OUTAGE_LOG) console.log(duringOutage)
  expect(lines.length).toBeLessThan(50)
  expect(statuses.get(503)).toBeGreaterThan(50)
  for (const value of [
    priceSecret,
    login,
    password,
    'Секретный',
    owner.cookies.get('sid') ?? '?',
    new URL(proxy.url).password,
  ])
    expect(logged).not.toContain(value)
  // Hashes of tokens and values of statements are parameters; only their names may be logged.
  for (const word of ['params', 'Buffer', 'authorization', 'cookie']) expect(logged).not.toContain(`"${word}"`)
  for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
  expect(duringOutage).toContain('"repeated":')
})
