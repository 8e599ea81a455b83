import { uploadLogo } from '#shared/api/staff/settings.ts'
import { uploadPicture } from '#shared/api/staff/pictures.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { countPictureUpload } from '#server/customers/accounts/upload-limit.ts'
import { storePicture } from './service.ts'

type Deps = { db: Db; files: FileStore }

/** Drawings too, which become pixels: nothing of their markup is kept. */
const logoFormats = ['png', 'svg', 'jpeg', 'webp'] as const
const logoSide = 512

/** Picture uploads of staff. */
export async function pictureUploadRoutes({ onUpload }: FileApi, deps: Deps): Promise<void> {
  await onUpload(uploadPicture, {
    admit: ({ actor }) => countPictureUpload(deps, actor),
    keep: async (bytes) => ({ picture: await storePicture(deps, bytes), picturetype: 'webp' }),
  })
  await onUpload(uploadLogo, {
    admit: ({ actor }) => countPictureUpload(deps, actor),
    keep: async (bytes) => ({
      picture: await storePicture(deps, bytes, { allowedFormats: logoFormats, maxSide: logoSide }),
    }),
  })
}
