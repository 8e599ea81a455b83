import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * One line a request: what was asked, by which id, how it ended. Neither its query, which may hold names, nor what stands
 * in its path, which may be a secret address.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ method: request.method, path: askedPath(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request')
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id)
    done(null, payload)
  })
}

/** The route that answered, with the numbers that its path named: '/api/order/12/', '/price/:file'; '*' where there is none. */
function askedPath({ routeOptions, params }: FastifyRequest): string {
  const named = (params ?? {}) as Record<string, string | undefined>
  return (routeOptions.url ?? '*').replace(/:(\w+)\??/g, (pattern, name: string) => (/^\d{1,12}$/.test(named[name] ?? '') ? `${named[name]}` : pattern))
}
