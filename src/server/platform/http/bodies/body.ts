import type { FastifyInstance } from 'fastify'
import { decodeText } from '../text.ts'
import type { RouteConfig } from './known-bodies.ts'

/** Parses JSON bodies; an empty one is an empty object. Plain text is rejected. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const bytes = body as Buffer
    const { knownBodies }: RouteConfig = request.routeOptions.config
    const known = knownBodies?.find(bytes)
    if (known !== undefined) return done(null, known)
    try {
      void parse(request, decodeText(bytes), (error, parsed) => {
        if (error === null) knownBodies?.keep(bytes, parsed)
        done(error, parsed)
      })
    } catch (error) {
      done(error as Error)
    }
  })
}
