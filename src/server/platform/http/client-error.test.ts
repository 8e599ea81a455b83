import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { openLog } from '#server/platform/log/open.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

/** Requests that the HTTP parser refuses get a code and a Russian sentence like every other refusal. */
const logged: Record<string, unknown>[] = []
const sink = new Writable({
  write: (line: Buffer, _encoding, done) => done(void logged.push(JSON.parse(line.toString()))),
})
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const post = 'POST /api/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

test.each([
  ['a wrong chunk size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, 'malformed'],
  ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 'malformed'],
  ['no HTTP', 'hello\r\n\r\n', 'malformed'],
  ['headers of 100 KB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`, 'headersTooLarge'],
] as const)(
  '%s is answered with a code and a Russian sentence, and the connection is closed',
  async (_, sent, code) => {
    const { head, body } = await send(sent, portal)
    const { status, message } = errors[code]
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i)
    expect(JSON.parse(body)).toEqual({ status: 'error', code, message })
  },
)

test('such requests are logged with address and reason, equal ones once', async () => {
  logged.length = 0
  const portal = await startTestApp({ log: openLog({ level: 'info' }, sink).log })
  for (let sent = 0; sent < 3; sent += 1) await send('hello\r\n\r\n', portal)
  await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`, portal)
  await portal.close()
  expect(logged.filter(({ event }) => event === 'request.malformed')).toMatchObject([
    { status: 400, code: 'malformed', address: '127.0.0.1', reason: 'HPE_INVALID_METHOD' },
    { status: 431, code: 'headersTooLarge', address: '127.0.0.1', reason: 'HPE_HEADER_OVERFLOW' },
  ])
})

/** Sends these bytes and returns the answer up to the close of the connection. */
async function send(bytes: string, { origin }: TestApp): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  // The server may close before reading all of it.
  socket.on('error', () => undefined)
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body }
}
