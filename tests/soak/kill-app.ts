import type { Outcome } from './run.ts'
import type { SoakServer } from './server.ts'
import { disruptUnderOrders } from './under-orders.ts'

/** 100 kill -9 of the app (with its PostgreSQL) under load, on demo data: no acknowledged order is lost. */
export function soak(scale: number): Promise<Outcome> {
  return disruptUnderOrders({
    times: Math.max(1, Math.round(100 * scale)),
    delayMs: { min: 300, max: 1500 },
    disrupt: killApp,
  })
}

/** Returns the seconds until the next process was ready. */
export function killApp(server: SoakServer): Promise<number> {
  return server.killAndRestart()
}
