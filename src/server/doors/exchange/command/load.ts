import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { readSetting } from '#server/platform/settings.ts'
import { deleteSeen } from '../apply/run/catalogues.ts'
import { deactivateUnseen, type Deactivation } from '../apply/run/close-session.ts'
import type { Counts } from '../apply/tally.ts'
import { pathInImportFiles, isDocument, isPicture, isXml } from '../filename.ts'
import { deleteSessionFolder } from '../receive/files.ts'
import { findExportFiles } from './find-export-files.ts'
import { importFile } from '../work/import-file.ts'
import { readImportSettings } from '../work/import-settings.ts'
import { requestClose, endSession, insertFile, insertSession, setFileState } from '../queries.ts'
import { countWaitingOffers } from '../work/queries-waiting.ts'
import { importQueuedAttachments } from '../work/queued-attachments.ts'
import { reportWaitingOffers } from '../work/waiting-offers.ts'

export type LoadDeps = { db: Db; pool: Pool; files: FileStore }
/** `itemCount` 0: no items for the catalogue. */
export type LoadedFile = { name: string; runId: number; counts: Counts; itemCount: number; error: string | undefined }
export type Loaded = { files: LoadedFile[]; deactivations: Deactivation[]; waiting: { offers: number; goods: number } }

export type LoadWatch = { onProgress?: (file: { name: string; done: number; total: number }) => void }

/**
 * Loads an export from disk as one session, like one sent by 1C: files, archives and folders in the order of
 * `findExportFiles`, pictures and documents last. Throws UnknownFiles and loads nothing if any file is unknown, because
 * a full export deactivates missing goods and no part may go unnoticed.
 */
export async function loadExport(deps: LoadDeps, paths: string[], watch: LoadWatch = {}): Promise<Loaded> {
  const sessionId = await insertSession(deps.db, { accountId: null, type: 'load', tokenHash: null })
  const client = await deps.pool.connect()
  let isHealthy = false
  try {
    const files = await findExportFiles(deps, { sessionId, paths })
    const loaded = await loadFiles(deps, client, { sessionId, paths: files, ...watch })
    isHealthy = true
    return loaded
  } catch (error) {
    await end(deps, sessionId).catch(() => undefined)
    throw error
  } finally {
    client.release(!isHealthy)
    await deleteSessionFolder(deps, { sessionId })
  }
}

async function loadFiles(
  deps: LoadDeps,
  client: PoolClient,
  { sessionId, paths, onProgress }: { sessionId: number; paths: string[] } & LoadWatch,
): Promise<Loaded> {
  const settings = await readImportSettings(deps.db)
  const attach = async (found: string[], name: string) => {
    if (found.length === 0) return
    await importQueuedAttachments(
      { client, files: deps.files },
      {
        sessionId,
        fileId: null,
        name: `${found.length} файлов`,
        attachments: found.map((path) => ({
          fileId: null,
          name: sourceName(path),
          open: () => createReadStream(path),
        })),
        onDone: async (_attachment, done) => onProgress?.({ name, done, total: found.length }),
      },
    )
  }
  const files: LoadedFile[] = []
  for (const path of paths.filter(isXml)) {
    const name = basename(path)
    const fileId = await insertFile(deps.db, { sessionId, name })
    const source = { sessionId, fileId, name, receivedAt: new Date(), open: () => createReadStream(path) }
    const result = await importFile(client, settings, source, {
      onProgress: (progress) => onProgress?.({ name, ...progress }),
    })
    await setFileState(deps.db, {
      id: fileId,
      state: result.error === undefined ? 'done' : 'failed',
      error: result.error,
    })
    files.push({ name, ...result })
  }
  await attach(paths.filter(isPicture), 'картинки')
  await attach(paths.filter(isDocument), 'документы')
  const succeeded = files.every(({ error }) => error === undefined)
  const maxPercent = await readSetting(deps.db, 'exchange.deactivation.mostPercent')
  const deactivations = succeeded ? await deactivateUnseen(client, { sessionId, maxPercent }) : []
  await end(deps, sessionId)
  await reportWaitingOffers(deps, { sessionId })
  await deleteSeen(client)
  return { files, deactivations, waiting: await countWaitingOffers(deps.db) }
}

async function end({ db }: LoadDeps, sessionId: number): Promise<void> {
  await requestClose(db, { id: sessionId })
  await endSession(db, { id: sessionId })
}

/** Goods refer to pictures by the path from import_files/ on. */
function sourceName(path: string): string {
  const plain = path.replaceAll('\\', '/')
  const named = pathInImportFiles(plain)
  return named === plain ? basename(plain) : named
}
