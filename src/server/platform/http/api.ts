import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callSelector, type Endpoint, type ParsedInputOf, type ReplyOf } from '#shared/api/endpoint.ts'
import { errors } from '#shared/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { callerOf, checkInput, refuseWithoutRight } from './check-call.ts'
import { memoizeFrozen } from '#server/platform/memoize.ts'
import { createKnownBodies, type RouteConfig } from './bodies/known-bodies.ts'
import { refuseCrossSite, refuseUnprovenGet } from './origin.ts'
import { addRequestNotes, streamEnded } from './request-notes.ts'
import type { Sessions } from './session.ts'

type ActorOf<E extends Endpoint> = E['right'] extends 'public' ? Actor | undefined : Actor

export type Call<E extends Endpoint> = {
  actor: ActorOf<E>
  input: ParsedInputOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** A reply that is JSON text already, whole or as a stream. */
export class Serialised {
  readonly body: string | Buffer | Readable
  constructor(body: string | Buffer | Readable) {
    this.body = body
  }
}

/** A reply that continues after the call has returned, such as server-sent events written by `begin`. */
export class Streamed {
  readonly begin: (response: ServerResponse) => void
  constructor(begin: (response: ServerResponse) => void) {
    this.begin = begin
  }
}

/** The reply of a handler; `status: 'success'` is added here. */
type Answer<E extends Endpoint> = ReplyOf<E> extends { status: 'success' } ? Omit<ReplyOf<E>, 'status'> : ReplyOf<E>

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Answer<E> | Serialised> | Answer<E> | Serialised | Streamed

type SignedIn = Awaited<ReturnType<Sessions['find']>>
type Mounted = { endpoint: Endpoint; handler: Handler<Endpoint>; parse: (raw: Record<string, unknown>) => unknown }

export type Api = {
  /** Mounts an endpoint's handler; session, right and input are checked before it runs. */
  on: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
  /** All mounted calls, for OpenAPI and tests. */
  endpoints: () => Endpoint[]
}

export function createApi(app: FastifyInstance, deps: { sessions: Sessions; baseUrl: string | undefined }): Api {
  const addresses = new Map<string, Mounted[]>()

  function on<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    const parse = memoizeFrozen((raw: Record<string, unknown>) => parseInput(endpoint, raw))
    const mounted: Mounted = { endpoint, handler, parse }
    const address = `${endpoint.verb} ${endpoint.path.replace(/\/$/, '')}`
    const shared = addresses.get(address)
    if (shared) {
      shared.push(mounted)
      return
    }
    const calls = [mounted]
    addresses.set(address, calls)
    const config: RouteConfig = endpoint.repeats ? { knownBodies: createKnownBodies() } : {}
    for (const url of addressesOf(endpoint.path)) {
      app.route({ method: endpoint.verb, url, config, handler: (request, reply) => answer(calls, request, reply) })
    }
  }

  async function answer(calls: Mounted[], request: FastifyRequest, reply: FastifyReply) {
    // Replies and errors are private: no cache may keep them.
    reply.header('cache-control', 'no-store')
    // Streams reconnect without user action, so they do not extend the session.
    const signedIn = await deps.sessions.find(request, { isUse: !calls.some(({ endpoint }) => endpoint.streams) })
    if (!signedIn && calls.every(({ endpoint }) => endpoint.right !== 'public')) throw new AppError('notSignedIn')
    const call = pickCall(calls, request)
    if (!call.endpoint.answersState) return carryOut(call, { signedIn, request, reply })
    return carryOut(call, { signedIn, request, reply }).catch(throwWithState)
  }

  async function carryOut(
    { endpoint, handler, parse }: Mounted,
    { signedIn, request, reply }: { signedIn: SignedIn; request: FastifyRequest; reply: FastifyReply },
  ) {
    if (endpoint.verb !== 'GET') refuseCrossSite(request, deps)
    if (endpoint.changesState) {
      refuseCrossSite(request, deps)
      refuseUnprovenGet(request)
    }
    const actor = callerOf(endpoint, signedIn, request.headers)
    refuseWithoutRight(endpoint, actor)
    const input = parse(rawInput(request))
    // Safe: the check above requires an actor where the endpoint's type does.
    const result = await handler({ actor: actor as Actor, input, request, reply })
    if (endpoint.changesSessions) deps.sessions.forgetCallers()
    if (result instanceof Streamed) return startStream(result, request, reply)
    if (result instanceof Serialised) return reply.type('application/json; charset=utf-8').send(result.body)
    return reply.send({ status: 'success', ...(result as object) })
  }

  return { on, endpoints: () => [...addresses.values()].flat().map(({ endpoint }) => endpoint) }
}

/** Forms of the specification read `state` of a refusal, too. */
function throwWithState(error: unknown): never {
  throw error instanceof AppError
    ? new AppError(error.code, { ...error.details, state: 'error' }, { cause: error })
    : error
}

/** Bypasses Fastify, which would compress and buffer the events; headers tell proxies not to buffer either. */
function startStream({ begin }: Streamed, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  addRequestNotes(request, { event: streamEnded, status: 200 })
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'x-request-id': request.id,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') reply.raw.end()
  else begin(reply.raw)
  return reply
}

/** `/x/:id?` is two routes. */
function addressesOf(path: string): string[] {
  return path.endsWith('/:id?')
    ? [path.replace('/:id?', ''), path.replace('/:id?', '/:id')]
    : [path.replace(/(.)\/$/, '$1')]
}

/** Selects among calls of one address by the body's `method` or `action`. */
function pickCall(calls: Mounted[], request: FastifyRequest): Mounted {
  const body = bodyOf(request)
  const picked = calls.find(({ endpoint }) =>
    Object.entries(callSelector(endpoint)).every(([name, value]) => body[name] === value),
  )
  if (!picked)
    throw new AppError('malformed', {
      fields: { [calls[0]?.endpoint.action === undefined ? 'method' : 'action']: 'Неизвестное действие' },
    })
  return picked
}

function rawInput(request: FastifyRequest): Record<string, unknown> {
  const body = bodyOf(request)
  if (Object.isFrozen(body) && !request.originalUrl.includes('?')) return body
  const { id } = request.params as { id?: string }
  return { ...queryOf(request), ...body, ...(id === undefined ? {} : { id }) }
}

/** Forms also send empty fields, which count as absent. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== ''),
  )
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed')
  return body as Record<string, unknown>
}

function parseInput(endpoint: Endpoint, raw: Record<string, unknown>): unknown {
  const { data, fields } = checkInput(endpoint, raw)
  if (fields === undefined) return data
  const { invalidMessageOf: code } = endpoint
  throw new AppError('invalid', code === undefined ? { fields } : { fields, message: errors[code].message })
}
