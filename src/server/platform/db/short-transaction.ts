import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * A transaction for the most frequent changes, a basket's and a new order: rows found by their keys, announced by
 * NOTIFY.
 *
 * Its statements are planned once per connection, for any values; otherwise PostgreSQL plans a statement with a list of
 * values anew each time, which costs more than running it.
 *
 * Its commit does not wait for the disk: it would keep the lock of NOTIFY's queue meanwhile, so that the cluster would
 * commit one such transaction at a time. The wait follows, and is shared (`untilOnDisk`). What it returns is on disk;
 * others may see it a moment earlier.
 */
export async function shortTransaction<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  const result = await db.transaction(run, { isolationLevel: settings })
  await untilOnDisk(db)
  return result
}

/** Drizzle copies the isolation level into BEGIN, so the settings need no round trip of their own. */
const settings = ('read committed; set local plan_cache_mode = force_generic_plan; ' +
  'set local synchronous_commit = off') as 'read committed'

type Flush = () => Promise<void>
const flushes = new WeakMap<Db, Flush>()

/** Waits until everything committed before is on disk. Concurrent callers share a write. */
function untilOnDisk(db: Db): Promise<void> {
  const flush = flushes.get(db) ?? createFlush(db)
  flushes.set(db, flush)
  return flush()
}

function createFlush(db: Db): Flush {
  let current: Promise<void> | undefined
  let following: Promise<void> | undefined

  function begin(): Promise<void> {
    const begun = writeToDisk(db).finally(() => {
      if (current === begun) current = undefined
    })
    current = begun
    return begun
  }

  return () => {
    if (current === undefined) return begin()
    // The current one may have been sent before the caller's commit.
    following ??= current
      .catch(() => undefined)
      .then(() => {
        following = undefined
        return begin()
      })
    return following
  }
}

/** A record that no one reads: its commit writes all records before it too. */
async function writeToDisk(db: Db): Promise<void> {
  await db.execute(sql`select pg_logical_emit_message(true, 'portal', '')`)
}
