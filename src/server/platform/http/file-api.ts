import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { DownloadEndpoint, FileEndpoint, UploadEndpoint } from '#shared/api/endpoint.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { callerOf, checkInput, expectRight, refuseWithoutRight } from './check-call.ts'
import { refuseCrossSite } from './origin.ts'
import { limitUpload, readUpload } from './bodies/read-upload.ts'
import type { Sessions } from './session.ts'

type InputOf<E extends FileEndpoint> = z.output<E['input']>
type ActorOf<E extends FileEndpoint> = E['right'] extends 'public' ? Actor | undefined : Actor

type DownloadCall<E extends DownloadEndpoint> = {
  actor: ActorOf<E>
  input: InputOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers through `reply`: type, headers and bytes. */
type DownloadHandler<E extends DownloadEndpoint> = (call: DownloadCall<E>) => Promise<FastifyReply>

type UploadCall<E extends UploadEndpoint> = { actor: Actor; input: InputOf<E> }

type UploadHandler<E extends UploadEndpoint> = {
  /** Counts or refuses the upload before its bytes are read. */
  admit: (call: UploadCall<E>) => Promise<void>
  /** The reply; `status: 'success'` is added here. */
  keep: (bytes: Buffer, call: UploadCall<E>) => Promise<Omit<z.output<E['reply']>, 'status'>>
}

type DownloadOptions = {
  /** False if the bytes are compressed already or their length is sent. */
  compress?: false
}

export type FileApi = {
  /** Mounts a described file download; session, right and input are checked before it runs. */
  onFile: <E extends DownloadEndpoint>(endpoint: E, handler: DownloadHandler<E>, options?: DownloadOptions) => void
  /** Mounts a described upload; session and right are checked before its bytes are read. */
  onUpload: <E extends UploadEndpoint>(endpoint: E, handler: UploadHandler<E>) => Promise<void>
  /** All mounted calls, for OpenAPI. */
  endpoints: () => FileEndpoint[]
}

/** Mounts calls of `fileEndpoint()`, as `createApi` does for `endpoint()`. */
export function createFileApi(
  app: FastifyInstance,
  deps: { sessions: Sessions; baseUrl: string | undefined },
): FileApi {
  const mounted: FileEndpoint[] = []

  function onFile<E extends DownloadEndpoint>(endpoint: E, handler: DownloadHandler<E>, options: DownloadOptions = {}) {
    mounted.push(endpoint)
    app.route({
      method: 'GET',
      url: endpoint.path,
      ...options,
      handler: async (request, reply) => {
        const actor = endpoint.withoutSession ? undefined : await findCaller(endpoint, request)
        refuseWithoutRight(endpoint, actor)
        // Safe: the check above requires an actor where the endpoint's type does.
        return handler({ actor: actor as ActorOf<E>, input: inputOf(endpoint, request), request, reply })
      },
    })
  }

  async function onUpload<E extends UploadEndpoint>(endpoint: E, { admit, keep }: UploadHandler<E>): Promise<void> {
    mounted.push(endpoint)
    const { maxBytes: max, tooLarge: message } = endpoint.takes
    await app.register((scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
      scope.addHook('onRequest', async (request, reply) => {
        refuseCrossSite(request, deps)
        const actor = await senderOf(endpoint, request)
        limitUpload(request, reply, { max, message })
        await admit({ actor, input: inputOf(endpoint, request) })
      })
      scope.route({
        method: 'POST',
        url: endpoint.path.replace(/\/$/, ''),
        handler: async (request, reply) => {
          reply.header('cache-control', 'no-store')
          const body = request.body as Readable | undefined
          const bytes = body ? await readUpload(body, { max, message }) : Buffer.alloc(0)
          // Checked again, because the session may have ended while the body was read.
          const actor = await senderOf(endpoint, request)
          return { status: 'success', ...(await keep(bytes, { actor, input: inputOf(endpoint, request) })) }
        },
      })
      return Promise.resolve()
    })
  }

  async function senderOf(endpoint: UploadEndpoint, request: FastifyRequest): Promise<Actor> {
    return expectRight(endpoint, await findCaller(endpoint, request))
  }

  async function findCaller(endpoint: FileEndpoint, request: FastifyRequest): Promise<Actor | undefined> {
    return callerOf(endpoint, await deps.sessions.find(request), request.headers)
  }

  return { onFile, onUpload, endpoints: () => mounted }
}

function inputOf<E extends FileEndpoint>(endpoint: E, request: FastifyRequest): InputOf<E> {
  const params = request.params as Record<string, string>
  const { data, fields } = checkInput(endpoint, { ...(request.query as object), ...params })
  if (fields === undefined) return data as InputOf<E>
  const hidesWrongQuery = 'hidesWrongQuery' in endpoint && endpoint.hidesWrongQuery
  if (hidesWrongQuery || Object.keys(fields).some((name) => name in params)) throw new AppError('notFound')
  throw new AppError('invalid', { fields })
}
