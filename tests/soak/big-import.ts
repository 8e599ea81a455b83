import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import * as catalogue from '#shared/api/catalogue.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { writeSyntheticExport } from '#server/doors/demo/synthetic-export.ts'
import { visitor } from '#tests/support/app.ts'
import { client1c, expectOk } from '#tests/support/client-1c.ts'
import { addAccount, addSession, createWorld } from '#tests/support/fixtures.ts'
import { startServerProcess } from '#tests/support/process.ts'
import { until } from '#tests/support/wait.ts'
import { call } from '#web/api/client.ts'
import type { Outcome } from './run.ts'

const account = { login: '1c@soak.example', password: 'soak-exchange-1' }

export type BigImport = {
  megabytes: number
  /** From the first chunk to the last success, of the first and the second load. */
  secondsFirst: number
  secondsSecond: number
  /** Peak resident memory of the server process. */
  peakMegabytes: number
  /** Answers of `filter` to a buyer during the import. */
  answers: number
  refused: number
  /** Message of the last refusal. */
  lastRefusal: string
  p50Ms: number
  p99Ms: number
  slowestMs: number
  /** Items created or changed by the second load: must be none. */
  changedBySecond: number
}

/** Loads a synthetic export (58,000 goods are 200 MB) into the real server twice while a buyer keeps filtering. */
export async function bigImport({ goods }: { goods: number }): Promise<BigImport> {
  const folder = await mkdtemp(join(tmpdir(), 'big-import-'))
  const cluster = await startEmbedded(join(folder, 'cluster'))
  await migrateDatabase(cluster.url)
  const database = openDatabase(cluster.url, pino({ level: 'silent' }), { poolSize: 4 })
  const world = await createWorld(database.db)
  await addAccount(database.db, { role: 'exchange', ...account })
  const { files, bytes } = await writeSyntheticExport(join(folder, 'export'), { goods, seed: 1 })
  const env = {
    DATABASE_URL: cluster.url,
    DATA_DIR: join(folder, 'data'),
    DEMO: '0',
    NODE_OPTIONS: '--max-semi-space-size=8',
  }
  const server = await startServerProcess(env)
  try {
    const buyer = visitor(server.origin)
    buyer.cookies.set('sid', await addSession(database.db, world.ownerId))
    // The first snapshot is ready a moment after /health.
    await until(() => call(catalogue.filter, { contract: world.contractId, page: 1 }, buyer), undefined, 20_000)
    const watch = watchFilter(buyer, world.contractId)
    const secondsFirst = await send(server.origin, join(folder, 'export'), files)
    const secondsSecond = await send(server.origin, join(folder, 'export'), files)
    const { rows } = await database.pool.query(
      `select coalesce(sum(coalesce((k.value->>'created')::int, 0) + coalesce((k.value->>'changed')::int, 0)),
        0) as changed
       from exchange_runs r, jsonb_each(r.counts) k
       where r.type = 'import' and r.session_id = (select max(session_id) from exchange_runs)`,
    )
    // The last snapshot is built after the last answer.
    await new Promise((resolve) => setTimeout(resolve, 5000))
    const changedBySecond = (rows[0] as { changed: number }).changed
    return {
      megabytes: Math.round(bytes / 1e6),
      secondsFirst,
      secondsSecond,
      peakMegabytes: peakOf(server.child.pid ?? 0),
      changedBySecond,
      ...(await watch.stop()),
    }
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
    await database.close()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function send(origin: string, folder: string, files: string[]): Promise<number> {
  const startedMs = performance.now()
  const client = client1c(origin, account)
  expectOk(await client.checkauth())
  await client.init()
  for (const name of files) {
    await client.sendFile(name, join(folder, name), 20 * 1024 * 1024)
    expectOk((await client.import(name)).at(-1) ?? '')
  }
  expectOk(await client.complete())
  return Math.round((performance.now() - startedMs) / 100) / 10
}

function watchFilter(buyer: ReturnType<typeof visitor>, contract: number) {
  const times: number[] = []
  let refused = 0
  let lastRefusal = ''
  const watch = { over: false }
  const running = (async () => {
    while (!watch.over) {
      const startedMs = performance.now()
      await call(catalogue.filter, { contract, page: 1 }, buyer).then(
        () => times.push(performance.now() - startedMs),
        (error: unknown) => {
          refused += 1
          lastRefusal = error instanceof Error ? error.message : String(error)
        },
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    async stop() {
      watch.over = true
      await running
      const sorted = times.toSorted((one, other) => one - other)
      const percentile = (share: number) =>
        Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
      return {
        answers: sorted.length,
        refused,
        lastRefusal,
        p50Ms: percentile(0.5),
        p99Ms: percentile(0.99),
        slowestMs: percentile(1),
      }
    },
  }
}

function peakOf(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
}

/** 200 MB in under 120 s and 600 MB of memory while the catalogue answers; a second load changes nothing. */
export async function soak(scale: number): Promise<Outcome> {
  const result = await bigImport({ goods: Math.max(600, Math.round(58_000 * Math.min(1, scale))) })
  const checks: [boolean, string][] = [
    [result.secondsFirst < 120, `${result.secondsFirst} s, 120 allowed`],
    [result.peakMegabytes < 600, `peak of ${result.peakMegabytes} MB, 600 allowed`],
    [result.changedBySecond === 0, `the second load changed ${result.changedBySecond} items`],
    [result.refused === 0, `filter was refused ${result.refused} times: ${result.lastRefusal}`],
  ]
  return { figures: { ...result }, failedChecks: checks.flatMap(([passed, message]) => (passed ? [] : [message])) }
}

if (import.meta.main) console.log(await soak(Number(process.argv[2] ?? 1)))
