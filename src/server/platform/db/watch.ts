import pg from 'pg'
import type { Logger } from 'pino'
import { socketOf, type ConnectionGate } from './connection-gate.ts'
import type { Listener } from './listener.ts'

export type Watch = { close: () => Promise<void> }

const tickMs = 250
/** A call that waits for a silent database must have its answer within two seconds. */
const defaultSilentMs = 1000
/** The watch's own connection may be lost while others live. */
const ownPatienceMs = 5000

/**
 * Asks the database a few times a second, on a connection of its own, whether it is there. Where for `silentMs` neither
 * an answer comes nor a single byte on any connection (a network that swallows packets tells nobody), all connections
 * are cut and new ones refused until it answers again, so that whoever waits is told at once instead of never. Long
 * statements of a living database are safe: while it lives, this question is answered. Only ticks count: a process that
 * was busy itself does not blame the database.
 */
export function watchDatabase({
  url,
  gate,
  listener,
  log,
  silentMs = defaultSilentMs,
}: {
  url: string
  gate: ConnectionGate
  listener: Listener
  log: Logger
  silentMs?: number
}): Watch {
  let asking: { client: pg.Client; ticks: number; silentTicks: number } | undefined
  let client: pg.Client | undefined
  let isSilent = false

  function tick(): void {
    const isAlive = gate.hasReceived()
    if (asking === undefined) return void probe()
    asking.ticks += 1
    asking.silentTicks = isAlive ? 0 : asking.silentTicks + 1
    if (asking.silentTicks * tickMs >= silentMs) cut(asking.client)
    else if (asking.ticks * tickMs >= ownPatienceMs) giveUp(asking.client)
  }

  async function probe(): Promise<void> {
    const probing = client ?? new pg.Client({ connectionString: url, connectionTimeoutMillis: ownPatienceMs })
    const mine = { client: probing, ticks: 0, silentTicks: 0 }
    asking = mine
    try {
      if (client === undefined) {
        probing.on('error', () => forget(probing))
        await probing.connect()
        client = probing
      }
      await probing.query('select 1')
      if (asking === mine) answered()
    } catch {
      forget(probing)
    }
    if (asking === mine) asking = undefined
  }

  function answered(): void {
    if (!isSilent) return
    isSilent = false
    gate.open()
    log.warn('the database answers again')
  }

  function cut(silent: pg.Client): void {
    giveUp(silent)
    const connections = gate.shut()
    if (isSilent) return
    isSilent = true
    log.warn({ silentMs, connections }, 'the database has stopped answering: its connections are cut')
    listener.renew()
  }

  function giveUp(silent: pg.Client): void {
    asking = undefined
    forget(silent)
    socketOf(silent).destroy()
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
