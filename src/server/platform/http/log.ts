import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkReset } from '#shared/api/account/password.ts'
import { readQuestion } from '#shared/api/account/registration.ts'
import { checkSetupToken } from '#shared/api/account/setup.ts'
import { priceFeed, priceListFile } from '#shared/api/files.ts'
import { parseAddress } from './client-address.ts'
import { clientAddress, addRequestNotes, requestNotesOf } from './request-notes.ts'
import type { Sessions } from './session.ts'

/** nginx's status for a client that disconnected before the reply. */
const clientGone = 499

/**
 * One log line per request: route, account, address and outcome. Without query and path values, which may be personal
 * or secret.
 */
export function logRequests(
  app: FastifyInstance,
  { sessions }: { sessions?: Pick<Sessions, 'find' | 'tokenOf'> } = {},
): void {
  app.addHook('onRequest', (request, reply, done) => {
    addRequestNotes(request, { address: addressOf(request) })
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) log(request, reply, clientGone)
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    log(request, reply, reply.statusCode)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-request-id', request.id)
    done(null, payload)
  })

  function log(request: FastifyRequest, reply: FastifyReply, status: number): void {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const isKnown = requestNotesOf(request).account !== undefined
    if (isKnown || !sessions?.tokenOf(request)) return write(request, status, ms)
    // Pictures, pages and early refusals do not look up a session, so it is looked up here.
    void sessions
      .find(request, { isUse: false })
      .catch(() => undefined)
      .then(() => write(request, status, ms))
  }
}

/** If a trusted proxy sends no valid address, the proxy's own is logged. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return parseAddress(ip) ?? parseAddress(socket.remoteAddress ?? '') ?? ''
}

function write(request: FastifyRequest, status: number, ms: number): void {
  const noted = requestNotesOf(request)
  const event = noted.event ?? eventOf(status, noted.code) ?? refusedSecret(status, request.routeOptions.url)
  const line = {
    method: request.method,
    path: requestedPath(request),
    status,
    ms,
    address: clientAddress(request),
    account: null,
    ...noted,
  }
  request.log.info(event === undefined ? line : { ...line, event }, 'request')
}

const failedSignIns = new Set([
  'wrongCredentials',
  'wrongSecondFactor',
  'registrationPending',
  'registrationRejected',
  'accountDisabled',
])

const failedSecondFactors = new Set(['wrongPassword', 'wrongCode'])

/** Addresses with a secret. */
const secretAddresses = new Set<string>([
  priceFeed.path,
  priceListFile.path,
  ...[checkSetupToken, checkReset, readQuestion].map(({ path }) => path.replace(/\/$/, '')),
])

/** An attempt to guess such an address. */
function refusedSecret(status: number, url: string | undefined): string | undefined {
  return status === 404 && url !== undefined && secretAddresses.has(url) ? 'secret-address.refused' : undefined
}

/** Stable event names for security monitoring; listed in README, "Logs". */
function eventOf(status: number, code: string | undefined): string | undefined {
  if (code !== undefined && failedSignIns.has(code)) return 'sign-in.failed'
  if (code !== undefined && failedSecondFactors.has(code)) return 'second-factor.failed'
  if (status === 401 || status === 403) return 'access.refused'
  if (status === 429) return 'limit.reached'
  if (status === clientGone) return 'request.aborted'
  return undefined
}

/** The route with its numeric values: '/api/order/12/', '/price/:file'; '*' if there is none. */
function requestedPath({ routeOptions, params }: FastifyRequest): string {
  const url = routeOptions.url ?? '*'
  if (!url.includes(':')) return url
  const named = (params ?? {}) as Record<string, string | undefined>
  return url.replace(/:(\w+)\??/g, (pattern, name: string) =>
    /^\d{1,12}$/.test(named[name] ?? '') ? `${named[name]}` : pattern,
  )
}
