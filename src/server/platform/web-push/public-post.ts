import { lookup, type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export type PushRequest = { headers: Record<string, string>; body: Uint8Array }
/** `retryAfter` is the response header. */
export type PushResponse = { status: number; retryAfter?: string | undefined }
export type Post = (url: URL, request: PushRequest) => Promise<PushResponse>

const timeoutMs = 10_000

/** Special-purpose networks of the IANA registry, where no push service can be. */
const privateV4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateV4.addSubnet(network, bits, 'ipv4')

/** Globally routed IPv6 networks; `privateV6` excludes special ones and those that embed IPv4 addresses. */
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
const privateV6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  privateV6.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateV4.check(address, 'ipv4')
  return isIP(address) === 6 && publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
}

/** Whether the portal may post to this endpoint of a browser: https, default port, a public host. */
export function isPushAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? /\.[a-z][a-z\d-]+$/i.test(host) : isPublicAddress(host)
}

/** `lookup` of node:dns with all addresses. */
type Resolve = (host: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveAll: Resolve = (host, callback) => lookup(host, { all: true }, callback)

/**
 * Posts to public hosts only. Follows no redirects and ignores response bodies. A name is resolved once: the checked
 * addresses are the ones used.
 */
export function createPublicPost(resolveName: Resolve = resolveAll): Post {
  const publicLookup: LookupFunction = (host, { all }, callback) => {
    resolveName(host, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new Error(`${host} is not a host of the public network`), '')
      if (all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
  return (url, { headers, body }) =>
    new Promise((resolve, reject) => {
      if (!isPushAddress(url.href)) return reject(new Error('not an address of a push service'))
      const signal = AbortSignal.timeout(timeoutMs)
      const pending = request(url, { method: 'POST', headers, lookup: publicLookup, signal }, (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      })
      pending.on('error', reject)
      pending.end(body)
    })
}
