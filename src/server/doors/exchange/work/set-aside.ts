import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { listAccountsWith } from '#server/platform/sessions/shared-queries-rights.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { auditRun, endedRunColumns, type EndedRun } from '../apply/run/audit-run.ts'
import { openRun, recordRebuild } from '../apply/run/runs.ts'
import { deleteStored } from '../receive/files.ts'
import type { ExchangeFile } from '../queries.ts'
import { dismissSetAside, requeueSetAside } from './queries-attempts.ts'

/** Maximum failures of a file at one checkpoint, by crash or error. */
export const maxAttempts = 3

/**
 * Sets aside a file that has failed too often: its session continues without it, its bytes are kept, and its run waits
 * for staff. Returns the message for 1C and staff.
 */
export async function setAside(
  client: PoolClient,
  { sessionId, file }: { sessionId: number; file: ExchangeFile },
): Promise<string> {
  const run = await openRun(client, { sessionId, fileId: file.id, type: 'import', name: file.name })
  const reason = formatMessage(file.name, run)
  await client.query('begin')
  try {
    const { rows } = await client.query<EndedRun>(
      `update exchange_runs r set status = 'waiting', error = $2, finished_at = now() where id = $1
       returning ${endedRunColumns}`,
      [run.id, reason],
    )
    // Its finished batches are kept.
    for (const ended of rows) await auditRun(client, ended)
    await client.query("update exchange_files set state = 'failed', error = $2 where id = $1", [file.id, reason])
    if (run.rebuild) await recordRebuild(client)
    const db: Db = drizzle(client)
    await notify(db, {
      accountIds: await listAccountsWith(db, 'staff.settings'),
      kind: 'exchange',
      title: 'Файл обмена с 1С отложен',
      text: reason,
      link: '/admin/exchange',
      // A file that fails again after a retry by staff is announced again.
      eventKey: `import-set-aside:${run.id}:${Date.now()}`,
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  return reason
}

function formatMessage(
  name: string,
  { itemsDone, itemsTotal }: { itemsDone: number; itemsTotal: number | null },
): string {
  return (
    `${describeFailure({ name, done: itemsDone, total: itemsTotal })}. Файл отложен, обмен продолжается без него. ` +
    'Что с ним делать, решает администратор портала: раздел «Обмен с 1С»'
  )
}

/** Where the import of a file failed, in Russian. */
export function describeFailure({ name, done, total }: { name?: string; done: number; total: number | null }): string {
  const stoppedAt = total === null ? 'при проверке файла' : `после записи ${done} из ${total}`
  return `Загрузка${name === undefined ? '' : ` файла ${name}`} трижды прервалась ${stoppedAt}`
}

/** Retries an import at its last checkpoint; false if none is set aside. Goods missing from the session stay active. */
export async function retryImport({ db }: { db: Db }, by: ChangedBy, runId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const file = await requeueSetAside(tx, { runId })
    if (file) await recordAudit(tx, by, { action: 'import.retried', object: { type: 'exchange-run', id: runId } })
    return file !== undefined
  })
}

/** Gives up an import; false if none is set aside. */
export async function dismissImport(
  { db, files }: { db: Db; files: FileStore },
  by: ChangedBy,
  runId: number,
): Promise<boolean> {
  const file = await db.transaction(async (tx) => {
    const dismissed = await dismissSetAside(tx, { runId })
    const object = { type: 'exchange-run', id: runId } as const
    if (dismissed) await recordAudit(tx, by, { action: 'import.dismissed', object })
    return dismissed
  })
  if (file !== undefined) await deleteStored({ db, files }, file)
  return file !== undefined
}
