import { uploadDocument } from '#shared/api/staff/documents.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { storeDocument } from './documents.ts'

type Deps = { db: Db; files: FileStore }

/** Document uploads of staff. */
export async function documentUploadRoutes({ onUpload }: FileApi, deps: Deps): Promise<void> {
  await onUpload(uploadDocument, {
    admit: ({ actor }) => countUpload(deps, actor),
    keep: async (bytes) => {
      const { id, type, sizeBytes } = await storeDocument(deps, bytes)
      return { file: id, extension: type, size: sizeBytes }
    },
  })
}
