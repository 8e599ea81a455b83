import type { IncomingHttpHeaders } from 'node:http'
import { finished, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { addRequestNotes } from '#server/platform/http/request-notes.ts'
import { cookieName, type SignInResult } from './checkauth.ts'

/** 1C sends the cookie from the reply to `checkauth`; some clients pass it as sessid instead. */
export function tokenOf(header: string | undefined, sessid: string | undefined): string | undefined {
  const cookies = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  return cookies.find(([name]) => name === cookieName)?.[1] ?? sessid
}

export function logSignIn(request: Parameters<typeof addRequestNotes>[0], opened: SignInResult): void {
  if ('token' in opened) addRequestNotes(request, { account: opened.accountId, event: 'sign-in.succeeded' })
  else
    addRequestNotes(request, {
      code: opened.code,
      event: opened.code === 'wrongCredentials' ? 'sign-in.failed' : 'limit.reached',
    })
}

/** The request body, decompressed if necessary. */
export function decompressBody(body: Readable, headers: IncomingHttpHeaders): Readable {
  const compressed = /^(x-)?gzip$/i.test(headers['content-encoding']?.trim() ?? '')
  return compressed ? Readable.from(decompress(body), { objectMode: false }) : body
}

/**
 * A generator decompresses only what is read. Invalid data does not destroy the body, as a pipeline would, because that
 * would close the connection before the answer.
 */
async function* decompress(body: Readable): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  finished(body, (error) => void (error && gunzip.destroy(error)))
  try {
    yield* body.pipe(gunzip) as AsyncIterable<Uint8Array>
  } finally {
    body.unpipe(gunzip)
    body.resume()
  }
}
