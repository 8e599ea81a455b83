import { setTimeout as pause } from 'node:timers/promises'
import { startOrderStream } from './order-stream.ts'
import type { Outcome } from './run.ts'
import { startSoakServer } from './server.ts'

const readyWithinSeconds = 5

/** 100 kill -9 of the app (its PostgreSQL goes with it) under load, on demo data: no acknowledged order lost. */
export async function soak(scale: number): Promise<Outcome> {
  const kills = Math.max(1, Math.round(100 * scale))
  const server = await startSoakServer({ demo: true })
  try {
    const seeding = await server.openDatabase()
    const stream = await startOrderStream(seeding.db, server.origin, { buyers: 12 })
    await seeding.close()
    const seconds: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(300 + Math.random() * 1200)
      seconds.push(await server.killAndRestart())
    }
    await pause(1000)
    await stream.stop()
    const database = await server.openDatabase()
    const audit = await stream.audit(database.db)
    await database.close()

    const slowest = Math.max(...seconds)
    const missed = []
    if (audit.lost > 0) missed.push(`${audit.lost} acknowledged orders are lost`)
    if (audit.doubled > 0) missed.push(`${audit.doubled} orders nobody was told of or that one key placed twice`)
    if (audit.broken > 0) missed.push(`${audit.broken} stock rows hold another figure than their lines`)
    if (slowest > readyWithinSeconds) missed.push(`ready only after ${slowest.toFixed(1)} s`)
    const mean = seconds.reduce((sum, each) => sum + each, 0) / seconds.length
    return { facts: { kills, ...stream.counts, ...audit, failures: JSON.stringify(stream.counts.failures), 'ready after s, mean': mean.toFixed(2), slowest: slowest.toFixed(2) }, missed }
  } finally {
    await server.stop()
  }
}
