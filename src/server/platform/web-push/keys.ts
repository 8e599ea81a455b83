import type { Db } from '#server/platform/db/client.ts'
import { findKeys, insertKeys, type WebPushKeys } from './queries.ts'

/** The portal's key pair, shared by all processes; created on first use. */
export async function getWebPushKeys({ db }: { db: Db }): Promise<WebPushKeys> {
  const found = await findKeys(db)
  if (found) return found
  await insertKeys(db, await generateKeys())
  const stored = await findKeys(db)
  if (!stored) throw new Error('the keys of web push were not kept')
  return stored
}

async function generateKeys(): Promise<WebPushKeys> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const point = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)])
  return { publicKey: point.toString('base64url'), privateKey: d }
}
