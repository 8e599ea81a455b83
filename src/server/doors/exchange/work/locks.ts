import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Attempts } from './attempts.ts'

export type WorkerDeps = { db: Db; pool: Pool; files: FileStore; log: Logger; attempts: Attempts }

type Lock = readonly [number, number]

/** Which process works on a session. */
export const sessionLock = (sessionId: number): Lock => [611_002, sessionId]
/** Pictures and documents are taken one after the other, so that of two of one name the later one stands. */
export const attachmentsLock: Lock = [611_003, 0]

/** Runs the work on a connection that holds the lock, if no other process does. */
export async function withLock(
  { pool }: Pick<WorkerDeps, 'pool'>,
  lock: Lock,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  let healthy = false
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', [...lock])
    if ((rows[0] as { mine: boolean }).mine) {
      await work(client)
      await client.query('select pg_advisory_unlock($1, $2)', [...lock])
    }
    healthy = true
  } finally {
    // A connection that failed may still hold the lock: closing it lets go.
    client.release(!healthy)
  }
}
