import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify, createPublicKey, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Post } from '#server/platform/web-push/public-post.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service on this machine: keeps what it is given, and answers as it is told. */
export async function startPushService() {
  const received: Received[] = []
  const state: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) })
      response.writeHead(state.status, state.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** In the place of the way out to public hosts. */
  const post: Post = async ({ pathname }, { headers, body }) => {
    const answer = await fetch(origin + pathname, { method: 'POST', headers, body: Buffer.from(body) })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') ?? undefined }
  }
  return { received, state, post, close: () => new Promise((resolve) => server.close(resolve)) }
}

export const pushOrigin = 'https://push.example'

/** A browser that has subscribed: what it gives the portal, and how it reads what comes. */
export function openBrowser(name: string) {
  const keys = createECDH('prime256v1')
  const point = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${pushOrigin}/send/${name}`,
      p256dh: point.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    read: ({ body }: Received): unknown => JSON.parse(decrypt(body, { keys, point, auth })),
  }
}

/** RFC 8291: one record of aes128gcm. */
function decrypt(body: Buffer, { keys, point, auth }: { keys: ECDH; point: Buffer; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The delimiter of the last record, then zeroes.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Checks the signature of RFC 8292, and answers whom it names. */
export function readVapid({ headers }: Received): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature does not fit the key')
  return {
    key,
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string },
  }
}
