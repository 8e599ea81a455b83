import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify, createPublicKey, type ECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Post } from '#server/platform/web-push/public-post.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A local push service: stores received requests and answers with `nextAnswer`. */
export async function startPushService() {
  const received: Received[] = []
  const nextAnswer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(nextAnswer.status, nextAnswer.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Replaces the client for public hosts. */
  const post: Post = async ({ pathname }, { headers, body }) => {
    const answer = await fetch(origin + pathname, { method: 'POST', headers, body: Buffer.from(body) })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') ?? undefined }
  }
  return { received, nextAnswer, post, close: () => new Promise((resolve) => server.close(resolve)) }
}

export const pushOrigin = 'https://push.example'

/** A subscribed browser: its subscription, and the decryption of received messages. */
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
  const derive = (secret: Buffer, salt_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
  const secret = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with a delimiter and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Checks the signature of RFC 8292 and returns its key and claims. */
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
