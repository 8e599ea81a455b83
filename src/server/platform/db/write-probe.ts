import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'

/** 'ok', or why nothing can be written. */
export type Writability = 'ok' | 'unreachable' | 'readOnly' | 'diskFull' | 'failing'

const cacheMs = 1000
const writtenForMs = 5000
const timeoutMs = 1500
/** Free space for two segments of the embedded server's write-ahead log. */
const minFreeBytes = 32 * 1024 * 1024

/**
 * Truncates the table and inserts a row, so that its file must grow, which fails on a full disk. One statement, one
 * transaction.
 */
const truncateAndInsert =
  "select set_config('lock_timeout', '200', true); truncate write_probes; insert into write_probes default values"
/** A reader of the table, such as a backup, blocks truncating. */
const insertOnly = 'insert into write_probes default values'

/**
 * Checks that orders can be written by committing a row, at most every five seconds. In between it only checks the
 * connection, at most once a second, however many callers ask. `databaseFolder`: the embedded server's folder, whose
 * free space is checked, too.
 */
export function createWriteProbe({
  pool,
  log,
  databaseFolder,
}: {
  pool: Pick<Pool, 'query'>
  log: Pick<Logger, 'warn'>
  databaseFolder?: string | undefined
}): () => Promise<Writability> {
  let known: { outcome: Promise<Writability>; untilMs: number } | undefined
  let writtenUntilMs = -Infinity

  async function probe(): Promise<Writability> {
    const isDue = performance.now() >= writtenUntilMs
    const outcome = await Promise.race([
      isDue ? write(pool) : reach(pool),
      setTimeout(timeoutMs, 'unreachable' as const),
    ])
    writtenUntilMs = outcome !== 'ok' ? -Infinity : isDue ? performance.now() + writtenForMs : writtenUntilMs
    if (outcome !== 'ok') return outcome
    return databaseFolder !== undefined && (await freeBytes(databaseFolder)) < minFreeBytes ? 'diskFull' : 'ok'
  }

  return async () => {
    if (known !== undefined && known.untilMs > performance.now()) return known.outcome
    const current = { outcome: probe(), untilMs: Infinity }
    known = current
    const outcome = await current.outcome
    current.untilMs = performance.now() + cacheMs
    if (outcome !== 'ok') log.warn({ reason: outcome }, 'orders cannot be written')
    return outcome
  }
}

function reach(pool: Pick<Pool, 'query'>): Promise<Writability> {
  return pool.query('select 1').then(
    () => 'ok',
    () => 'unreachable',
  )
}

async function write(pool: Pick<Pool, 'query'>): Promise<Writability> {
  try {
    await pool.query(truncateAndInsert).catch((error: unknown) => {
      if (codeOf(error) !== lockNotAvailable) throw error
      return pool.query(insertOnly)
    })
    return 'ok'
  } catch (error) {
    return reasons[codeOf(error)] ?? 'unreachable'
  }
}

const lockNotAvailable = '55P03'
/** Codes of PostgreSQL. */
const reasons: Record<string, Writability> = {
  '25006': 'readOnly',
  '53100': 'diskFull',
  '42501': 'failing',
  '42P01': 'failing',
  '58030': 'failing',
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

async function freeBytes(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
}
