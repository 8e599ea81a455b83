import type { PoolClient } from 'pg'
import { finishRun, insertRejects, openRun } from '../apply/run/runs.ts'
import type { SkippedFile } from '../receive/archives.ts'

/** So many of an archive are named in the log, the others are counted. */
const maxNamed = 1000

/** Says in the log that a file was not imported, and why. */
export async function logFailed(
  client: PoolClient,
  { sessionId, id, name, error }: { sessionId: number; id: number; name: string; error: string },
): Promise<void> {
  const run = await openRun(client, { sessionId, fileId: id, type: 'import', name })
  await finishRun(client, run.id, { status: 'failed', error })
}

/** Says in the log which files of an archive were not taken. */
export async function logSkippedFiles(
  client: PoolClient,
  { sessionId, id, name }: { sessionId: number; id: number; name: string },
  leftOut: readonly SkippedFile[],
): Promise<void> {
  const run = await openRun(client, { sessionId, fileId: id, type: 'import', name })
  // Once, also where an attempt before this one ended right behind it.
  if (run.rejected === 0) {
    await insertRejects(
      client,
      run.id,
      leftOut.slice(0, maxNamed).map((entry) => ({ kind: 'files', code: '', name: entry.name, reason: entry.reason })),
    )
    await client.query('update exchange_runs set counts = $2 where id = $1', [
      run.id,
      JSON.stringify({ files: { rejected: leftOut.length } }),
    ])
  }
  await finishRun(client, run.id, { status: 'done' })
}
