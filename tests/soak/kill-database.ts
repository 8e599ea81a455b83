import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from './run.ts'
import type { SoakServer } from './server.ts'
import { disruptUnderOrders } from './under-orders.ts'

/** 20 immediate stops of PostgreSQL under load: only 503s meanwhile, automatic recovery, no acknowledged order lost. */
export function soak(scale: number): Promise<Outcome> {
  return disruptUnderOrders({
    times: Math.max(1, Math.round(20 * scale)),
    delayMs: { min: 500, max: 2000 },
    disrupt: killDatabase,
  })
}

/** Returns the seconds until orders were acknowledged again. */
export async function killDatabase(server: SoakServer, counts: { acknowledged: number }): Promise<number> {
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
