import { attachRequestedFile } from '#shared/api/price-lists.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { attachFile, assertRequest } from './request-files.ts'

type Deps = { db: Db; files: FileStore }

/** Uploads of staff's own files for price requests. */
export async function attachRoutes({ onUpload }: FileApi, deps: Deps): Promise<void> {
  await onUpload(attachRequestedFile, {
    admit: async ({ actor, input }) => {
      await assertRequest(deps, staff(actor), { requestId: input.id })
      await countUpload(deps, actor)
    },
    keep: async (bytes, { actor, input }) => ({
      file: await attachFile(deps, staff(actor), { requestId: input.id, name: input.name, bytes }),
    }),
  })
}
