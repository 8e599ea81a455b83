import pg from 'pg'
import type { Logger } from 'pino'

export type Listener = {
  /**
   * Calls back on every NOTIFY of the channel, and once after each reconnect (payload undefined), as messages may have
   * been missed.
   */
  on: (channel: string, heard: (payload: string | undefined) => void) => void
  /** Whether notifications on the channel arrive: false until connected, and while the connection is lost. */
  hears: (channel: string) => boolean
  /** Reopens a connection known to be dead. */
  renew: () => void
  close: () => Promise<void>
}

const firstRetryMs = 100
const maxRetryMs = 2000
const maxConnectingMs = 5000

/** One LISTEN connection for the whole process, with automatic reconnect. */
export function openListener(url: string, log: Logger): Listener {
  const callbacks = new Map<string, ((payload: string | undefined) => void)[]>()
  let client: pg.Client | undefined
  let connected: pg.Client | undefined
  let hearing = new Set<string>()
  let listening: Promise<unknown> = Promise.resolve()
  let closed = false
  let retryMs = firstRetryMs
  let retryTimer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: maxConnectingMs })
    next.on('error', () => reconnect(next))
    next.on('end', () => reconnect(next))
    next.on('notification', ({ channel, payload }) => {
      for (const heard of callbacks.get(channel) ?? []) heard(payload)
    })
    client = next
    try {
      await next.connect()
      const channels = await listenAll(next)
      retryMs = firstRetryMs
      for (const heard of [...callbacks.values()].flat()) heard(undefined)
      hearing = channels
    } catch {
      reconnect(next)
    }
  }

  /** Statements run one at a time; channels added in between follow. */
  async function listenAll(current: pg.Client): Promise<Set<string>> {
    const heard = new Set<string>()
    while (heard.size < callbacks.size) {
      const channel = [...callbacks.keys()].find((name) => !heard.has(name)) ?? ''
      await current.query(`listen ${current.escapeIdentifier(channel)}`)
      heard.add(channel)
    }
    connected = current
    return heard
  }

  /** After a reconnect it listens to all channels again. */
  async function listenTo(channel: string): Promise<void> {
    const current = connected
    if (current === undefined) return
    await current.query(`listen ${current.escapeIdentifier(channel)}`)
    if (current === connected) hearing.add(channel)
  }

  function reconnect(lost: pg.Client): void {
    if (closed || client !== lost) return
    client = undefined
    connected = undefined
    hearing = new Set()
    lost.removeAllListeners('end')
    lost.end().catch(() => undefined)
    log.warn('listening connection lost, connecting again')
    retryTimer = setTimeout(() => void connect(), retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }

  void connect()
  return {
    on(channel, heard) {
      const known = callbacks.get(channel)
      if (known) known.push(heard)
      else {
        callbacks.set(channel, [heard])
        // Serialised.
        listening = listening.then(() => listenTo(channel)).catch(() => undefined)
      }
    },
    hears: (channel) => hearing.has(channel),
    renew() {
      if (client !== undefined) reconnect(client)
    },
    async close() {
      closed = true
      clearTimeout(retryTimer)
      await client?.end().catch(() => undefined)
    },
  }
}
