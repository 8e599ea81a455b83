import type { Readable } from 'node:stream'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { findSource } from '../receive/queries-sources.ts'
import { readSource } from '../receive/sources.ts'
import { findRun } from './queries-log.ts'

/** The file of a run as it came. Audited: it may contain prices and people of every buyer. */
export async function readSourceFile(
  { db, files }: { db: Db; files: FileStore },
  actor: Actor,
  { runId }: { runId: number },
): Promise<{ name: string; content: Readable }> {
  const run = await findRun(db, { id: runId })
  const source = await findSource(db, { runId })
  if (run === undefined || source === undefined || !(await files.has(source.key))) throw new AppError('notFound')
  const object = { type: 'exchange-run', id: runId } as const
  await recordAudit(db, byAccount(actor), { action: 'import.source-downloaded', object })
  const base = run.name.split('/').at(-1) ?? run.name
  return { name: run.type === 'feed' ? `${base}.ndjson` : base, content: readSource({ files }, source) }
}
