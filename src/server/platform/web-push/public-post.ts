import { isIP } from 'node:net'
import { checkAddress, hostOf } from '#server/platform/outgoing/address.ts'
import { openOutgoing, type Outgoing } from '#server/platform/outgoing/outgoing.ts'

export type PushRequest = { headers: Record<string, string>; body: Uint8Array }
/** `retryAfter` is the response header. */
export type PushResponse = { status: number; retryAfter?: string | undefined }
export type Post = (url: URL, request: PushRequest) => Promise<PushResponse>

const timeoutMs = 10_000

/** Whether the portal may post to this endpoint of a browser: https, default port, a public host. */
export function isPushAddress(text: string): boolean {
  try {
    const url = checkAddress(text)
    return url.protocol === 'https:' && url.port === '' && isFullHost(hostOf(url))
  } catch {
    return false
  }
}

function isFullHost(host: string): boolean {
  return isIP(host) !== 0 || /\.[a-z][a-z\d-]+$/i.test(host)
}

/** Posts to push services only. Follows no redirects and ignores response bodies. */
export function createPublicPost(send: Outgoing = openOutgoing()): Post {
  return async (url, { headers, body }) => {
    if (!isPushAddress(url.href)) throw new Error('not an address of a push service')
    const reply = await send(url.href, { method: 'POST', headers, body, maxBytes: 0, timeoutMs })
    reply.body.destroy()
    return { status: reply.status, retryAfter: reply.headers['retry-after'] }
  }
}
