import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { AppError } from '#server/platform/app-error.ts'
import { readPages } from './page.ts'
import { sessionCookie } from './session.ts'

const folder = fileURLToPath(new URL('../../../../build/web', import.meta.url))

/** Calls of the older site; not all of them exist. */
const legacySegments = ['ajax', 'cabinet']

/**
 * First segments of all routes mounted after this: 'api', 'health', 'assets'. Unknown addresses below them are missing
 * calls or files, never pages.
 */
export function collectRouteSegments(app: FastifyInstance): ReadonlySet<string> {
  const segments = new Set(legacySegments)
  app.addHook('onRoute', ({ url }) => void segments.add(firstSegment(url)))
  return segments
}

type WebOptions = {
  routeSegments: ReadonlySet<string>
  /** Pages outside the web's router. */
  isPage: (path: string) => Promise<boolean>
  /** Adds to a page what the portal looks like now. */
  addLook: (html: string) => Promise<string>
}

/**
 * Serves the built web: hashed assets cached for ever, and its page for every address that is neither call nor file,
 * with status 404 if there is no such page.
 */
export async function serveWeb(app: FastifyInstance, { routeSegments, isPage, addLook }: WebOptions): Promise<void> {
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
    if (pageOf === undefined || !isReadMethod(request) || acceptsJson(request)) throw new AppError('notFound')
    const path = request.url.split('?')[0] ?? '/'
    const { html, known: ofRouter } = pageOf({ path, signedIn: request.cookies[sessionCookie] !== undefined })
    const known = ofRouter || (await isPage(path))
    if (!known && (routeSegments.has(firstSegment(path)) || isFile(path))) throw new AppError('notFound')
    const page = await addLook(html)
    const etag = etagOf(page)
    reply.headers({ 'cache-control': 'no-cache', vary: 'Accept, Cookie', etag })
    if (known && request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply
      .code(known ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

/** Weak: the page is sent compressed or not. */
function etagOf(page: string): string {
  return `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
}

function isReadMethod({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Clients that prefer JSON say so; curl, monitors and link previews accept anything. */
function acceptsJson({ headers }: FastifyRequest): boolean {
  return new Negotiator({ headers }).mediaType(['text/html', 'application/json']) === 'application/json'
}

function isFile(path: string): boolean {
  return /\.[a-z\d]{1,8}$/i.test(path)
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? ''
}
