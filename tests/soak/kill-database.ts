import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startOrderStream } from './order-stream.ts'
import type { Outcome } from './run.ts'
import { startSoakServer, type SoakServer } from './server.ts'

const readyWithinSeconds = 5

/** 20 immediate stops of PostgreSQL under load: only 503s meanwhile, ready again by itself, no acknowledged order lost. */
export async function soak(scale: number): Promise<Outcome> {
  const stops = Math.max(1, Math.round(20 * scale))
  const server = await startSoakServer({ demo: true })
  try {
    const seeding = await server.openDatabase()
    const stream = await startOrderStream(seeding.db, server.origin, { buyers: 12 })
    await seeding.close()
    const seconds: number[] = []
    for (let stop = 0; stop < stops; stop += 1) {
      await pause(500 + Math.random() * 1500)
      seconds.push(await stopImmediately(server, stream.counts))
    }
    await pause(1000)
    await stream.stop()
    const database = await server.openDatabase()
    const audit = await stream.audit(database.db)
    await database.close()
    const died = server.process().child.exitCode !== null

    const slowest = Math.max(...seconds)
    const missed = []
    if (died) missed.push('the app died with its database')
    if (audit.lost > 0) missed.push(`${audit.lost} acknowledged orders are lost`)
    if (audit.doubled > 0) missed.push(`${audit.doubled} orders nobody was told of or that one key placed twice`)
    if (audit.broken > 0) missed.push(`${audit.broken} stock rows hold another figure than their lines`)
    if (slowest > readyWithinSeconds) missed.push(`ready only after ${slowest.toFixed(1)} s`)
    return { facts: { stops, ...stream.counts, ...audit, failures: JSON.stringify(stream.counts.failures), 'ready after s, slowest': slowest.toFixed(2) }, missed }
  } finally {
    await server.stop()
  }
}

/** Answers the seconds until orders were acknowledged again. */
async function stopImmediately(server: SoakServer, counts: { acknowledged: number }): Promise<number> {
  const lock = await readFile(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(lock.split('\n')[0]), 'SIGQUIT')
  const startedMs = performance.now()
  await pause(50)
  const before = counts.acknowledged
  while (counts.acknowledged === before) {
    if (performance.now() - startedMs > 60_000) throw new Error('no order was acknowledged within a minute')
    await pause(10)
  }
  return (performance.now() - startedMs) / 1000
}
