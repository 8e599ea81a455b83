import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { largestPictureBytes, pictureUploadPath, type UploadedPicture } from '#shared/api/staff-pictures.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { refuseCrossSite } from '#server/http/origin.ts'
import { readUpload } from '#server/http/read-upload.ts'
import type { Sessions } from '#server/http/session.ts'
import { countUpload } from './upload-limit.ts'
import { storePicture } from './service.ts'

type Deps = { db: Db; files: FileStore; sessions: Sessions; baseUrl: string | undefined }

/** Takes pictures from staff; whoever may not send one is refused before its bytes are read. */
export async function pictureUploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register((scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    scope.addHook('onRequest', async (request) => {
      const actor = await deps.sessions.actorOf(request)
      if (!actor) throw new AppError('notSignedIn')
      refuseCrossSite(request, deps)
      if (!may(actor.role, 'staff.catalogue')) throw new AppError('forbidden')
      await countUpload(deps, actor)
    })
    scope.route({ method: 'POST', url: pictureUploadPath.replace(/\/$/, ''), handler: ({ body }) => keep(deps, body as Readable | undefined) })
    return Promise.resolve()
  })
}

async function keep(deps: Deps, body: Readable | undefined): Promise<UploadedPicture> {
  const bytes = body ? await readUpload(body, { most: largestPictureBytes, message: 'Картинка больше 20 МБ' }) : Buffer.alloc(0)
  return { status: 'success', picture: await storePicture(deps, bytes), picturetype: 'webp' }
}
