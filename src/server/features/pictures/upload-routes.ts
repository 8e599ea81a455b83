import type { FastifyInstance } from 'fastify'
import { largestPictureBytes, pictureUploadPath, type UploadedPicture } from '#shared/api/staff-pictures.ts'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Sessions } from '#server/http/session.ts'
import { takeUpload } from '#server/http/uploads.ts'
import { countUpload } from './upload-limit.ts'
import { storePicture } from './service.ts'

type Deps = { db: Db; files: FileStore; sessions: Sessions; baseUrl: string | undefined }

/** Takes pictures from staff. */
export async function pictureUploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await takeUpload(app, deps, {
    path: pictureUploadPath,
    right: 'staff.catalogue',
    mostBytes: largestPictureBytes,
    tooLarge: 'Картинка больше 20 МБ',
    admit: (actor) => countUpload(deps, actor),
    keep: async (bytes): Promise<UploadedPicture> => ({ status: 'success', picture: await storePicture(deps, bytes), picturetype: 'webp' }),
  })
}
