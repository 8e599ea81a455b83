import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/app-error.ts'

const folder = fileURLToPath(new URL('../../../build/web', import.meta.url))

/** The built web: hashed assets for ever, and its page for every address that is no call and no file. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  const built = existsSync(`${folder}/index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    const isCall = /^\/(api|ajax|cabinet\/action39|1c-exchange|dbpics|assets)(\/|$)/.test(request.url)
    if (!built || !wantsPage || isCall) throw new AppError('notFound')
    return reply.header('cache-control', 'no-cache').sendFile('index.html', folder, { cacheControl: false })
  })
}
