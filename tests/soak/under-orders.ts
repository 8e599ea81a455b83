import { setTimeout as pause } from 'node:timers/promises'
import { startOrderStream, type OrderStream } from './order-stream.ts'
import type { Outcome } from './run.ts'
import { startSoakServer, type SoakServer } from './server.ts'

export type Disruption = {
  times: number
  /** On demo data, or on an empty portal. */
  demo?: boolean
  buyers?: number
  /** The portal must be itself again within so many seconds. */
  maxSeconds?: number
  /** Milliseconds of peace before each blow, drawn at random. */
  peaceMs: { min: number; max: number }
  /** Answers the seconds until the portal was itself again. */
  strike: (server: SoakServer, counts: OrderStream['counts']) => Promise<number>
}

/** Strikes the portal while buyers order: it is soon itself again, and no acknowledged order is lost. */
export async function disruptUnderOrders({
  times,
  demo = true,
  buyers = 12,
  maxSeconds = 5,
  peaceMs: { min, max },
  strike,
}: Disruption): Promise<Outcome> {
  const server = await startSoakServer({ demo })
  try {
    const seeding = await server.openDatabase()
    const stream = await startOrderStream(seeding.db, server.origin, { buyers })
    await seeding.close()
    const seconds: number[] = []
    for (let blow = 0; blow < times; blow += 1) {
      await pause(min + Math.random() * (max - min))
      seconds.push(await strike(server, stream.counts))
    }
    const resumed = await acknowledgesAgain(stream)
    await stream.stop()
    const database = await server.openDatabase()
    const audit = await stream.audit(database.db)
    await database.close()
    const { exitCode, signalCode } = server.process().child

    const slowest = Math.max(...seconds)
    const missed = []
    if (exitCode !== null || signalCode !== null) missed.push('the app died')
    if (audit.lost > 0) missed.push(`${audit.lost} acknowledged orders are lost`)
    if (audit.doubled > 0) missed.push(`${audit.doubled} orders nobody was told of or that one key placed twice`)
    if (audit.broken > 0) missed.push(`${audit.broken} stock rows hold another figure than their lines`)
    if (!resumed) missed.push('no order was acknowledged after the last blow')
    if (slowest > maxSeconds) missed.push(`ready only after ${slowest.toFixed(1)} s`)
    const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length
    return {
      facts: {
        times,
        ...stream.counts,
        ...audit,
        failures: JSON.stringify(stream.counts.failures),
        'ready after s, mean': mean.toFixed(2),
        slowest: slowest.toFixed(2),
      },
      missed,
    }
  } finally {
    await server.stop()
  }
}

/** Buyers go on for a second, and until one of them has heard of an order. */
async function acknowledgesAgain({ counts }: OrderStream): Promise<boolean> {
  const before = counts.acknowledged
  const deadlineMs = performance.now() + 60_000
  await pause(1000)
  while (counts.acknowledged === before && performance.now() < deadlineMs) await pause(10)
  return counts.acknowledged > before
}
