import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from './support/database.ts'
import { startServerProcess } from './support/process.ts'

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

test('a stop signal lets requests in flight finish, then the process ends by itself', async () => {
  const server = await start()
  const body = JSON.stringify({ login: 'nobody@demo.example', password: 'x' })
  const headers = { 'content-type': 'application/json' }
  const flights = Array.from({ length: 8 }, () => fetch(`${server.origin}/api/login/`, { method: 'POST', body, headers }))
  await expect.poll(() => fetch(`${server.origin}/health`).then(({ status }) => status)).toBe(200)
  server.child.kill('SIGTERM')
  const answers = await Promise.all(flights.map((flight) => flight.then(({ status }) => status)))
  expect(answers.every((status) => status === 401)).toBe(true)
  expect(await server.exited).toBe(0)
})

test('logs are JSON lines that carry the request id of the answer', async () => {
  const server = await start()
  const response = await fetch(`${server.origin}/api/me/?secret=1`)
  const requestId = response.headers.get('x-request-id')
  server.child.kill('SIGTERM')
  await server.exited
  const lines = server.log().trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.find((line) => line.reqId === requestId)).toMatchObject({ path: '/api/me', status: 200, msg: 'request' })
  expect(server.log()).not.toContain('secret')
})

test('metrics are for this machine, or for whoever has the token', async () => {
  const server = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, METRICS_TOKEN: 'scrape', TRUST_PROXY: '1' })
  const ask = (headers: Record<string, string>) => fetch(`${server.origin}/metrics`, { headers })
  expect(await (await ask({})).text()).toContain('http_request_duration_seconds')
  expect((await ask({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
  expect((await ask({ 'x-forwarded-for': '8.8.8.8', authorization: 'Bearer scrape' })).status).toBe(200)
  server.child.kill('SIGTERM')
  await server.exited
})
