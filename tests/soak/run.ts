import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * `npm run soak` runs all, `npm run soak -- kill-app` those named; SOAK_SCALE=0.1 makes them shorter. Each soak is
 * a module of this folder that exports `soak`; it returns its figures and the checks that failed.
 */
export type Outcome = { figures: Record<string, number | string>; failedChecks: string[] }
export type Soak = (scale: number) => Promise<Outcome>

const soaks = [
  'hot-goods-soak',
  'same-key-soak',
  'kill-app',
  'kill-database',
  'kill-import',
  'big-import',
  'upload-fuzz',
  'order-files',
] as const

if (resolve(process.argv[1] ?? '') === import.meta.filename) await runAll()

async function runAll(): Promise<void> {
  const requested = process.argv.slice(2)
  const scale = Number(process.env.SOAK_SCALE ?? 1)
  const known = soaks.filter((name) => existsSync(new URL(`./${name}.ts`, import.meta.url)))
  const unknown = requested.filter((name) => !known.some((each) => each.startsWith(name)))
  if (unknown.length > 0) throw new Error(`no soak is called ${unknown.join(', ')}; there are ${known.join(', ')}`)

  const failed: string[] = []
  for (const name of known.filter(
    (each) => requested.length === 0 || requested.some((start) => each.startsWith(start)),
  )) {
    const startedMs = Date.now()
    const { figures, failedChecks } = await run(name, scale)
    const texts = Object.entries(figures).map(([what, figure]) => `${what} ${figure}`)
    process.stdout.write(
      `${failedChecks.length === 0 ? 'ok    ' : 'FAILED'} ${name} in ` +
        `${Math.round((Date.now() - startedMs) / 1000)} s: ${texts.join(', ')}\n`,
    )
    for (const bar of failedChecks) process.stdout.write(`       failed: ${bar}\n`)
    if (failedChecks.length > 0) failed.push(name)
  }
  process.stdout.write(failed.length === 0 ? 'All soaks passed.\n' : `Failed: ${failed.join(', ')}\n`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

async function run(name: string, scale: number): Promise<Outcome> {
  try {
    const { soak } = (await import(new URL(`./${name}.ts`, import.meta.url).href)) as { soak: Soak }
    return await soak(scale)
  } catch (error) {
    return { figures: {}, failedChecks: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  }
}
