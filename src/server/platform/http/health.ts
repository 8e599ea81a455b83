import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import * as api from '#shared/api/administration/health.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Writability } from '#server/platform/db/write-probe.ts'
import type { FileApi } from './file-api.ts'
import { requestNotesOf, streamEnded } from './request-notes.ts'

/**
 * `/health` for load balancers (orders can be written), `/live` for supervisors (the process responds), `/metrics` for
 * Prometheus (from this machine, or with a token).
 */
export function healthRoutes(
  app: FastifyInstance,
  { onFile }: FileApi,
  deps: { config: Config; ready: () => boolean; probeWriting: () => Promise<Writability>; countStreams: () => number },
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answered requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.3, 1, 5],
    registers: [registry],
  })
  const openStreams = new Gauge({
    name: 'event_streams_open',
    help: 'Streams of server-sent events that are open',
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (requestNotesOf(request).event === streamEnded) return done()
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    done()
  })

  onFile(api.readHealth, async ({ reply }) => {
    const writability = await deps.probeWriting()
    reply.header('cache-control', 'no-store')
    if (writability === 'ok' && deps.ready()) return reply.send({ status: 'ok' })
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status: 'unavailable', reason: writability === 'ok' ? 'starting' : writability })
  })

  onFile(api.readLiveness, async ({ reply }) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  onFile(api.readMetrics, async ({ request, reply }) => {
    const { metricsToken } = deps.config
    const tokenRight =
      metricsToken !== undefined && isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
    const local = !forwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
    if (!tokenRight && !local) throw new AppError('notFound')
    openStreams.set(deps.countStreams())
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Constant-time comparison, also for different lengths. */
function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
