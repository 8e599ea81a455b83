import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { may, type Right } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { refuseCrossSite } from './origin.ts'
import { readUpload } from './read-upload.ts'
import type { Sessions } from './session.ts'

type Deps = { sessions: Sessions; baseUrl: string | undefined }

type Upload = {
  path: string
  right: Right
  mostBytes: number
  /** What is said of more. */
  tooLarge: string
  /** Counts the upload, or refuses it. */
  admit: (actor: Actor) => Promise<void>
  /** Answers what the sender is told. */
  keep: (bytes: Buffer) => Promise<{ status: 'success' }>
}

/** Takes a file as the body of a POST, whatever type the request names; whoever may not send one is refused before its bytes are read. */
export async function takeUpload(app: FastifyInstance, deps: Deps, { path, right, mostBytes, tooLarge, admit, keep }: Upload): Promise<void> {
  await app.register((scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    scope.addHook('onRequest', async (request) => {
      const actor = await deps.sessions.actorOf(request)
      if (!actor) throw new AppError('notSignedIn')
      refuseCrossSite(request, deps)
      if (!may(actor.role, right)) throw new AppError('forbidden')
      await admit(actor)
    })
    scope.route({
      method: 'POST',
      url: path.replace(/\/$/, ''),
      handler: async ({ body }) => keep(body ? await readUpload(body as Readable, { most: mostBytes, message: tooLarge }) : Buffer.alloc(0)),
    })
    return Promise.resolve()
  })
}
