import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { openLog } from '#server/platform/log/open.ts'
import { sendError } from './errors.ts'
import { logRequests } from './log.ts'
import { endSlowRequests } from './bodies/slow-requests.ts'

type Line = { msg?: string; path?: string; status?: number; address?: string; event?: string }

/** An app that logs its requests, and its request log lines. */
function loggingApp() {
  const written: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => done(void written.push(chunk.toString())) })
  const log: FastifyBaseLogger = openLog({ level: 'info' }, sink).log
  const app = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) })
  app.setErrorHandler(sendError)
  logRequests(app)
  const lines = () =>
    written
      .flatMap((text) => text.trim().split('\n'))
      .map((text) => JSON.parse(text) as Line)
      .filter(({ msg }) => msg === 'request')
  return { app, lines }
}

async function pathLogged(requested: string): Promise<unknown> {
  const { app, lines } = loggingApp()
  for (const path of [
    '/price/:file',
    '/api/priceListFile/:token',
    '/api/order/:id',
    '/api/staff/priceRequest/:id/files',
  ])
    app.get(path, () => 'ok')
  await app.inject(requested)
  await app.close()
  return lines()[0]?.path
}

const secret = 'k3F-9aZ_k3F-9aZ_k3F-9aZ_k3F-9aZ_'

test('a secret URL is not logged', async () => {
  expect(await pathLogged(`/price/${secret}.xml`)).toBe('/price/:file')
  expect(await pathLogged(`/api/priceListFile/${secret}`)).toBe('/api/priceListFile/:token')
  expect(await pathLogged(`/prices/${secret}.xml`)).toBe('*')
})

test('numeric ids in the path are logged, queries are not', async () => {
  expect(await pathLogged('/api/order/12?query=Иванов')).toBe('/api/order/12')
  expect(await pathLogged('/api/staff/priceRequest/7/files')).toBe('/api/staff/priceRequest/7/files')
  expect(await pathLogged('/api/order/12a')).toBe('/api/order/:id')
})

/** Starts a request and disconnects: before the body, in the middle of it, or after it. */
async function leave(port: number, { body, announced }: { body: string; announced: number }): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    'POST /late HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${announced}\r\n\r\n${body}`,
  )
  await new Promise((resolve) => setTimeout(resolve, 60))
  socket.resetAndDestroy()
  await once(socket, 'close')
}

test('a client that disconnects is logged with its address, at any stage of its request', async () => {
  const { app, lines } = loggingApp()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  app.post('/late', () => released.then(() => 'ok'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  await Promise.all([
    leave(port, { body: '', announced: 90 }),
    leave(port, { body: '{"half":', announced: 90 }),
    leave(port, { body: '{"whole":1}', announced: 11 }),
  ])
  await expect.poll(() => lines().length).toBeGreaterThanOrEqual(3)
  release()
  await app.close()
  expect(lines().map(({ address }) => address)).toEqual(lines().map(() => '127.0.0.1'))
  expect(
    lines().filter(({ status, event }) => status === 499 && event === 'request.aborted').length,
  ).toBeGreaterThanOrEqual(3)
})

test('a body sent too slowly is logged with its answer', async () => {
  const { app, lines } = loggingApp()
  endSlowRequests(app, { windowMs: 120, minBytesPerSecond: 10_000 })
  app.post('/late', () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined).resume()
  socket.write(
    'POST /late HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"half":',
  )
  await once(socket, 'close')
  await expect.poll(lines).toMatchObject([{ status: 408, event: 'request.too-slow', address: '127.0.0.1' }])
  await app.close()
})
