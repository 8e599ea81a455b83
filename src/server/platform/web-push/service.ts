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
  deletePushesOfEvents,
  deleteSubscriptionOf,
  hideSumsOfUnsent,
  insertPushes,
  saveSubscription,
  type BrowserNotice,
  type Subscription,
} from './queries.ts'

type Deps = { db: Db }

/** `key` is the portal's public key, or '' if no browser can be subscribed: for demo visitors. */
export type OwnBrowsers = { key: string; here: boolean; browsers: number }

/** Whether this browser is subscribed, and how many browsers of the person are. */
export async function readBrowsers({ db }: Deps, actor: Actor, { token }: { token: string }): Promise<OwnBrowsers> {
  if (actor.demo) return { key: '', here: false, browsers: 0 }
  const { publicKey } = await getWebPushKeys({ db })
  return { key: publicKey, ...(await countSubscriptions(db, { ...actor, tokenHash: hashToken(token) })) }
}

/** Subscribes this browser until its session ends. */
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

/** The point may not be on the curve. */
async function hasUsableKeys({ endpoint, p256dh, auth }: Subscription): Promise<boolean> {
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  return encryptNotification(subscription, new Uint8Array()).then(
    () => true,
    () => false,
  )
}

/** Inserts notices for the browsers of their recipients; only `notify` calls it. */
export async function writeWebPushes(tx: Db, notices: readonly BrowserNotice[]): Promise<void> {
  if (notices.length > 0) await insertPushes(tx, notices)
}

/** Browser notices of an account that have not been sent tell no sums any more. */
export async function hideSumsOfWaitingPushes(tx: Db, { accountId }: { accountId: number }): Promise<void> {
  await hideSumsOfUnsent(tx, { accountId })
}

export async function purgeOldPushes({ db }: Deps): Promise<number> {
  return deleteOldPushes(db, { days: await readSetting(db, 'personal.keep.noticeDays') })
}

export async function deletePushesOf(tx: Db, { events }: { events: readonly string[] }): Promise<void> {
  await deletePushesOfEvents(tx, { events })
}
