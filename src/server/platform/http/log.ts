import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkReset } from '#shared/api/account/password.ts'
import { readQuestion } from '#shared/api/account/registration.ts'
import { checkSetupToken } from '#shared/api/account/setup.ts'
import { priceFeed, priceListFile } from '#shared/api/files.ts'
import { parseAddress } from './client-address.ts'
import { clientAddress, noteOf, notesOf } from './request-notes.ts'
import type { Sessions } from './session.ts'

/** nginx's status for a client that disconnected before the answer. */
const clientGone = 499

/**
 * One log line per request: route, account, address and outcome. Without the query, which may hold names, and path
 * values, which may be secret.
 */
export function logRequests(
  app: FastifyInstance,
  { sessions }: { sessions?: Pick<Sessions, 'find' | 'tokenOf'> } = {},
): void {
  app.addHook('onRequest', (request, reply, done) => {
    noteOf(request, { address: addressOf(request) })
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
    const isKnown = notesOf(request).account !== undefined
    if (isKnown || !sessions?.tokenOf(request)) return write(request, status, ms)
    // Pictures, pages and early refusals look up no session; nobody waits for it now.
    void sessions
      .find(request, { isUse: false })
      .catch(() => undefined)
      .then(() => write(request, status, ms))
  }
}

/** A header of a trusted proxy that names no address leaves the proxy's own. */
function addressOf({ ip, socket }: FastifyRequest): string {
  return parseAddress(ip) ?? parseAddress(socket.remoteAddress ?? '') ?? ''
}

function write(request: FastifyRequest, status: number, ms: number): void {
  const noted = notesOf(request)
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

/** Addresses that only those know who were given them. */
const secretAddresses = new Set<string>([
  priceFeed.path,
  priceListFile.path,
  ...[checkSetupToken, checkReset, readQuestion].map(({ path }) => path.replace(/\/$/, '')),
])

/** A client that tries such addresses. */
function refusedSecret(status: number, url: string | undefined): string | undefined {
  return status === 404 && url !== undefined && secretAddresses.has(url) ? 'secret-address.refused' : undefined
}

/** The stable name of what security monitoring asks for; README, "Logs", lists them. */
function eventOf(status: number, code: string | undefined): string | undefined {
  if (code !== undefined && failedSignIns.has(code)) return 'sign-in.failed'
  if (code !== undefined && failedSecondFactors.has(code)) return 'second-factor.failed'
  if (status === 401 || status === 403) return 'access.refused'
  if (status === 429) return 'limit.reached'
  if (status === clientGone) return 'request.aborted'
  return undefined
}

/**
 * The route that answered, with the numbers that its path named: '/api/order/12/', '/price/:file'; '*' where there is
 * none.
 */
function requestedPath({ routeOptions, params }: FastifyRequest): string {
  const url = routeOptions.url ?? '*'
  if (!url.includes(':')) return url
  const named = (params ?? {}) as Record<string, string | undefined>
  return url.replace(/:(\w+)\??/g, (pattern, name: string) =>
    /^\d{1,12}$/.test(named[name] ?? '') ? `${named[name]}` : pattern,
  )
}
