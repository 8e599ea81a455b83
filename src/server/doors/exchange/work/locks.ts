import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import type { Attempts } from './attempts.ts'

export type WorkerDeps = {
  db: Db
  pool: Pool
  files: FileStore
  log: Logger
  attempts: Attempts
  /** What fetches files and pictures by address. */
  outgoing: Outgoing
}

type Lock = readonly [number, number]

/** Lock of the process that works on a session. */
export const sessionLock = (sessionId: number): Lock => [611_002, sessionId]
/** Pictures and documents are imported one at a time, so that of two with one name the later one wins. */
export const attachmentsLock: Lock = [611_003, 0]
/** Files and pictures by address are fetched by one process. */
export const ymlLock: Lock = [611_004, 0]
export const webPicturesLock: Lock = [611_004, 1]

/** Runs the work on a connection that holds the lock, unless another process does. */
export async function withLock(
  { pool }: Pick<WorkerDeps, 'pool'>,
  lock: Lock,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  let healthy = false
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as locked', [...lock])
    if ((rows[0] as { locked: boolean }).locked) {
      await work(client)
      await client.query('select pg_advisory_unlock($1, $2)', [...lock])
    }
    healthy = true
  } finally {
    // A failed connection may still hold the lock; destroying it releases the lock.
    client.release(!healthy)
  }
}
