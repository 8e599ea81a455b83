import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { ZipFile } from 'yazl'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { writeSyntheticExport } from '#server/doors/demo/synthetic-export.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { catalogueState } from '../support/catalogue/catalogue-state.ts'
import { client1c, expectOk, type Client1c } from '../support/client-1c.ts'
import { startServerProcess } from '../support/process.ts'
import type { Outcome } from './run.ts'

export type KillImport = {
  /** Goods of the synthetic export; 5,800 are 20 MB, 58,000 are 200 MB. */
  goods: number
  kills: number
  seed: number
  /** The export is sent as one archive, like most 1C configurations do. */
  zipped?: boolean
  /** The caller's cluster (database `postgres`); by default it starts its own. */
  clusterUrl?: string
  log?: (line: string) => void
}

export type KillImportResult = {
  kills: number
  resumed: number
  expected: Record<string, string>
  actual: Record<string, string>
}

/** The batch size of import-file.ts. */
const batchItems = 500
const account = { login: '1c@soak.example', password: 'soak-exchange-1' }

/**
 * kill -9 of the server at random moments of an import: each time it restarts and resumes by itself, and 1C polls
 * on. The final state must equal that of an uninterrupted import.
 */
export async function killImport({
  goods,
  kills,
  seed,
  zipped = false,
  clusterUrl,
  log = () => undefined,
}: KillImport): Promise<KillImportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'kill-import-'))
  const cluster = clusterUrl === undefined ? await startEmbedded(folder) : undefined
  const base = clusterUrl ?? cluster?.url ?? ''
  const random = randomFrom(seed)
  try {
    const { files } = await writeSyntheticExport(join(folder, 'export'), { goods, seed, portions: 1 })
    const exportFiles = {
      folder: join(folder, 'export'),
      files,
      archive: zipped ? await pack(join(folder, 'export'), files) : undefined,
    }
    const uninterrupted = await withDatabase(base, `straight_${seed}`, (url) =>
      runExchange(url, folder, exportFiles, { kills: 0, random, log }),
    )
    const killed = await withDatabase(base, `killed_${seed}`, (url) =>
      runExchange(url, folder, exportFiles, { kills, random, log, totalItems: uninterrupted.items }),
    )
    return { kills: killed.kills, resumed: killed.resumed, expected: uninterrupted.state, actual: killed.state }
  } finally {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Files of an export in the order of 1C, and their archive if sent as one. */
type ExportFiles = { folder: string; files: string[]; archive: string | undefined }

async function pack(folder: string, files: string[]): Promise<string> {
  const zip = new ZipFile()
  for (const name of files) zip.addFile(join(folder, name), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(join(folder, archiveName)))
  return archiveName
}

const archiveName = 'v8_1A2B.zip'

type RunOptions = { kills: number; random: () => number; log: (line: string) => void; totalItems?: number }

/**
 * A complete exchange; returns the final state, how often the server was killed, and how many runs resumed from a
 * checkpoint.
 */
async function runExchange(
  url: string,
  folder: string,
  exportFiles: ExportFiles,
  { kills, random, log, totalItems = 0 }: RunOptions,
) {
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), DEMO: '0', HOST: '127.0.0.1' }
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  await db.query("insert into accounts (login, password_hash, role, name) values ($1, $2, 'exchange', '1С')", [
    account.login,
    await hashPassword(account.password),
  ])
  const counts = { kills: 0, resumed: 0 }
  const client = client1c('', account)
  let server = await startServerProcess(env)
  client.moveTo(server.origin)
  try {
    // If the import ends before all kills, the same files are sent again, which changes nothing.
    const isDone = () => counts.kills >= kills
    const sending = (async () => {
      do await sendAll(client, exportFiles)
      while (!isDone())
    })()
    while (!isDone()) {
      if (!(await isWorking(db))) {
        await pause(5)
        continue
      }
      await waitForKillMoment(db, { random, killsLeft: kills - counts.kills, totalItems })
      server.child.kill('SIGKILL')
      await server.exited
      counts.kills += 1
      if (await isUnderway(db)) counts.resumed += 1
      log(`kill ${counts.kills} of ${kills}, ${await progressOf(db)}`)
      server = await startServerProcess(env)
      client.moveTo(server.origin)
    }
    await sending
    await untilEnded(db)
    return { state: await catalogueState(db), items: await itemsDone(db), ...counts }
  } finally {
    server.child.kill('SIGKILL')
    await server.exited
    await db.end()
  }
}

/** Like 1C: polls while a file is imported; after a connection error starts again from checkauth. */
async function sendAll(client: Client1c, { folder, files, archive }: ExportFiles): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    try {
      expectOk(await retryUntilAnswered(() => client.checkauth()))
      expectOk((await client.init()).replace('zip=', 'success'))
      const send = (name: string) => client.sendFile(name, join(folder, name), 4 * 1024 * 1024)
      if (archive !== undefined) await send(archive)
      for (const name of files) {
        if (archive === undefined) await send(name)
        expectOk((await retryUntilAnswered(() => client.import(name))).at(-1) ?? '')
      }
      expectOk(await client.complete())
      return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await pause(100)
    }
  }
  throw new Error('the exchange never completed')
}

/**
 * Waits for a random moment: soon after the work resumed, or after the next checkpoints. Their number is drawn so that
 * kills are spread over the whole import and the last one still interrupts work.
 */
async function waitForKillMoment(
  db: pg.Client,
  { random, killsLeft, totalItems }: { random: () => number; killsLeft: number; totalItems: number },
): Promise<void> {
  const done = await itemsDone(db)
  // Three crashes at one position count as the file's fault, so the third kill comes after a checkpoint.
  const next = (await attemptsOf(db)) >= 2 ? 1 : 0
  const batchesLeft = Math.max(0, (totalItems - done) / batchItems - 2)
  const step = Math.max(next, Math.floor(random() * ((2 * batchesLeft) / killsLeft + 1)))
  if (step === 0) return pause(random() * (batchesLeft > 2 ? 400 : 40))
  for (let tries = 0; tries < 2000; tries += 1) {
    if ((await itemsDone(db)) >= done + step * batchItems) break
    await pause(4)
  }
  return pause(random() * 30)
}

/** How often the current work was started at its position. */
async function attemptsOf(db: pg.Client): Promise<number> {
  const { rows } = await db.query(
    "select coalesce(max(attempts), 0) as attempts from exchange_files where state = 'queued'",
  )
  return (rows[0] as { attempts: number }).attempts
}

async function itemsDone(db: pg.Client): Promise<number> {
  const { rows } = await db.query(
    "select coalesce(sum(items_done), 0) as items from exchange_runs where type = 'import'",
  )
  return (rows[0] as { items: number }).items
}

/** Whether the lock of an exchange session is held. */
async function isWorking(db: pg.Client): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from pg_locks where locktype = 'advisory' and classid = 611002 and database = (select oid from pg_database
      where datname = current_database())`,
  )
  return rows.length > 0
}

async function isUnderway(db: pg.Client): Promise<boolean> {
  const { rows } = await db.query(
    "select 1 from exchange_runs where status = 'running' and type = 'import' and items_done > 0",
  )
  return rows.length > 0
}

async function progressOf(db: pg.Client): Promise<string> {
  const { rows } = await db.query(
    "select name, items_done, items_total from exchange_runs where type = 'import' order by id desc limit 1",
  )
  const run = rows[0] as { name: string; items_done: number; items_total: number | null } | undefined
  return run === undefined ? 'before the first run' : `${run.name} at ${run.items_done} of ${run.items_total ?? '?'}`
}

async function untilEnded(db: pg.Client): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await db.query('select 1 from exchange_sessions where closing_at is not null and ended_at is null')
    if (rows.length === 0) return
    await pause(100)
  }
  throw new Error('the exchange session did not end')
}

/** Repeats a request while the server is dead (fetch throws a TypeError), like 1C's next attempt. */
async function retryUntilAnswered<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await request()
    } catch (error) {
      if (tries > 600 || !(error instanceof TypeError)) throw error
      await pause(100)
    }
  }
}

async function withDatabase<Result>(
  base: string,
  name: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(base)
  url.pathname = `/${name}`
  await runOnServer(base, `create database ${name}`)
  try {
    await migrateDatabase(url.href)
    return await work(url.href)
  } finally {
    await runOnServer(base, `drop database if exists ${name} with (force)`)
  }
}

async function runOnServer(base: string, statement: string): Promise<void> {
  const url = new URL(base)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** mulberry32: the same moments for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** 50 kills of a 20 MB export, 10 of one in an archive and 3 of a 200 MB one. */
export async function soak(scale: number): Promise<Outcome> {
  const seed = Date.now() % 1_000_000
  const outcome: Outcome = { figures: { seed }, failedChecks: [] }
  const runs = [
    { size: '20 MB', goods: 5800, kills: 50 },
    { size: '20 MB in an archive', goods: 5800, kills: 10, zipped: true },
    { size: '200 MB', goods: 58_000, kills: 3 },
  ]
  for (const { size, goods, kills, zipped = false } of runs) {
    const expectedKills = Math.max(1, Math.round(kills * scale))
    const done = await killImport({
      goods: Math.max(600, Math.round(goods * Math.min(1, scale))),
      kills: expectedKills,
      seed,
      zipped,
    })
    outcome.figures[`kills of ${size}`] = done.kills
    outcome.figures[`resumed from a checkpoint (${size})`] = done.resumed
    if (done.kills !== expectedKills) outcome.failedChecks.push(`${size}: ${done.kills} kills of ${expectedKills}`)
    for (const [kind, state] of Object.entries(done.expected)) {
      if (done.actual[kind] !== state)
        outcome.failedChecks.push(`${size}: ${kind} are ${done.actual[kind] ?? 'absent'}, uninterrupted ${state}`)
    }
  }
  return outcome
}

if (import.meta.main) {
  const numbers = process.argv.slice(2).filter((each) => each !== 'zip')
  const [goods = 5800, kills = 50, seed = Date.now() % 1_000_000] = numbers.map(Number)
  console.log(`seed ${seed}`)
  const { expected, actual, ...result } = await killImport({
    goods,
    kills,
    seed,
    zipped: process.argv.includes('zip'),
    log: (line) => console.log(line),
  })
  const same = JSON.stringify(expected) === JSON.stringify(actual)
  console.log(same ? 'same state' : 'DIFFERENT STATE', result, same ? expected : { expected, actual })
  process.exit(same && result.kills === kills ? 0 : 1)
}
