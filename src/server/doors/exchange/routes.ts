import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { exchangeAddress } from '#shared/api/administration/feeds.ts'
import { AppError } from '#server/platform/app-error.ts'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { clientAddress, addRequestNotes } from '#server/platform/http/request-notes.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { noCredentials } from './error-replies.ts'
import { cookieName, openSession, readBasic, findRequestSession } from './receive/checkauth.ts'
import { logSignIn, tokenOf, decompressBody } from './receive/request.ts'
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
  retryExchange,
} from './protocol.ts'
import { receiveFeed } from './feeds/receive-feed.ts'
import { decodeFilename } from './filename.ts'
import {
  confirmReceived,
  createOrderFileLimit,
  sendInfo,
  sendNewOrders,
  importOrderFile,
  receiveOrderFile,
} from './order-protocol.ts'
import { startWorker, type WorkerOptions } from './work/worker.ts'

export type ExchangeDeps = {
  db: Db
  pool: Pool
  files: FileStore
  log: Logger
  outgoing?: Outgoing | undefined
}
export type ExchangeOptions = Partial<ProtocolLimits> & Partial<WorkerOptions>

const defaultLimits: ProtocolLimits = { chunkBytes: 100 * 1024 * 1024, sessionBytes: 8 * 1024 ** 3, importWaitMs: 8000 }
const succeed = () => Promise.resolve('success')

type ProtocolDeps = ProtocolContext & Pick<ExchangeDeps, 'pool'>
type Step = (deps: ProtocolContext, request: ProtocolRequest) => Promise<ProtocolReply>

/** Handler of each step of each exchange type; `checkauth` comes first. */
const steps: Record<string, Record<string, Step>> = {
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
    success: confirmReceived,
    info: sendInfo,
    file: receiveOrderFile,
    import: importOrderFile,
    complete: endSessionOnRequest,
  },
  // Directories of users, as Bitrix sends them: accepted and discarded.
  reference: {
    init,
    file: succeed,
    import: succeed,
    deactivate: succeed,
    complete: succeed,
    query: succeed,
    success: succeed,
  },
  // A feed has no steps besides checkauth: the posted body is the feed.
  feed: {},
}

/** Steps allowed in a closed session, because 1C may close it twice. */
const answerableWhenClosed = new Set(['deactivate', 'complete'])

/**
 * The CommerceML endpoint of 1C: one address, every reply with HTTP 200 and a first word that 1C knows. Accepts bodies
 * of any type as streams, ignores Origin, and reads only its own cookie.
 */
export async function exchangeRoutes(
  app: FastifyInstance,
  deps: ExchangeDeps,
  options: ExchangeOptions = {},
): Promise<void> {
  const worker = startWorker(deps, options)
  app.addHook('onClose', () => worker.stop())
  const protocolDeps: ProtocolDeps = {
    ...deps,
    worker,
    limits: { ...defaultLimits, ...options },
    orderFileLimit: createOrderFileLimit(),
  }

  await app.register((scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    // 1C sends any content type or none; a rejection by Fastify would not be a 200.
    scope.addHook('onRequest', async (request) => {
      if (request.headers['content-type'] !== undefined)
        request.raw.headers['content-type'] = 'application/octet-stream'
    })
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof AppError) return answer(reply, `failure\n${error.message}`, error.status)
      return answer(reply, toFailure(error, request))
    })
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PUT'],
      url: exchangeAddress,
      compress: false,
      decompress: false,
      handler: (request, reply) => serve(protocolDeps, request, reply),
    })
    return Promise.resolve()
  })
}

async function serve(deps: ProtocolDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = lastValues(request.query as Record<string, string | string[]>)
  const body = request.body as Readable | undefined
  // A check whether the endpoint exists.
  if (request.method === 'HEAD') return answer(reply, '')
  const given = await dispatch(deps, request, query, body && decompressBody(body, request.headers))
  if (typeof given === 'string') body?.resume()
  return answer(reply, given)
}

async function dispatch(
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
  const session = await findRequestSession(deps, token)
  if (session) addRequestNotes(request, { account: session.accountId })
  else addRequestNotes(request, { event: 'access.refused', code: 'notSignedIn' })
  if (session === undefined || token === undefined) return 'failure\nСначала пройдите авторизацию (checkauth)'
  if (session.closed && !answerableWhenClosed.has(mode)) return sessionEndedReply
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
    onSession: ({ accountId }) => addRequestNotes(request, { account: accountId }),
    onSignIn: (opened) => logSignIn(request, opened),
  })
}

async function checkauth(deps: ProtocolContext, request: FastifyRequest, type: string): Promise<string> {
  const credentials = readBasic(request.headers.authorization)
  if (credentials === undefined) return noCredentials
  const opened = await openSession(deps, { credentials, address: clientAddress(request), type })
  logSignIn(request, opened)
  if ('refused' in opened) return `failure\n${opened.refused}`
  deps.worker.wake()
  return `success\n${cookieName}\n${opened.token}`
}

function answer(reply: FastifyReply, given: ProtocolReply, status = 200): FastifyReply {
  const { contentType, body } =
    typeof given === 'string' ? { contentType: 'text/plain; charset=utf-8', body: given } : given
  return reply.code(status).header('cache-control', 'no-store').header('content-type', contentType).send(body)
}

function toFailure(error: unknown, request: FastifyRequest): string {
  if (isDecompressionError(error)) return 'failure\nСжатые данные повреждены'
  request.log.error({ err: error }, 'exchange request failed')
  if (isTransientDatabaseError(error)) return `failure\nПортал временно недоступен. ${retryExchange}`
  return 'failure\nВнутренняя ошибка портала'
}

function isDecompressionError(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('Z_')
}

function lastValues(query: Record<string, string | string[]>): ProtocolRequest['query'] {
  const single = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  )
  return single.filename === undefined ? single : { ...single, filename: decodeFilename(single.filename) }
}
