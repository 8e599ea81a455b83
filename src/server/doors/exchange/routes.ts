import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { AppError } from '#server/platform/app-error.ts'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { clientAddress, noteOf } from '#server/platform/http/request-notes.ts'
import { noCredentials } from './answers.ts'
import { cookieName, openSession, readBasic, sessionOf } from './receive/checkauth.ts'
import { noteSignIn, tokenOf, unpackedBody } from './receive/request.ts'
import {
  sessionEndedReply,
  endSessionOnRequest,
  importFileByName,
  init,
  receive,
  type ProtocolReply,
  type ProtocolContext,
  type ProtocolLimits,
  type ProtocolRequest,
} from './protocol.ts'
import { receiveFeed } from './feeds/receive-feed.ts'
import { decodeFilename } from './filename.ts'
import {
  confirmTaken,
  createOrderFileLimit,
  sendInfo,
  sendNewOrders,
  importOrderFile,
  receiveOrderFile,
} from './sale.ts'
import { startWorker, type WorkerOptions } from './work/worker.ts'

export type ExchangeDeps = { db: Db; pool: Pool; files: FileStore; log: Logger }
export type ExchangeOptions = Partial<ProtocolLimits> & Partial<WorkerOptions>

const defaultLimits: ProtocolLimits = { chunkBytes: 100 * 1024 * 1024, sessionBytes: 8 * 1024 ** 3, holdMs: 8000 }
const done = () => Promise.resolve('success')

type ProtocolDeps = ProtocolContext & Pick<ExchangeDeps, 'pool'>
type Mode = (deps: ProtocolContext, request: ProtocolRequest) => Promise<ProtocolReply>

/** What each step of each exchange does; `checkauth` comes before any of them. */
const steps: Record<string, Record<string, Mode>> = {
  catalog: {
    init,
    file: receive,
    import: importFileByName,
    deactivate: endSessionOnRequest,
    complete: endSessionOnRequest,
  },
  sale: {
    init,
    query: sendNewOrders,
    success: confirmTaken,
    info: sendInfo,
    file: receiveOrderFile,
    import: importOrderFile,
    complete: endSessionOnRequest,
  },
  // Directories of users, as Bitrix sends them: taken politely, kept nowhere.
  reference: { init, file: done, import: done, deactivate: done, complete: done, query: done, success: done },
  // NDJSON has no steps beside checkauth: what is posted is the feed.
  feed: {},
}

/** What stays answerable in a session that is over: 1C may close it twice. */
const closing = new Set(['deactivate', 'complete'])

/**
 * The door of 1C: one address, every answer with HTTP 200 and a first word that 1C knows. Takes bodies of any type or
 * none as streams, looks at no Origin, and reads no cookie but its own.
 */
export async function exchangeRoutes(
  app: FastifyInstance,
  deps: ExchangeDeps,
  options: ExchangeOptions = {},
): Promise<void> {
  const worker = startWorker(deps, options)
  app.addHook('onClose', () => worker.stop())
  const door: ProtocolDeps = {
    ...deps,
    worker,
    limits: { ...defaultLimits, ...options },
    orderFileLimit: createOrderFileLimit(),
  }

  await app.register((scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    // 1C sends none, or any: what Fastify could find wrong with it must not become an answer other than 200.
    scope.addHook('onRequest', async (request) => {
      if (request.headers['content-type'] !== undefined)
        request.raw.headers['content-type'] = 'application/octet-stream'
    })
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof AppError) return answer(reply, `failure\n${error.message}`, error.status)
      return answer(reply, failureOf(error, request))
    })
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PUT'],
      url: '/1c-exchange',
      compress: false,
      decompress: false,
      handler: (request, reply) => serve(door, request, reply),
    })
    return Promise.resolve()
  })
}

async function serve(deps: ProtocolDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = singles(request.query as Record<string, string | string[]>)
  const body = request.body as Readable | undefined
  // Somebody only looks whether the door is there.
  if (request.method === 'HEAD') return answer(reply, '')
  const given = await decide(deps, request, query, body && unpackedBody(body, request.headers))
  if (typeof given === 'string') body?.resume()
  return answer(reply, given)
}

async function decide(
  deps: ProtocolDeps,
  request: FastifyRequest,
  query: ProtocolRequest['query'],
  body: Readable | undefined,
): Promise<ProtocolReply> {
  const type = query.type ?? 'catalog'
  const mode = query.mode ?? ''
  if (type === 'feed' && mode !== 'checkauth') return feed(deps, request, query, body)
  const modes = Object.hasOwn(steps, type) ? steps[type] : undefined
  if (modes === undefined) return `failure\nНеизвестный вид обмена «${type}»`
  if (mode === 'checkauth') return checkauth(deps, request, type)
  const step = Object.hasOwn(modes, mode) ? modes[mode] : undefined
  if (step === undefined) return `failure\nНеизвестная команда «${mode}»`

  const token = tokenOf(request.headers.cookie, query.sessid)
  const session = await sessionOf(deps, token)
  if (session) noteOf(request, { account: session.accountId })
  else noteOf(request, { event: 'access.refused', code: 'notSignedIn' })
  if (session === undefined || token === undefined) return 'failure\nСначала пройдите авторизацию (checkauth)'
  if (session.closed && !closing.has(mode)) return sessionEndedReply
  return step(deps, { session, token, query, body, lengthBytes: Number(request.headers['content-length']) || 0 })
}

function feed(
  deps: ProtocolDeps,
  request: FastifyRequest,
  query: ProtocolRequest['query'],
  body: Readable | undefined,
): Promise<string> {
  const { headers } = request
  return receiveFeed(deps, {
    name: query.name ?? '',
    token: tokenOf(headers.cookie, query.sessid),
    authorization: headers.authorization,
    address: clientAddress(request),
    body,
    onSession: ({ accountId }) => noteOf(request, { account: accountId }),
    onSignIn: (opened) => noteSignIn(request, opened),
  })
}

async function checkauth(deps: ProtocolContext, request: FastifyRequest, type: string): Promise<string> {
  const credentials = readBasic(request.headers.authorization)
  if (credentials === undefined) return noCredentials
  const opened = await openSession(deps, { credentials, address: clientAddress(request), type })
  noteSignIn(request, opened)
  if ('refused' in opened) return `failure\n${opened.refused}`
  deps.worker.wake()
  return `success\n${cookieName}\n${opened.token}`
}

function answer(reply: FastifyReply, given: ProtocolReply, status = 200): FastifyReply {
  const { contentType, body } =
    typeof given === 'string' ? { contentType: 'text/plain; charset=utf-8', body: given } : given
  return reply.code(status).header('cache-control', 'no-store').header('content-type', contentType).send(body)
}

function failureOf(error: unknown, request: FastifyRequest): string {
  if (isUnpackable(error)) return 'failure\nСжатые данные повреждены'
  request.log.error({ err: error }, 'exchange request failed')
  if (isTransientDatabaseError(error)) return 'failure\nПортал временно недоступен. Повторите обмен через минуту'
  return 'failure\nВнутренняя ошибка портала'
}

function isUnpackable(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('Z_')
}

function singles(query: Record<string, string | string[]>): ProtocolRequest['query'] {
  const single = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  )
  return single.filename === undefined ? single : { ...single, filename: decodeFilename(single.filename) }
}
