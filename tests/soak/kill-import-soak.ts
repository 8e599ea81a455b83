import { isDeepStrictEqual } from 'node:util'
import { killImport } from './kill-import.ts'
import type { Outcome } from './run.ts'

/** kill -9 at random moments of an import, 50 of a 20 MB export and 3 of the 200 MB one: the state of an undisturbed run. */
export async function soak(scale: number): Promise<Outcome> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const facts: Outcome['facts'] = { seed }
  const missed: string[] = []
  for (const { goods, kills } of [{ goods: 5_800, kills: 50 }, { goods: 58_000, kills: 3 }]) {
    const wished = Math.max(1, Math.round(kills * scale))
    const result = await killImport({ goods, kills: wished, seed, say: (line) => process.stdout.write(`       ${line}\n`) })
    facts[`${goods} goods: kills`] = result.kills
    facts[`${goods} goods: resumed`] = result.resumed
    if (!isDeepStrictEqual(result.actual, result.expected)) missed.push(`${goods} goods: the state differs from the undisturbed run`)
  }
  return { facts, missed }
}
