import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { AppError } from '#server/platform/app-error.ts'
import { readPages } from './page.ts'
import { sessionCookie } from './session.ts'

const folder = fileURLToPath(new URL('../../../../build/web', import.meta.url))

/** The older site's calls: not every one of them exists. */
const olderSegments = ['ajax', 'cabinet']

/**
 * First segments of all routes mounted after this: 'api', 'health', 'assets'. What is missing under them is a call or a
 * file that does not exist, never a page.
 */
export function collectRouteSegments(app: FastifyInstance): ReadonlySet<string> {
  const segments = new Set(olderSegments)
  app.addHook('onRoute', ({ url }) => void segments.add(firstSegment(url)))
  return segments
}

type WebOptions = {
  routeSegments: ReadonlySet<string>
  /** Pages that the web's router does not know. */
  isPage: (path: string) => Promise<boolean>
}

/**
 * The built web: hashed assets for ever, and its page for every address that is no call and no file, with status 404
 * where there is no such page.
 */
export async function serveWeb(app: FastifyInstance, { routeSegments, isPage }: WebOptions): Promise<void> {
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
  app.setNotFoundHandler(async (request, reply) => {
    if (pageOf === undefined || !isReading(request) || acceptsJson(request)) throw new AppError('notFound')
    const path = request.url.split('?')[0] ?? '/'
    const { html, known: ofRouter } = pageOf({ path, signedIn: request.cookies[sessionCookie] !== undefined })
    const known = ofRouter || (await isPage(path))
    if (!known && (routeSegments.has(firstSegment(path)) || isFile(path))) throw new AppError('notFound')
    return reply
      .code(known ? 200 : 404)
      .headers({ 'cache-control': 'no-cache', vary: 'Accept, Cookie' })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Programs that want JSON name it; curl, monitors and link previews accept anything, or do not say. */
function acceptsJson({ headers }: FastifyRequest): boolean {
  return new Negotiator({ headers }).mediaType(['text/html', 'application/json']) === 'application/json'
}

function isFile(path: string): boolean {
  return /\.[a-z\d]{1,8}$/i.test(path)
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? ''
}
