/** Calls of balancers, supervisors and Prometheus. They need no session, so that an outage of the database is told. */
import { fileEndpoint } from '../endpoint.ts'
import { nothing } from '../wire.ts'

const ofAnyone = { verb: 'GET', right: 'public', withoutSession: true, input: nothing } as const

export const readHealth = fileEndpoint({
  ...ofAnyone,
  path: '/health',
  summary: 'Whether orders can be written: {status: ok}, or 503 with {status: unavailable, reason}',
  answers: ['application/json'],
})

export const readLiveness = fileEndpoint({
  ...ofAnyone,
  path: '/live',
  summary: 'Whether the process responds: {status: ok}',
  answers: ['application/json'],
})

export const readMetrics = fileEndpoint({
  ...ofAnyone,
  path: '/metrics',
  summary: 'Metrics for Prometheus, from this machine or with METRICS_TOKEN; a 404 for everyone else',
  answers: ['text/plain'],
})
