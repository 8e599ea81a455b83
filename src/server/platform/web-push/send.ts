import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { Logger } from 'pino'
import { plural } from '#shared/rules/plural.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { getWebPushKeys } from './keys.ts'
import { createPublicPost, type Post } from './public-post.ts'
import {
  claimPushes,
  deleteSubscription,
  deleteUnentitledPushes,
  cancelOldPushes,
  markPushed,
  markPushFailed,
  type DuePush,
  type WebPushKeys,
} from './queries.ts'

type Deps = {
  db: Db
  log: Logger
  config: Pick<Config, 'mailFrom' | 'baseUrl'>
  /** Undefined: posts to public hosts only. */
  post?: Post
}

/** `gone`: browsers whose subscription has ended. */
type SendCounts = { sent: number; failed: number; gone: number; old: number }

const batchSize = 200
const maxParallelBrowsers = 10
const leaseSeconds = 300
/** Up to this many notices are sent separately; more are combined into one. */
const maxSeparate = 3
/** Older notices are not sent; people see them in the portal. */
const maxAgeHours = 24
/** Seconds until the next attempt; after the last one a notice is not retried. */
const retryDelaysSeconds = [60, 300, 900, 3600, 3 * 3600]
const maxWaitSeconds = 6 * 3600

/** Sends due notices to subscribed browsers. Safe to run concurrently or to interrupt. */
export async function sendWebPushes(deps: Deps): Promise<SendCounts> {
  const outcome: SendCounts = {
    sent: 0,
    failed: 0,
    gone: 0,
    old: await cancelOldPushes(deps.db, { hours: maxAgeHours }),
  }
  for (;;) {
    await deleteUnentitledPushes(deps.db)
    const pushes = await claimPushes(deps.db, { max: batchSize, leaseSeconds })
    if (pushes.length === 0) return outcome
    const keys = await getWebPushKeys(deps)
    const byBrowser = [...Map.groupBy(pushes, ({ subscriptionId }) => subscriptionId).values()]
    for (let from = 0; from < byBrowser.length; from += maxParallelBrowsers)
      await Promise.all(
        byBrowser
          .slice(from, from + maxParallelBrowsers)
          .map((browserPushes) => sendToBrowser(deps, keys, browserPushes, outcome)),
      )
    if (pushes.length < batchSize) return outcome
  }
}

const publicPost = createPublicPost()

type Message = DuePush & { ids: number[] }

async function sendToBrowser(deps: Deps, keys: WebPushKeys, pushes: DuePush[], outcome: SendCounts): Promise<void> {
  for (const message of messagesOf(pushes)) {
    const result = await sendOne(deps, keys, message)
    outcome[result] += 1
    if (result === 'gone') return
  }
}

const newsForms = ['новость', 'новости', 'новостей'] as const

function messagesOf(pushes: DuePush[]): Message[] {
  const [first] = pushes
  if (first === undefined || pushes.length <= maxSeparate) return pushes.map((push) => ({ ...push, ids: [push.id] }))
  return [
    {
      ...first,
      ids: pushes.map(({ id }) => id),
      title: `На портале ${pushes.length} ${plural(pushes.length, newsForms)}`,
      text: pushes.map(({ title }) => title).join('\n'),
      link: '/notifications',
      urgent: pushes.some(({ urgent }) => urgent),
      attempts: Math.max(...pushes.map(({ attempts }) => attempts)),
    },
  ]
}

async function sendOne(deps: Deps, keys: WebPushKeys, message: Message): Promise<'sent' | 'failed' | 'gone'> {
  const { db, log, post = publicPost } = deps
  const { ids, subscriptionId, attempts } = message
  const response = await encrypt(deps, keys, message)
    .then((request) => post(new URL(message.endpoint), request))
    .catch((error: unknown) => ({ status: 0, error: error instanceof Error ? error.message : String(error) }))
  const { status } = response
  if (status >= 200 && status < 300) {
    await markPushed(db, { ids })
    return 'sent'
  }
  if (status === 404 || status === 410) {
    await deleteSubscription(db, { id: subscriptionId })
    return 'gone'
  }
  const error = 'error' in response ? response.error : `HTTP ${status}`
  log.warn({ subscription: subscriptionId, attempts, error }, 'web push not sent')
  const isTemporary = status === 0 || status === 429 || status >= 500
  const delaySeconds = isTemporary ? retryDelaysSeconds[attempts - 1] : undefined
  const serverDelaySeconds = 'retryAfter' in response ? Number(response.retryAfter) : 0
  await markPushFailed(db, {
    ids,
    error,
    retryAfterSeconds:
      delaySeconds === undefined
        ? undefined
        : Math.min(Math.max(delaySeconds, serverDelaySeconds || 0), maxWaitSeconds),
  })
  return 'failed'
}

const maxTitle = 120
const maxText = 400

async function encrypt(
  { config }: Deps,
  keys: WebPushKeys,
  { id, title, text, link, urgent, endpoint, p256dh, auth }: Message,
) {
  const { headers, body } = await buildPushPayload(
    {
      data: { title: title.slice(0, maxTitle), text: text.slice(0, maxText), link, tag: `notice-${id}` },
      options: { ttl: maxAgeHours * 3600, urgency: urgent ? 'high' : 'normal' },
    },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { ...keys, subject: contactOf(config) },
  )
  return { headers, body }
}

/** Contact that push services may use about messages of this portal. */
function contactOf({ mailFrom, baseUrl }: Deps['config']): string {
  const [, address = mailFrom] = /<([^<>]*)>/.exec(mailFrom ?? '') ?? []
  if (address !== undefined) return `mailto:${address.trim()}`
  return baseUrl?.startsWith('https:') ? baseUrl : 'mailto:noreply@portal.local'
}
