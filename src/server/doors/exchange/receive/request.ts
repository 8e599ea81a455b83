import type { IncomingHttpHeaders } from 'node:http'
import { finished, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { noteOf } from '#server/platform/http/request-notes.ts'
import { cookieName, type Opened } from './checkauth.ts'

/** 1C sends the cookie that the body of `checkauth` named; some clients pass it as sessid instead. */
export function tokenOf(header: string | undefined, sessid: string | undefined): string | undefined {
  const cookies = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  return cookies.find(([name]) => name === cookieName)?.[1] ?? sessid
}

export function noteSignIn(request: Parameters<typeof noteOf>[0], opened: Opened): void {
  if ('token' in opened) noteOf(request, { account: opened.accountId, event: 'sign-in.succeeded' })
  else
    noteOf(request, {
      code: opened.code,
      event: opened.code === 'wrongCredentials' ? 'sign-in.failed' : 'limit.reached',
    })
}

/** A body as it was before its client packed it. */
export function unpackedBody(body: Readable, headers: IncomingHttpHeaders): Readable {
  const packed = /^(x-)?gzip$/i.test(headers['content-encoding']?.trim() ?? '')
  return packed ? Readable.from(unpacked(body), { objectMode: false }) : body
}

/**
 * Nothing is unpacked for whom it is not read. What cannot be unpacked does not end the body, as a pipeline would: the
 * connection would go with it, before the answer.
 */
async function* unpacked(body: Readable): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  finished(body, (error) => void (error && gunzip.destroy(error)))
  try {
    yield* body.pipe(gunzip) as AsyncIterable<Uint8Array>
  } finally {
    body.unpipe(gunzip)
    body.resume()
  }
}
