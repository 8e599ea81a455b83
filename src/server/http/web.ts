import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/app-error.ts'
import { readPages } from './page.ts'
import { sessionCookie } from './session.ts'

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
  const pageOf = built ? readPages(folder) : undefined
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    const isCall = /^\/(api|ajax|cabinet\/action39|1c-exchange|dbpics|assets)(\/|$)/.test(request.url)
    if (pageOf === undefined || !wantsPage || isCall) throw new AppError('notFound')
    const page = pageOf({ path: request.url.split('?')[0] ?? '/', signedIn: request.cookies[sessionCookie] !== undefined })
    return reply.headers({ 'cache-control': 'no-cache', vary: 'Cookie' }).type('text/html; charset=utf-8').send(page)
  })
}
