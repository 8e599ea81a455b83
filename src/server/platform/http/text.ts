import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

/** The exchange decodes windows-1251 names itself. */
const otherEncodings = /^\/1c-exchange(\/?\?|\/?$)/
const notText = 'Недопустимые символы в запросе'
const maxDepth = 200

/**
 * Refuses malformed text before any handler: NUL, which PostgreSQL cannot store and which truncates file names, and
 * invalid UTF-8 (lone surrogates, broken or overlong sequences, broken percent codes). Handlers check streamed bodies
 * themselves.
 */
export function refuseMalformedText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    refuseMalformedAddress(request.originalUrl)
    if (!otherEncodings.test(request.originalUrl)) refuseMalformedHeaders(request.headers)
    done()
  })
  // Forms are parsed before their validation.
  app.addHook('preHandler', (request, _reply, done) => {
    refuseMalformedValue(request.body)
    done()
  })
}

/**
 * The address for the router, which would answer an undecodable path before all hooks, without log line and headers.
 * With escaped percent signs it is routed and then refused.
 */
export function routableUrl({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return url
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** An address as sent, with percent codes. */
function refuseMalformedAddress(url: string): void {
  refuseNul(url)
  if (!url.includes('%')) return
  if (/%00/.test(url)) throw new AppError('malformed', { message: notText })
  if (otherEncodings.test(url)) return
  try {
    decodeURIComponent(url)
  } catch (error) {
    throw new AppError('malformed', { message: notText }, { cause: error })
  }
}

/** Headers that other programs set and nothing of ours decodes: a foreign cookie must not lock a user out. */
const foreignHeaders = new Set(['cookie', 'referer', 'user-agent'])

/** Node returns header bytes as Latin-1; it refuses NUL and other control codes itself. */
function refuseMalformedHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/[\u0080-\u00ff]/.test(String(value)) && !foreignHeaders.has(name))
      decodeText(Buffer.from(String(value), 'latin1'))
  }
}

/** All texts in a parsed body, field names included. Bytes and streams are skipped. */
export function refuseMalformedValue(value: unknown, depth = 0): void {
  if (typeof value === 'string') return refuseMalformedString(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || 'pipe' in value) return
  if (depth > maxDepth) throw new AppError('malformed')
  if (Array.isArray(value)) {
    for (const each of value) refuseMalformedValue(each, depth + 1)
    return
  }
  for (const [name, each] of Object.entries(value)) {
    refuseMalformedString(name)
    refuseMalformedValue(each, depth + 1)
  }
}

/** A body's bytes as text. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new AppError('malformed', { message: notText })
  return bytes.toString('utf8')
}

/** Fields of a form; each must be valid text. */
export function parseForm(text: string): Record<string, string> {
  refuseMalformedAddress(text.replaceAll('+', ' '))
  return Object.fromEntries(new URLSearchParams(text))
}

/** Text decoded by a form parser: invalid UTF-8 has become U+FFFD. */
export function refuseReplaced(text: string | undefined): void {
  if (text?.includes('\uFFFD')) throw new AppError('malformed', { message: notText })
}

function refuseMalformedString(text: string): void {
  refuseNul(text)
  if (!text.isWellFormed()) throw new AppError('malformed', { message: notText })
}

function refuseNul(text: string): void {
  if (text.includes('\0')) throw new AppError('malformed', { message: notText })
}
