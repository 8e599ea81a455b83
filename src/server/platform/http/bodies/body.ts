import type { FastifyInstance } from 'fastify'
import { decodeText } from '../text.ts'

/** Parses JSON bodies; an empty one is an empty object. Plain text is rejected. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      void parse(request, decodeText(body as Buffer), done)
    } catch (error) {
      done(error as Error)
    }
  })
}
