import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '#server/app-error.ts'
import type { Config } from '#server/config.ts'

/** A balancer asks every few seconds: a database that is slower than this is as good as away. */
const mostHealthMs = 2000

/** `/health` for balancers, `/metrics` for Prometheus (from this machine, or with a token). */
export function healthRoutes(app: FastifyInstance, deps: { pool: Pool; config: Config; ready: () => boolean }): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answered requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.3, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/health', async (_request, reply) => {
    const answers = await Promise.race([deps.pool.query('select 1').then(() => true, () => false), setTimeout(mostHealthMs, false)])
    const serving = answers && deps.ready()
    return reply.code(serving ? 200 : 503).send({ status: serving ? 'ok' : 'unavailable' })
  })

  app.get('/metrics', async (request, reply) => {
    const { authorization } = request.headers
    const tokenRight = deps.config.metricsToken !== undefined && authorization === `Bearer ${deps.config.metricsToken}`
    const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
    const local = !forwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
    if (!tokenRight && !local) throw new AppError('notFound')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
