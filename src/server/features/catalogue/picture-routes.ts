import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { findPicture } from './queries.ts'

const types: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif' }
const address = /^(\d{1,9})\.(webp|jpe?g|png|gif)$/

/** What stands where a good has no picture: a quiet frame, crisp at any size. */
const noPhoto = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Нет фото"><rect width="96" height="96" fill="#f1f3f5"/><path d="M24 66l16-20 11 13 8-9 13 16zM62 30a5 5 0 1 1-.1 0" fill="#ced4da"/></svg>`

/** `/dbpics/{id}.{type}`: a picture's bytes never change under its id; an unknown one shows that there is none. */
export function pictureRoutes(app: FastifyInstance, { db, files }: { db: Db; files: FileStore }): void {
  app.get<{ Params: { file: string } }>('/dbpics/:file', async (request, reply) => {
    const [, id] = address.exec(request.params.file) ?? []
    const picture = id === undefined ? undefined : await findPicture(db, { pictureId: Number(id) })
    const type = picture && types[picture.type]
    if (!picture || !type || !(await files.has(picture.key))) {
      return reply.type('image/svg+xml').header('cache-control', 'public, max-age=300').send(noPhoto)
    }
    return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(files.get(picture.key))
  })
}
