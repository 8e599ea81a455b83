import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whoAmI } from '#shared/api/account/access.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/startup/config.ts'
import { visitor, type Visitor } from '#tests/support/app.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openFaultProxy, type FaultProxy } from '#tests/support/processes/fault-proxy.ts'
import { addAccount, addSession } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { openDatabase, type Database } from './client.ts'
import { openListener, type Listener } from './listener.ts'
import { watchDatabase, type Watch } from './watch.ts'

const log = pino({ level: 'silent' })
const silentMs = 1000
let database: TestDatabase
let proxy: FaultProxy
let through: Database
let listener: Listener
let watch: Watch
let app: Awaited<ReturnType<typeof buildApp>>
let dataDir: string
let origin: string
let person: Visitor

beforeAll(async () => {
  database = await openTestDatabase()
  proxy = await openFaultProxy(database.url)
  through = openDatabase(proxy.url, log, { poolSize: 5 })
  listener = openListener(proxy.url, log)
  watch = watchDatabase({ url: proxy.url, gate: through.gate, listener, log, silentMs })
  dataDir = await mkdtemp(join(tmpdir(), 'portal-watch-'))
  const config = readConfig({ DATABASE_URL: proxy.url, DATA_DIR: dataDir, PORT: '0' })
  app = await buildApp({ config, log, listener, ...through })
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  person = visitor(origin)
  person.cookies.set('sid', await addSession(database.db, await addAccount(database.db, { role: 'admin' })))
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await watch.close()
  await listener.close()
  await through.close()
  await proxy.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const failures = {
  'refuses connections': () => proxy.refuse(),
  'takes everything and answers nothing': () => proxy.swallow(),
}

for (const [name, begin] of Object.entries(failures)) {
  test(`while the database ${name} calls get a Russian 503 with Retry-After; 5 s afterwards they work`, async () => {
    await expect.poll(() => seen('/health'), { timeout: 20_000 }).toMatchObject({ status: 200 })
    begin()
    // A session is cached for a second: then every request needs the database.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const startedMs = Date.now()
    const [request, health] = await Promise.all([seen('/api/me/'), seen('/health')])
    expect(Date.now() - startedMs).toBeLessThan(5000)
    expect(request).toMatchObject({
      status: 503,
      retryAfter: '2',
      message: expect.stringMatching(/[а-я]{3}/) as unknown,
    })
    expect(health.status).toBe(503)
    proxy.heal()
    await expect.poll(() => seen('/health').then(({ status }) => status), { timeout: 5000 }).toBe(200)
    await expect.poll(() => call(whoAmI, {}, person).then(({ me }) => me?.role), { timeout: 5000 }).toBe('admin')
  })
}

test('connections cut once fail at most the requests in flight', async () => {
  for (let time = 0; time < 5; time += 1) {
    proxy.reset()
    await expect.poll(() => call(whoAmI, {}, person).then(({ me }) => me?.role), { timeout: 5000 }).toBe('admin')
  }
})

test('a silently dead listening connection is reopened', async () => {
  const heard: (string | undefined)[] = []
  listener.on('watched', (payload) => heard.push(payload))
  proxy.swallow()
  await new Promise((resolve) => setTimeout(resolve, silentMs + 1000))
  proxy.heal()
  await expect
    .poll(
      async () => {
        await database.pool.query("select pg_notify('watched', 'again')")
        return heard.includes('again')
      },
      { timeout: 8000 },
    )
    .toBe(true)
})

async function seen(path: string) {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(origin + path, { headers: { cookie } })
  const { message } = (await response.json()) as { message?: string }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), message }
}
