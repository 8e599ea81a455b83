import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

/** 1C names its files in windows-1251 as well; the exchange decodes them itself. */
const otherEncodings = /^\/1c-exchange(\/?\?|\/?$)/
const notText = 'Недопустимые символы в запросе'
const maxDepth = 200

/**
 * Refuses malformed text before any handler: NUL, which PostgreSQL does not store and which ends names in the file
 * system, and invalid UTF-8 (lone surrogates, broken or overlong sequences, broken percent codes). Handlers check
 * streamed bodies themselves.
 */
export function refuseMalformedText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    refuseMalformedAddress(request.originalUrl)
    if (!otherEncodings.test(request.originalUrl)) refuseMalformedHeaders(request.headers)
    done()
  })
  // A form is read before its validation.
  app.addHook('preHandler', (request, _reply, done) => {
    refuseMalformedValue(request.body)
    done()
  })
}

/**
 * What the router is given: it answers a path that it cannot decode past all hooks, so that neither a line in the log
 * nor a header of ours would come of it. With its percent signs escaped it is routed, and refused as it was sent.
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

/** An address as it was sent, percent codes and all. */
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

/** Headers of other programs' making, which nothing of ours decodes: a foreign cookie must not lock anybody out. */
const foreignHeaders = new Set(['cookie', 'referer', 'user-agent'])

/** Node hands on bytes as they are, one a letter; NUL and other control codes it refuses itself. */
function refuseMalformedHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/[\u0080-\u00ff]/.test(String(value)) && !foreignHeaders.has(name))
      decodeText(Buffer.from(String(value), 'latin1'))
  }
}

/** A parsed body: every text in it, names of fields too. Bytes and streams are no text. */
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

/** A form's fields from its text, of which each must be whole. */
export function parseForm(text: string): Record<string, string> {
  refuseMalformedAddress(text.replaceAll('+', ' '))
  return Object.fromEntries(new URLSearchParams(text))
}

/** Text that a form's reader has decoded already: what was no UTF-8 has become U+FFFD. */
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
