import { encryptNotification } from '@block65/webcrypto-web-push'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { readSetting } from '#server/platform/settings.ts'
import { getWebPushKeys } from './keys.ts'
import { isPushAddress } from './public-post.ts'
import {
  countSubscriptions,
  deleteOldPushes,
  deleteSubscriptionOf,
  insertPushes,
  saveSubscription,
  type BrowserNotice,
  type Subscription,
} from './queries.ts'

type Deps = { db: Db }

/** `key` is the portal's public one, '' where no browser can be switched on: for visitors of the demo mode. */
export type OwnBrowsers = { key: string; here: boolean; browsers: number }

/** Whether this browser shows notices, and how many others of the person do. */
export async function readBrowsers({ db }: Deps, actor: Actor, { token }: { token: string }): Promise<OwnBrowsers> {
  if (actor.demo) return { key: '', here: false, browsers: 0 }
  const { publicKey } = await getWebPushKeys({ db })
  return { key: publicKey, ...(await countSubscriptions(db, { ...actor, tokenHash: hashToken(token) })) }
}

/** From now on this browser shows notices, as long as its session lasts. */
export async function switchBrowserOn(
  { db }: Deps,
  actor: Actor,
  { token, ...subscription }: Subscription & { token: string },
): Promise<OwnBrowsers> {
  if (actor.demo) throw new AppError('forbidden')
  if (!isPushAddress(subscription.endpoint) || !(await hasUsableKeys(subscription)))
    throw new AppError('browserUnreachable')
  await db.transaction((tx) => saveSubscription(tx, { ...subscription, tokenHash: hashToken(token) }))
  return readBrowsers({ db }, actor, { token })
}

export async function switchBrowserOff({ db }: Deps, actor: Actor, { token }: { token: string }): Promise<OwnBrowsers> {
  await deleteSubscriptionOf(db, { tokenHash: hashToken(token) })
  return readBrowsers({ db }, actor, { token })
}

/** The point may lie beside the curve. */
async function hasUsableKeys({ endpoint, p256dh, auth }: Subscription): Promise<boolean> {
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  return encryptNotification(subscription, new Uint8Array()).then(
    () => true,
    () => false,
  )
}

/** Writes notices for the browsers of their people; called by `notify` alone. */
export async function writeWebPushes(tx: Db, notices: readonly BrowserNotice[]): Promise<void> {
  if (notices.length > 0) await insertPushes(tx, notices)
}

export async function purgeOldPushes({ db }: Deps): Promise<number> {
  return deleteOldPushes(db, { days: await readSetting(db, 'personal.keep.noticeDays') })
}
