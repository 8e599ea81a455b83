import type { Db } from '#server/platform/db/client.ts'
import { findKeys, insertKeys, type WebPushKeys } from './queries.ts'

/** The portal's key pair; whoever needs it first makes it, for all processes. */
export async function getWebPushKeys({ db }: { db: Db }): Promise<WebPushKeys> {
  const found = await findKeys(db)
  if (found) return found
  await insertKeys(db, await makeKeys())
  const kept = await findKeys(db)
  if (!kept) throw new Error('the keys of web push were not kept')
  return kept
}

async function makeKeys(): Promise<WebPushKeys> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const point = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)])
  return { publicKey: point.toString('base64url'), privateKey: d }
}
