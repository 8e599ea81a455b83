import { setTimeout as pause } from 'node:timers/promises'
import { startOrderStream, type OrderStream } from './order-stream.ts'
import type { Outcome } from './run.ts'
import { startSoakServer, type SoakServer } from './server.ts'

export type Disruption = {
  times: number
  /** On demo data, or on an empty portal. */
  demo?: boolean
  buyers?: number
  /** The portal must be ready again within this time. */
  maxSeconds?: number
  /** Random delay before each disruption. */
  delayMs: { min: number; max: number }
  /** Returns the seconds until the portal was ready again. */
  disrupt: (server: SoakServer, counts: OrderStream['counts']) => Promise<number>
}

/** Disrupts the portal while buyers order: it must soon be ready again, and lose no acknowledged order. */
export async function disruptUnderOrders({
  times,
  demo = true,
  buyers = 12,
  maxSeconds = 5,
  delayMs: { min, max },
  disrupt,
}: Disruption): Promise<Outcome> {
  const server = await startSoakServer({ demo })
  try {
    const seeding = await server.openDatabase()
    const stream = await startOrderStream(seeding.db, server.origin, { buyers })
    await seeding.close()
    const seconds: number[] = []
    for (let time = 0; time < times; time += 1) {
      await pause(min + Math.random() * (max - min))
      seconds.push(await disrupt(server, stream.counts))
    }
    const resumed = await waitForNewOrders(stream)
    await stream.stop()
    const database = await server.openDatabase()
    const check = await stream.check(database.db)
    await database.close()
    const { exitCode, signalCode } = server.process().child

    const slowest = Math.max(...seconds)
    const failedChecks = []
    if (exitCode !== null || signalCode !== null) failedChecks.push('the app died')
    if (check.lost > 0) failedChecks.push(`${check.lost} acknowledged orders are lost`)
    if (check.duplicated > 0)
      failedChecks.push(`${check.duplicated} orders are unacknowledged or placed twice by one key`)
    if (check.broken > 0) failedChecks.push(`${check.broken} stock rows do not match their lines`)
    if (!resumed) failedChecks.push('no order was acknowledged after the last disruption')
    if (slowest > maxSeconds) failedChecks.push(`ready only after ${slowest.toFixed(1)} s`)
    const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length
    return {
      figures: {
        times,
        ...stream.counts,
        ...check,
        failures: JSON.stringify(stream.counts.failures),
        'ready after s, mean': mean.toFixed(2),
        slowest: slowest.toFixed(2),
      },
      failedChecks,
    }
  } finally {
    await server.stop()
  }
}

/** Lets buyers continue for a second, and until an order is acknowledged. */
async function waitForNewOrders({ counts }: OrderStream): Promise<boolean> {
  const before = counts.acknowledged
  const deadlineMs = performance.now() + 60_000
  await pause(1000)
  while (counts.acknowledged === before && performance.now() < deadlineMs) await pause(10)
  return counts.acknowledged > before
}
