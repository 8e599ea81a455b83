import type { Socket } from 'node:net'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Listener } from './listener.ts'

export type Watch = { close: () => Promise<void> }

const tickMs = 250

/**
 * Asks the database a few times a second, on a connection of its own, whether it is there. One that is silent for
 * `silentMs` (a network that swallows packets tells nobody) gets all connections cut, so that whoever waits for it is
 * told at once instead of never. Only ticks count: a process that was busy itself does not blame the database.
 */
export function watchDatabase({ url, pool, listener, log, silentMs = 5000 }: { url: string; pool: pg.Pool; listener: Listener; log: Logger; silentMs?: number }): Watch {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let asking: { client: pg.Client; ticks: number } | undefined
  let client: pg.Client | undefined

  function tick(): void {
    if (asking === undefined) void ask()
    else if ((asking.ticks += 1) * tickMs >= silentMs) cut(asking.client)
  }

  async function ask(): Promise<void> {
    const asked = client ?? new pg.Client({ connectionString: url, connectionTimeoutMillis: silentMs })
    const mine = { client: asked, ticks: 0 }
    asking = mine
    try {
      if (client === undefined) {
        asked.on('error', () => forget(asked))
        await asked.connect()
        client = asked
      }
      await asked.query('select 1')
    } catch {
      forget(asked)
    }
    if (asking === mine) asking = undefined
  }

  function cut(silent: pg.Client): void {
    log.warn({ silentMs, connections: clients.size }, 'the database has stopped answering: cutting its connections')
    asking = undefined
    forget(silent)
    socketOf(silent).destroy()
    for (const each of clients) socketOf(each).destroy()
    listener.renew()
  }

  function forget(lost: pg.Client): void {
    if (client === lost) client = undefined
    lost.end().catch(() => undefined)
  }

  const timer = setInterval(tick, tickMs)
  return {
    async close() {
      clearInterval(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

/** pg has no other word for 'hang up at once'. */
function socketOf(client: pg.Client | pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
