import type { FastifyInstance } from 'fastify'
import { documentUploadPath, largestDocumentBytes, type UploadedDocument } from '#shared/api/staff-documents.ts'
import type { Db } from '#server/db/client.ts'
import { countUpload } from '#server/features/pictures/upload-limit.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Sessions } from '#server/http/session.ts'
import { takeUpload } from '#server/http/uploads.ts'
import { storeDocument } from './documents.ts'

type Deps = { db: Db; files: FileStore; sessions: Sessions; baseUrl: string | undefined }

/** Takes documents of goods from staff. */
export async function documentUploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await takeUpload(app, deps, {
    path: documentUploadPath,
    right: 'staff.catalogue',
    mostBytes: largestDocumentBytes,
    tooLarge: 'Документ больше 20 МБ',
    admit: (actor) => countUpload(deps, actor),
    keep: async (bytes): Promise<UploadedDocument> => {
      const { id, type, sizeBytes } = await storeDocument(deps, bytes)
      return { status: 'success', file: id, extension: type, size: sizeBytes }
    },
  })
}
