import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { heartbeatSeconds } from '#shared/api/events.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { listOpenSessions } from '#server/platform/sessions/shared-queries-sessions.ts'
import { eventsByAccount, parseAnnouncement, type Announcement, type Audiences } from './announcement.ts'
import { createEventStream, type EventStream } from './event-stream.ts'

type Deps = { db: Db; listener: Listener; log: Logger; audiences: Audiences }
type Limits = { maxStreams: number; maxStreamsOfAccount?: number; heartbeatMs?: number }

/** Owner of a stream: an account, by one of its sessions. */
export type Subscriber = { accountId: number; sessionHash: string }

export type Push = ReturnType<typeof openPush>

/** A person's browsers; each shares one stream among its windows. */
const defaultMaxStreamsOfAccount = 20
/** Events of one transaction, and of transactions close together, are sent together. */
const batchDelayMs = 10
const retryAfterSeconds = 30

/**
 * The open event streams of this process. One LISTEN serves them all; each receives what its account may see while its
 * session lives.
 */
export function openPush({ db, listener, log, audiences }: Deps, limits: Limits) {
  const { maxStreams, maxStreamsOfAccount = defaultMaxStreamsOfAccount, heartbeatMs = heartbeatSeconds * 1000 } = limits
  const streams = new Map<EventStream, Subscriber>()
  const byAccount = new Map<number, Set<EventStream>>()
  let announcements: Announcement[] = []
  let sending: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined
  let closed = false

  listener.on('events', (payload) => (payload === undefined ? refreshAll() : gather(payload)))
  listener.on('sessions', checkSoon)
  const heartbeat = setInterval(() => {
    for (const stream of streams.keys()) stream.beat()
    checkSoon()
  }, heartbeatMs)

  function gather(payload: string): void {
    if (streams.size === 0) return
    const announcement = parseAnnouncement(payload)
    if (announcement === undefined) return refreshAll()
    announcements.push(announcement)
    sending ??= setTimeout(() => void send(), batchDelayMs)
  }

  async function send(): Promise<void> {
    const gathered = announcements
    announcements = []
    sending = undefined
    try {
      const received = await eventsByAccount(gathered, { connected: new Set(byAccount.keys()), audiences })
      for (const [accountId, events] of received)
        for (const stream of byAccount.get(accountId) ?? []) stream.send(events)
    } catch (error) {
      log.warn({ err: error }, 'events could not be addressed: all clients read anew')
      refreshAll()
    }
  }

  function refreshAll(): void {
    for (const stream of streams.keys()) stream.refresh()
  }

  function checkSoon(): void {
    if (streams.size === 0) return
    checking ??= setTimeout(() => void check(), batchDelayMs)
  }

  /** Ends the streams whose session was revoked, has expired, or belongs to another account now. */
  async function check(): Promise<void> {
    checking = undefined
    const hashes = new Set([...streams.values()].map(({ sessionHash }) => sessionHash))
    try {
      const open = await listOpenSessions(db, { hashes: [...hashes] })
      const accountOf = new Map(open.map(({ hash, accountId }) => [hash, accountId]))
      for (const [stream, { sessionHash, accountId }] of streams)
        if (hashes.has(sessionHash) && accountOf.get(sessionHash) !== accountId) stream.end()
    } catch (error) {
      log.warn({ err: error }, 'sessions of event streams could not be checked')
    }
  }

  function add(stream: EventStream, subscriber: Subscriber): void {
    streams.set(stream, subscriber)
    byAccount.set(subscriber.accountId, (byAccount.get(subscriber.accountId) ?? new Set()).add(stream))
    // The session may have ended since it was looked up.
    checkSoon()
  }

  function remove(stream: EventStream, { accountId }: Subscriber): void {
    streams.delete(stream)
    const own = byAccount.get(accountId)
    own?.delete(stream)
    if (own?.size === 0) byAccount.delete(accountId)
  }

  return {
    /** Throws if there are too many streams, or this process receives no notifications. */
    refuseBeyondLimits({ accountId }: Subscriber): void {
      if (closed || !listener.hears('events')) throw new AppError('unavailable')
      if (streams.size >= maxStreams) throw new AppError('unavailable', { retryAfterSeconds })
      if ((byAccount.get(accountId)?.size ?? 0) >= maxStreamsOfAccount)
        throw new AppError('tooManyRequests', { retryAfterSeconds })
    },
    open(response: ServerResponse, subscriber: Subscriber): void {
      // The client may have left during the session lookup.
      if (response.destroyed) return
      const stream = createEventStream(response)
      add(stream, subscriber)
      response.once('close', () => remove(stream, subscriber))
    },
    count: () => streams.size,
    /** Ends all streams; clients reconnect to another process. */
    close(): void {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(sending)
      clearTimeout(checking)
      for (const stream of streams.keys()) stream.end()
    },
  }
}
