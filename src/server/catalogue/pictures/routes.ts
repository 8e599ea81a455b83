import type { FastifyRequest } from 'fastify'
import { picture as servedPicture } from '#shared/api/files.ts'
import { pictureWidths } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ServedFormat } from '#server/platform/files/images.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { findPicture, type StoredPicture } from './queries.ts'
import { createSizes } from './sizes.ts'

const types: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
}
const address = /^(\d{1,9})\.(webp|jpe?g|png|gif)$/
/** Below this width AVIF's header outweighs its savings. */
const avifFromWidth = 256
const cacheForever = 'public, max-age=31536000, immutable'
/** For the original served after a failed resize. */
const cacheOneMinute = 'public, max-age=60'

/** Placeholder for goods without a picture, sharp at any size. */
const noPhoto =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Нет фото">' +
  '<rect width="96" height="96" fill="#f1f3f5"/>' +
  '<path d="M24 66l16-20 11 13 8-9 13 16zM62 30a5 5 0 1 1-.1 0" fill="#ced4da"/></svg>'

/**
 * `/dbpics/{id}.{type}`: immutable bytes; an unknown id answers a placeholder. `?w=` requests one of the widths of
 * shared/constants, in the best format the browser accepts.
 */
export function pictureRoutes({ onFile }: FileApi, { db, files }: { db: Db; files: FileStore }): void {
  const sizes = createSizes({ files })

  onFile(servedPicture, async ({ input: { file, w: width }, request, reply }) => {
    const [, id] = address.exec(file) ?? []
    const picture = id === undefined ? undefined : await findPicture(db, { pictureId: Number(id) })
    const type = picture && types[picture.type]
    if (!picture || !type || !(await files.has(picture.key))) {
      return reply.type('image/svg+xml').header('cache-control', 'public, max-age=300').send(noPhoto)
    }
    const rendition = await chooseFile(picture, type, width, formatFor(request, width))
    const etag = `"${rendition.key.split('/').at(-1)}"`
    reply.headers({ 'cache-control': rendition.instead ? cacheOneMinute : cacheForever, vary: 'accept', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(rendition.type).send(files.get(rendition.key))
  })

  /** The original, unless a width is requested or the browser cannot read its format. */
  async function chooseFile(picture: StoredPicture, type: string, width: number | undefined, format: ServedFormat) {
    if (width === undefined && format !== 'jpeg') return { key: picture.key, type, instead: false }
    const key = await sizes.keyOf(picture, { width: width ?? pictureWidths.at(-1) ?? picture.width, format })
    return key === undefined
      ? { key: picture.key, type, instead: true }
      : { key, type: `image/${format}`, instead: false }
  }
}

function formatFor({ headers: { accept = '*/*' } }: FastifyRequest, width: number | undefined): ServedFormat {
  if (width !== undefined && width >= avifFromWidth && accept.includes('image/avif')) return 'avif'
  return /image\/(webp|\*)|\*\/\*/.test(accept) || !accept.includes('image/') ? 'webp' : 'jpeg'
}
