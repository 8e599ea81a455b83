import type { PoolClient } from 'pg'
import { finishRun, insertRejects, openRun } from '../apply/run/runs.ts'
import type { SkippedFile } from '../receive/archives.ts'

/** Maximum skipped files of an archive listed in the log; others are counted. */
const maxListed = 1000

/** Logs that a file was not imported, and why. Returns the run's id. */
export async function logFailed(
  client: PoolClient,
  { sessionId, id, name, error }: { sessionId: number; id: number; name: string; error: string },
): Promise<number> {
  const run = await openRun(client, { sessionId, fileId: id, type: 'import', name })
  await finishRun(client, run.id, { status: 'failed', error })
  return run.id
}

/** Logs the skipped files of an archive. */
export async function logSkippedFiles(
  client: PoolClient,
  { sessionId, id, name }: { sessionId: number; id: number; name: string },
  skipped: readonly SkippedFile[],
): Promise<void> {
  const run = await openRun(client, { sessionId, fileId: id, type: 'import', name })
  // Once, also if an earlier attempt ended right after logging.
  if (run.rejected === 0) {
    await insertRejects(
      client,
      run.id,
      skipped.slice(0, maxListed).map((entry) => ({ kind: 'files', code: '', name: entry.name, reason: entry.reason })),
    )
    await client.query('update exchange_runs set counts = $2 where id = $1', [
      run.id,
      JSON.stringify({ files: { rejected: skipped.length } }),
    ])
  }
  await finishRun(client, run.id, { status: 'done' })
}
