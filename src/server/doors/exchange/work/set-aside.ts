import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { auditRun, endedRunColumns, type EndedRun } from '../apply/run/audit-run.ts'
import { openRun, recordRebuild } from '../apply/run/runs.ts'
import { dropStored } from '../receive/files.ts'
import type { ExchangeFile } from '../queries.ts'
import { dismissSetAside, requeueSetAside } from './queries-attempts.ts'
import { listAdministrators } from './queries-waiting.ts'

/** How often the work on a file may fail at one checkpoint: the process died, or something threw. */
export const maxAttempts = 3

/**
 * Puts a file by that has failed too often: its session goes on without it, its bytes stay, and its run waits for
 * staff. Answers the sentence for 1C and staff.
 */
export async function setAside(
  client: PoolClient,
  { sessionId, file }: { sessionId: number; file: ExchangeFile },
): Promise<string> {
  const run = await openRun(client, { sessionId, fileId: file.id, type: 'import', name: file.name })
  const reason = sentence(file.name, run)
  await client.query('begin')
  try {
    const { rows } = await client.query<EndedRun>(
      `update exchange_runs r set status = 'waiting', error = $2, finished_at = now() where id = $1
       returning ${endedRunColumns}`,
      [run.id, reason],
    )
    // Its finished batches stay.
    for (const ended of rows) await auditRun(client, ended)
    await client.query("update exchange_files set state = 'failed', error = $2 where id = $1", [file.id, reason])
    if (run.rebuild) await recordRebuild(client)
    const db: Db = drizzle(client)
    await notify(db, {
      accountIds: await listAdministrators(db),
      kind: 'exchange',
      title: 'Файл обмена с 1С отложен',
      text: reason,
      link: '/admin/settings#exchange',
      // One that staff had tried again and that failed again is news.
      eventKey: `import-set-aside:${run.id}:${Date.now()}`,
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  return reason
}

function sentence(name: string, { itemsDone, itemsTotal }: { itemsDone: number; itemsTotal: number | null }): string {
  return `${failureOf({ name, done: itemsDone, total: itemsTotal })}. Файл отложен, обмен продолжается без него. Что с ним делать, решает администратор портала: «Настройки», раздел «Обмен с 1С»`
}

/** Where the import of a file failed, in Russian. */
export function failureOf({ name, done, total }: { name?: string; done: number; total: number | null }): string {
  const place = total === null ? 'при проверке файла' : `после записи ${done} из ${total}`
  return `Загрузка${name === undefined ? '' : ` файла ${name}`} трижды прервалась ${place}`
}

/**
 * Staff have it tried again, from where it stopped; false where no such import waits. Whatever the session left out
 * stays on sale.
 */
export async function retryImport({ db }: { db: Db }, by: ChangedBy, runId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const file = await requeueSetAside(tx, { runId })
    if (file) await recordAudit(tx, by, { action: 'import.retried', object: { type: 'exchange-run', id: runId } })
    return file !== undefined
  })
}

/** Staff give it up; false where no such import waits. */
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
  if (file !== undefined) await dropStored({ db, files }, file)
  return file !== undefined
}
