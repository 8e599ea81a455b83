import pg from 'pg'
import type { Logger } from 'pino'
import { socketOf, type ConnectionGate } from './connection-gate.ts'
import type { Listener } from './listener.ts'

export type Watch = { close: () => Promise<void> }

const tickMs = 250
/** A call to an unresponsive database must be answered within two seconds. */
const defaultSilentMs = 1000
/** The watch's own connection may be lost while others live. */
const selfTimeoutMs = 5000

/**
 * Probes the database a few times a second on its own connection. When for `silentMs` there is neither an answer nor a
 * byte on any connection (a network that drops packets), all connections are cut and new ones rejected until it answers
 * again, so that callers fail at once instead of hanging. Long statements are safe: while the database lives, the probe
 * is answered. Only ticks count, so a busy process does not blame the database.
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
    else if (asking.ticks * tickMs >= selfTimeoutMs) giveUp(asking.client)
  }

  async function probe(): Promise<void> {
    const probing = client ?? new pg.Client({ connectionString: url, connectionTimeoutMillis: selfTimeoutMs })
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
