import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { checkAddress, isAllowed, type AddressRules } from './address.ts'
import { checkedLookup, resolveAll, type Resolve } from './checked-lookup.ts'
import { OutgoingError } from './refusals.ts'
import { failureOf, readBody } from './reply-body.ts'

export type OutgoingRequest = {
  method?: 'GET' | 'POST'
  /** For the server of the address: a redirect to another one leaves them out. */
  headers?: Record<string, string>
  body?: Uint8Array | string
  /** Of the reply, as received and as unpacked. */
  maxBytes: number
  /** From the beginning to the last byte of the reply, redirects included. */
  timeoutMs: number
  /** The longest silence. */
  idleMs?: number
  maxRedirects?: number
  /** Ports that the firm allows beside 80 and 443. */
  ports?: readonly number[]
  /** Ends the request with the signal's reason. */
  stop?: AbortSignal
}

/** `address`: after redirects. A body that is not read must be destroyed. */
export type OutgoingReply = { status: number; headers: IncomingHttpHeaders; address: string; body: Readable }

/** Sends to a public address; throws OutgoingError, and so does the reply's body. Any status is a reply. */
export type Outgoing = (address: string, request: OutgoingRequest) => Promise<OutgoingReply>

const defaults = { idleMs: 10_000, maxRedirects: 5 }

/** All are for tests: servers that they run, names that do not exist, addresses that a name may have. */
export function openOutgoing({
  allow = [],
  resolve = resolveAll,
  isPublic,
}: { allow?: readonly string[]; resolve?: Resolve; isPublic?: (address: string) => boolean } = {}): Outgoing {
  const lookup = checkedLookup(resolve, isPublic)

  return async (address, request) => {
    const limits = { ...defaults, ...request }
    const idle = new AbortController()
    const ends = [idle.signal, AbortSignal.timeout(limits.timeoutMs), ...(limits.stop ? [limits.stop] : [])]
    const signal = AbortSignal.any(ends)
    const rules: AddressRules = { allow, ports: limits.ports ?? [] }
    let url = checkAddress(address, rules)
    let headers = checkHeaders(limits.headers ?? {})
    for (let redirects = 0; ; redirects++) {
      const response = await send(
        url,
        { ...limits, headers },
        { signal, idle, lookup: isAllowed(url, allow) ? undefined : lookup },
      )
      const next = limits.method === 'POST' ? undefined : redirectOf(response, url)
      const status = response.statusCode ?? 0
      if (next === undefined)
        return { status, headers: response.headers, address: url.href, body: readBody(response, { ...limits, signal }) }
      response.destroy()
      if (redirects === limits.maxRedirects) throw new OutgoingError('redirects')
      const from = url
      url = checkAddress(next, rules)
      if (!isSameServer(from, url)) headers = {}
    }
  }
}

/** The whole body, for replies that fit into memory. */
export async function readReply({ body }: OutgoingReply): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Connection = {
  signal: AbortSignal
  idle: AbortController
  lookup: ReturnType<typeof checkedLookup> | undefined
}

function send(
  url: URL,
  { method = 'GET', headers = {}, body, idleMs }: OutgoingRequest & { idleMs: number },
  { signal, idle, lookup }: Connection,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(failureOf(signal.reason, signal))
    const pending = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'opt-portal', ...headers },
      // A new agent each time: no connection is shared, and no proxy of the environment is used.
      agent: false,
      rejectUnauthorized: true,
      signal,
      timeout: idleMs,
      ...(lookup ? { lookup } : {}),
    })
    pending.on('timeout', () => idle.abort(new OutgoingError('tooSlow')))
    pending.on('response', resolve)
    const fail = (error: unknown) => reject(failureOf(error, signal))
    pending.on('error', fail)
    pending.on('upgrade', (_response, socket) => {
      socket.destroy()
      fail(new OutgoingError('broken'))
    })
    // Whatever else ends a request without a reply.
    pending.on('close', () => fail(new Error('closed without a reply')))
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    pending.end(body)
  })
}

/** The address decides the host. */
function checkHeaders(headers: Record<string, string>): Record<string, string> {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'host')) throw new Error('host is no header to pass')
  return headers
}

/** Also after the usual redirect from http to https. */
function isSameServer(from: URL, to: URL): boolean {
  return from.origin === to.origin || (from.host === to.host && to.protocol === 'https:')
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  // Node reads each byte as one character; escaped, the bytes stay as the server wrote them.
  const ascii = location.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  return URL.parse(ascii, from)?.href ?? location
}
