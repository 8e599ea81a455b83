import { connect, type AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { account } from '#tests/support/exchange.ts'
import { addAccount, addOrganisation, createWorld, signedIn } from '#tests/support/fixtures.ts'
import { readUpload } from './read-upload.ts'
import { endSlowRequests, endUnlessComplete } from './slow-requests.ts'

const limits = { windowMs: 600, minBytesPerSecond: 10_000 }
const app = fastify()
let release: (() => void) | undefined
let portal: TestApp

beforeAll(async () => {
  endSlowRequests(app, limits)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
  const take = async ({ body }: FastifyRequest) => ({
    bytes: (await readUpload(body as Readable, { max: 1e9, message: '' })).length,
  })
  app.route({ method: 'POST', url: '/take', handler: take })
  app.route({
    method: 'POST',
    url: '/timed',
    handler: take,
    onRequest: (request, reply, done) => {
      endUnlessComplete(request, reply, { maxMs: 500 })
      done()
    },
  })
  app.route({
    method: 'POST',
    url: '/late',
    handler: (request) => new Promise<void>((resolve) => void (release = resolve)).then(() => take(request)),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  portal = await startTestApp()
})
afterAll(async () => {
  await app.close()
  await portal.close()
})

/**
 * Sends `perTick` bytes of a body every 100 ms until it is complete or the server ends it; returns the answer and
 * the time.
 */
async function upload(
  port: number,
  path: string,
  {
    bytes,
    perTick,
    type = 'application/octet-stream',
    cookie = '',
  }: { bytes: number; perTick: number; type?: string; cookie?: string },
) {
  const socket = connect(port, '127.0.0.1')
  const startedMs = performance.now()
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `Cookie: ${cookie}\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  let left = bytes
  const timer = setInterval(() => {
    const now = Math.min(perTick, left)
    left -= now
    if (now > 0 && socket.writable) socket.write(Buffer.alloc(now, 97))
  }, 100)
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (piece: Buffer) => void (answer += piece.toString('utf8')))
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return { answer, ms: performance.now() - startedMs }
}

const portOf = ({ server: listening }: { server: { address: () => unknown } }) =>
  (listening.address() as AddressInfo).port

test('a body sent too slowly is ended with 408 and a Russian sentence', async () => {
  const { answer } = await upload(portOf(app), '/take', { bytes: 100_000, perTick: 10 })
  expect(answer).toMatch(/^HTTP\/1\.1 408/)
  expect(answer).toContain('слишком медленно')
})

test('a body that stops halfway is ended with 408', async () => {
  expect((await upload(portOf(app), '/take', { bytes: 100_000, perTick: 0 })).answer).toMatch(/^HTTP\/1\.1 408/)
})

test('a slow body above the minimum rate is accepted, however long it takes', async () => {
  const { answer, ms } = await upload(portOf(app), '/take', { bytes: 60_000, perTick: 3000 })
  expect(answer).toMatch(/^HTTP\/1\.1 200/)
  expect(ms).toBeGreaterThan(limits.windowMs * 2)
})

test('a body above the minimum rate is ended when the route’s own time limit is over', async () => {
  const { answer, ms } = await upload(portOf(app), '/timed', { bytes: 1_000_000, perTick: 3000 })
  expect(answer).toMatch(/^HTTP\/1\.1 408/)
  expect(ms).toBeLessThan(5000)
})

test('a client is not ended for data that the server has not read yet', async () => {
  const uploaded = upload(portOf(app), '/late', { bytes: 500_000, perTick: 500_000 })
  await new Promise((resolve) => setTimeout(resolve, limits.windowMs * 4))
  release?.()
  expect((await uploaded).answer).toMatch(/^HTTP\/1\.1 200/)
})

test('headers sent too slowly are ended with 408', async () => {
  const { server } = portal.app
  expect(server.headersTimeout).toBe(20_000)
  server.headersTimeout = 300
  const socket = connect(portOf(portal.app), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n')
  let sent = 0
  const timer = setInterval(() => void (socket.writable && socket.write(`X-${(sent += 1)}: a\r\n`)), 100)
  let answer = ''
  socket.on('data', (piece: Buffer) => void (answer += piece.toString('utf8')))
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  server.headersTimeout = 20_000
  expect(answer).toMatch(/^HTTP\/1\.1 408/)
  expect(sent).toBeGreaterThan(2)
})

test("an ended slow upload frees its account's slot, for forms and for files of 1C", async () => {
  const world = await createWorld(portal.db)
  const owner = await signedIn(portal, world.ownerId)
  const form = {
    bytes: 1_000_000,
    perTick: 20,
    type: 'multipart/form-data; boundary=b',
    cookie: `sid=${owner.cookies.get('sid')}`,
  }
  await addAccount(portal.db, { role: 'exchange', ...account })
  const [, name, token] = (
    await fetch(`${portal.origin}/1c-exchange?type=catalog&mode=checkauth`, {
      headers: { authorization: `Basic ${btoa(`${account.login}:${account.password}`)}` },
    }).then((response) => response.text())
  ).split('\n')
  const slow = [
    upload(portOf(portal.app), '/api/uploadsFromFile/', form),
    upload(portOf(portal.app), '/api/uploadsFromFile/', form),
    upload(portOf(portal.app), '/api/login/', { ...form, type: 'application/json' }),
    upload(portOf(portal.app), '/1c-exchange?type=catalog&mode=file&filename=import.xml', {
      ...form,
      type: 'text/xml',
      cookie: `${name}=${token}`,
    }),
  ]
  const send = async () => {
    const body = new FormData()
    body.set('file', new Blob(['Артикул;Количество\nА-1;5\n']), 'заказ.csv')
    return (await owner.send('/api/uploadsFromFile/', { method: 'POST', body })).status
  }
  await expect.poll(send, { timeout: 10_000 }).toBe(429)
  const answers = await Promise.all(slow)
  expect(answers.map(({ answer }) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])).toEqual(['408', '408', '408', '408'])
  expect(await send()).toBe(200)
}, 120_000)

test('a far too large file is refused before it is read, and its connection is soon closed', async () => {
  const { ownerId } = await createWorld(portal.db)
  const owner = await signedIn(portal, ownerId)
  const cookie = `sid=${owner.cookies.get('sid')}`
  const form = { bytes: 100_000_000, perTick: 50_000, type: 'multipart/form-data; boundary=b', cookie }
  const { answer, ms } = await upload(portOf(portal.app), '/api/uploadsFromFile/', form)
  expect(answer).toMatch(/^HTTP\/1\.1 413/)
  expect(answer).toContain('Файл больше 20 МБ')
  expect(ms).toBeLessThan(15_000)
})

test('slow uploads above the minimum rate give way to other accounts', async () => {
  const offices = await Promise.all(
    Array.from({ length: 7 }, async (_, n) => {
      const { organisationId } = await addOrganisation(portal.db, `ООО «Офис ${n}»`)
      return signedIn(portal, await addAccount(portal.db, { role: 'owner', organisationId }))
    }),
  )
  const [honest, ...slow] = offices as [Visitor, ...Visitor[]]
  const trickle = (visitor: Visitor) => {
    const socket = connect(portOf(portal.app), '127.0.0.1')
    const head =
      'Host: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
      `Cookie: sid=${visitor.cookies.get('sid')}\r\n`
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    socket.write(
      `POST /api/uploadsFromFile/ HTTP/1.1\r\n${head}Content-Length: 20000000\r\n\r\n${part}${'x'.repeat(400_000)}`,
    )
    socket.on('error', () => undefined)
    return socket
  }
  const sockets = slow.flatMap((visitor) => [trickle(visitor), trickle(visitor)])
  const send = async () => {
    const body = new FormData()
    body.set('file', new Blob(['Артикул;Количество\nА-1;5\n']), 'заказ.csv')
    const answer = await honest.send('/api/uploadsFromFile/', { method: 'POST', body })
    return ((await answer.json()) as { code?: string }).code ?? 'read'
  }
  // All of them hold their slots before anybody else sends.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await send()).toBe('tooManyRequests')
  const nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + 40_000)
  // Accepted; the refusal for lack of a contract comes later.
  expect(await send()).not.toBe('tooManyRequests')
  vi.restoreAllMocks()
  for (const socket of sockets) socket.destroy()
})
