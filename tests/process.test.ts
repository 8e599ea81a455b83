import { mkdtemp, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signIn } from '#shared/api/account/access.ts'
import { knownSignIns } from '#server/doors/demo/sign-ins.ts'
import { isAlive } from '#server/platform/db/embedded-server.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { call } from '#web/api/client.ts'
import { visitor } from './support/app.ts'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { addAccount } from './support/fixtures.ts'
import { startServerProcess } from './support/process.ts'

// Each starts a server, which takes half a minute on a machine with much else to do.
vi.setConfig({ testTimeout: 120_000 })

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'portal-process-'))
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () => startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'info' })

test('a server started by a test stops when the test’s process is killed', async () => {
  const variables = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', DEMO: '0' }
  const script = `
    import { startServerProcess } from '#tests/support/process.ts'
    const { child } = await startServerProcess(${JSON.stringify(variables)})
    console.log(child.pid)`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = (await once(starter.stdout, 'data')) as [Buffer]
  const pid = Number(output.toString())
  expect(isAlive(pid)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
})

test('a test worker process ends with its test run', async () => {
  const worker = spawn(
    process.execPath,
    [
      '--import',
      './tests/support/processes/end-with-run.ts',
      '--eval',
      "setInterval(() => {}, 1000); process.send('up')",
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  await once(worker, 'message')
  const ended = once(worker, 'exit')
  worker.disconnect()
  expect((await ended)[0]).toBe(1)
})

test('after a stop signal running requests finish, then the process exits', async () => {
  const server = await start()
  const body = JSON.stringify({ login: 'nobody@demo.example', password: 'x' })
  const headers = { 'content-type': 'application/json' }
  const flights = Array.from({ length: 8 }, () =>
    fetch(`${server.origin}/api/login/`, { method: 'POST', body, headers }),
  )
  await expect.poll(() => fetch(`${server.origin}/health`).then(({ status }) => status), { timeout: 60_000 }).toBe(200)
  server.child.kill('SIGTERM')
  const answers = await Promise.all(flights.map((flight) => flight.then(({ status }) => status)))
  expect(answers.every((status) => status === 401)).toBe(true)
  expect(await server.exited).toBe(0)
})

test('logs are JSON lines with the request id of the answer', async () => {
  const server = await start()
  const response = await fetch(`${server.origin}/api/me/?secret=1`)
  const requestId = response.headers.get('x-request-id')
  server.child.kill('SIGTERM')
  await server.exited
  const lines = linesOf(server.log())
  expect(lines.find((line) => line.reqId === requestId)).toMatchObject({ path: '/api/me', status: 200, msg: 'request' })
  expect(server.log()).not.toContain('secret')
})

test('every request line has account and address; sign-ins and refusals are logged as events', async () => {
  const signIn = { login: 'log@firm.example', password: 'a-password-of-its-own-5' }
  const accountId = await addAccount(database.db, { role: 'sales', ...signIn })
  const server = await start()
  const person = visitor(server.origin)
  const post = (path: string, body: object) =>
    person.send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  await post('/api/login/', { ...signIn, password: 'wrong' })
  await person.send('/api/order/', { method: 'GET' })
  await post('/api/login/', signIn)
  await person.send('/api/me/', { method: 'GET' })
  await person.send('/api/order/', { method: 'GET' })
  await post('/api/logout/', {})
  await fetch(`${server.origin}/1c-exchange?type=catalog&mode=checkauth`, {
    headers: { authorization: `Basic ${btoa('nobody:at-all')}` },
  })
  server.child.kill('SIGTERM')
  await server.exited
  const requests = linesOf(server.log()).filter(({ msg, path }) => msg === 'request' && path !== '/health')
  expect(requests.map(({ path, status, account, event }) => [path, status, account, event])).toEqual([
    ['/api/login', 401, null, 'sign-in.failed'],
    ['/api/order', 401, null, 'access.refused'],
    ['/api/login', 200, accountId, 'sign-in.succeeded'],
    ['/api/me', 200, accountId, undefined],
    ['/api/order', 403, accountId, 'access.refused'],
    ['/api/logout', 200, accountId, 'sign-out'],
    ['/1c-exchange', 200, null, 'sign-in.failed'],
  ])
  expect(new Set(requests.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
})

test('a failed start prints its reason in one line without the database password', async () => {
  const env = {
    ...process.env,
    DATABASE_URL: 'postgres://portal:very-secret@127.0.0.1:1/portal',
    DATA_DIR: dataDir,
    PORT: '0',
  }
  const child = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
  expect((await once(child, 'exit'))[0]).toBe(1)
  expect(output).toBe('База данных не отвечает: проверьте, запущена ли она и верен ли DATABASE_URL\n')
})

test('a port in use is reported in one plain sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '0', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
  expect((await once(child, 'close'))[0]).toBe(1)
  expect(output).toBe(`Порт ${port} на 127.0.0.1 занят другой программой: остановите её или задайте другой PORT\n`)
  other.close()
})

test.each([
  [{ BASE_URL: 'portal.firm.ru' }, 'BASE_URL: нужен адрес портала без пути, например https://opt.example\n'],
  [
    { TRUST_PROXY: 'yes' },
    'TRUST_PROXY: нужно число прокси или их адреса, например 10.0.0.1, 10.1.0.0/16, а не «yes»\n',
  ],
])('a start with %j reports the error in one plain sentence', async (wrong, sentence) => {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '0', PORT: '0', ...wrong }
  const child = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')))
  expect((await once(child, 'close'))[0]).toBe(1)
  expect(output).toBe(sentence)
})

test('metrics are available from localhost or with the token', async () => {
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    METRICS_TOKEN: 'scrape',
    TRUST_PROXY: '1',
  })
  const fetchMetrics = (headers: Record<string, string>) => fetch(`${server.origin}/metrics`, { headers })
  expect(await (await fetchMetrics({})).text()).toContain('http_request_duration_seconds')
  expect((await fetchMetrics({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
  const fromOutside = (authorization: string) => fetchMetrics({ 'x-forwarded-for': '8.8.8.8', authorization })
  expect((await fromOutside('Bearer scrape')).status).toBe(200)
  for (const wrong of ['Bearer scrap', 'Bearer scrapf', 'Bearer scrape2', 'scrape', 'Bearer '])
    expect((await fromOutside(wrong)).status, wrong).toBe(404)
  server.child.kill('SIGTERM')
  await server.exited
})

test('known demo passwords of a local start are replaced at a publicly reachable start', async () => {
  const known = knownSignIns.admin
  await database.db
    .insert(accounts)
    .values({ login: known.login, passwordHash: await hashPassword(known.password), role: 'admin', name: 'Анна' })
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '0',
    BASE_URL: 'https://opt.example',
  })
  const enter = (password: string) => call(signIn, { login: known.login, password }, visitor(server.origin))
  await expect(enter(known.password)).rejects.toMatchObject({ code: 'wrongCredentials' })
  const printed = /admin@demo\.example +(\S+)/.exec(server.log())?.[1] ?? ''
  await expect(enter(printed)).resolves.toMatchObject({ me: { role: 'admin' } })
  server.child.kill('SIGTERM')
  await server.exited
})

/** The log of a server; a portal without an administrator also prints its setup link as plain text. */
function linesOf(output: string): Record<string, unknown>[] {
  const { log = [], plain = [] } = Object.groupBy(output.trim().split('\n'), (line) =>
    line.startsWith('{') ? 'log' : 'plain',
  )
  expect(plain.map((line) => line.replace(/#[\w-]{43}$/, '#'))).toEqual([
    expect.stringMatching(/^Портал: /),
    expect.stringMatching(/^Первый запуск: /),
    expect.stringMatching(/\/setup#$/),
    expect.stringMatching(/^Строки в \{фигурных скобках\} – журнал/),
  ])
  return log.map((line) => JSON.parse(line) as Record<string, unknown>)
}
