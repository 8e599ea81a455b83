import type { PoolClient } from 'pg'
import { finishRun, openRun } from './apply/runs.ts'

/** Says in the log that a file was not imported, and why. */
export async function logFailed(client: PoolClient, { sessionId, id, name, error }: { sessionId: number; id: number; name: string; error: string }): Promise<void> {
  const run = await openRun(client, { sessionId, fileId: id, type: 'import', name })
  await finishRun(client, run.id, { status: 'failed', error })
}
