import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { may, type Right } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { refuseCrossSite } from './origin.ts'
import { limitUpload, readUpload } from './read-upload.ts'
import type { Sessions } from './session.ts'

type Deps = { sessions: Sessions; baseUrl: string | undefined }

type Upload = {
  path: string
  right: Right
  mostBytes: number
  /** What is said of more. */
  tooLarge: string
  /** Counts the upload, or refuses it. */
  admit: (actor: Actor, request: FastifyRequest) => Promise<void>
  /** Answers what the sender is told. */
  keep: (bytes: Buffer, sent: { actor: Actor; request: FastifyRequest }) => Promise<{ status: 'success' }>
}

/** Takes a file as the body of a POST, whatever type the request names; whoever may not send one is refused before its bytes are read. */
export async function takeUpload(app: FastifyInstance, deps: Deps, { path, right, mostBytes, tooLarge, admit, keep }: Upload): Promise<void> {
  await app.register((scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    scope.addHook('onRequest', async (request, reply) => {
      refuseCrossSite(request, deps)
      const actor = await sender(request)
      limitUpload(request, reply, { most: mostBytes, message: tooLarge })
      await admit(actor, request)
    })
    scope.route({
      method: 'POST',
      url: path.replace(/\/$/, ''),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const body = request.body as Readable | undefined
        const bytes = body ? await readUpload(body, { most: mostBytes, message: tooLarge }) : Buffer.alloc(0)
        return keep(bytes, { actor: await sender(request), request })
      },
    })
    return Promise.resolve()
  })

  async function sender(request: FastifyRequest): Promise<Actor> {
    const actor = await deps.sessions.actorOf(request)
    if (!actor) throw new AppError('notSignedIn')
    if (!may(actor.role, right)) throw new AppError('forbidden')
    return actor
  }
}
