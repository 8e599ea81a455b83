import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#shared/errors.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

/** Requests that the HTTP parser refuses get a code and a Russian sentence like every other refusal. */
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
    const { head, body } = await send(sent)
    const { status, message } = errors[code]
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i)
    expect(JSON.parse(body)).toEqual({ status: 'error', code, message })
  },
)

/** Sends these bytes and returns the answer up to the close of the connection. */
async function send(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(portal.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  // The server may close before reading all of it.
  socket.on('error', () => undefined)
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body }
}
