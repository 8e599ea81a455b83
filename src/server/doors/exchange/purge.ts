import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deleteSessionFolder } from './receive/files.ts'
import { listOldSources, listSourcesOf } from './receive/queries-sources.ts'
import { removeSource } from './receive/sources.ts'
import {
  deleteOldPending,
  deleteRejects,
  deleteRuns,
  deleteSessions,
  deleteStaged,
  listOldRuns,
  listOldSessions,
  listStaged,
} from './queries-purge.ts'

type Deps = { db: Db; files: FileStore }

export type Purged = { staged: number; runs: number; sessions: number; offers: number; sources: number }

/** Rows per statement, and sessions or runs per batch. */
const batch = { rows: 5000, heads: 100 }

/**
 * Purges data of finished and abandoned exchanges: chunks and staged rows first, run logs and sessions later, and
 * offers whose good never came. Works in batches of one transaction each, so it can be interrupted. Keeps what is in
 * progress, resumable or pending. Returns the counts.
 */
export async function purgeExchange({ db, files }: Deps): Promise<Purged> {
  const stagedDays = await readSetting(db, 'exchange.keep.stagedDays')
  const logDays = await readSetting(db, 'exchange.keep.logDays')
  const sourceDays = await readSetting(db, 'exchange.keep.sourceDays')
  const pendingDays = await readSetting(db, 'exchange.keep.pendingDays')
  return {
    staged: await purgeStaged({ db, files }, stagedDays),
    sources: await purgeSources({ db, files }, sourceDays),
    runs: await purgeRuns({ db, files }, logDays),
    sessions: await purgeSessions({ db, files }, { stagedDays, logDays }),
    offers: await repeatWhileFull(batch.rows, () => deleteOldPending(db, { days: pendingDays, max: batch.rows })),
  }
}

async function purgeStaged({ db, files }: Deps, days: number): Promise<number> {
  let count = 0
  for (;;) {
    const sessionIds = await listStaged(db, { days, max: batch.heads })
    for (const sessionId of sessionIds) {
      await deleteSessionFolder({ files }, { sessionId })
      count += await repeatUntilEmpty(() => deleteStaged(db, { sessionId, max: batch.rows }))
    }
    if (sessionIds.length < batch.heads) return count
  }
}

function purgeSources({ db, files }: Deps, days: number): Promise<number> {
  return repeatWhileFull(batch.heads, async () => {
    const old = await listOldSources(db, { days, max: batch.heads })
    for (const source of old) await removeSource({ db, files }, source)
    return old.length
  })
}

function purgeRuns({ db, files }: Deps, days: number): Promise<number> {
  return repeatWhileFull(batch.heads, async () => {
    const ids = await listOldRuns(db, { days, max: batch.heads })
    for (const source of await listSourcesOf(db, { runIds: ids })) await removeSource({ db, files }, source)
    await repeatUntilEmpty(() => deleteRejects(db, { runIds: ids, max: batch.rows }))
    return deleteRuns(db, { ids })
  })
}

function purgeSessions({ db, files }: Deps, days: { stagedDays: number; logDays: number }): Promise<number> {
  return repeatWhileFull(batch.heads, async () => {
    const old = await listOldSessions(db, { ...days, max: batch.heads })
    for (const { id } of old) await deleteSessionFolder({ files }, { sessionId: id })
    return deleteSessions(db, { ids: old.map(({ id }) => id) })
  })
}

/** Repeats a batch while it is full; returns the sum. */
async function repeatWhileFull(full: number, runBatch: () => Promise<number>): Promise<number> {
  let sum = 0
  for (;;) {
    const count = await runBatch()
    sum += count
    if (count < full) return sum
  }
}

async function repeatUntilEmpty(runBatch: () => Promise<number>): Promise<number> {
  return repeatWhileFull(1, runBatch)
}
