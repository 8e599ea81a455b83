import { Readable } from 'node:stream'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { handSession } from '../apply/run/audit-run.ts'
import { isArchive, isXml, normaliseFilename } from '../filename.ts'
import { insertFile, insertSession, requestClose, setFileState } from '../queries.ts'
import { storeChunk } from '../receive/files.ts'
import { findHandFile } from './queries-yml.ts'

type Deps = { db: Db; files: FileStore }

/** Queues a file in a session of its own, as if 1C had sent it. */
export async function loadHandFile(
  { db, files }: Deps,
  actor: Actor,
  { name: given, bytes }: { name: string; bytes: Buffer },
): Promise<{ file: number }> {
  const name = normaliseFilename(given)
  if (name === undefined || !(isXml(name) || isArchive(name)))
    throw new AppError('invalid', { fields: { name: 'Подойдёт XML или ZIP: выгрузка CommerceML или файл YML' } })
  if (bytes.length === 0) throw new AppError('invalid', { fields: { name: 'В файле нет ни одного байта' } })
  const { sessionId, fileId } = await db.transaction(async (tx) => {
    const session = await insertSession(tx, { accountId: actor.accountId, type: handSession, tokenHash: null })
    const file = await insertFile(tx, { sessionId: session, name })
    const object = { type: 'exchange-run', id: null } as const
    await recordAudit(tx, byAccount(actor), { action: 'import.uploaded', object, after: { file: name } })
    return { sessionId: session, fileId: file }
  })
  try {
    await storeChunk({ db, files }, { fileId, sessionId, body: Readable.from([bytes]), leftBytes: bytes.length })
    await setFileState(db, { id: fileId, state: 'queued' })
  } finally {
    await requestClose(db, { id: sessionId })
  }
  return { file: fileId }
}

export async function readHandFile({ db }: Pick<Deps, 'db'>, { fileId }: { fileId: number }) {
  const file = await findHandFile(db, { fileId, sessionType: handSession })
  if (file === undefined) throw new AppError('notFound')
  const { state, error, runId, runStatus, itemsDone, itemsTotal, rejected } = file
  return {
    state: stateOf(state, runStatus),
    run: runId,
    items_done: itemsDone,
    items_total: itemsTotal,
    rejected,
    error,
  }
}

function stateOf(state: string, runStatus: string | null): 'waiting' | 'running' | 'done' | 'failed' {
  if (state === 'failed' || runStatus === 'failed') return 'failed'
  if (state === 'done' || state === 'unpacked') return 'done'
  return runStatus === null ? 'waiting' : 'running'
}
