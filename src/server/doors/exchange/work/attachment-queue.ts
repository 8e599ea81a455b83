import type { PoolClient } from 'pg'
import { isTransientDatabaseError } from '#server/platform/db/client.ts'
import { readAttachments, withArchive } from '../receive/archives.ts'
import type { Attachment } from './attachments.ts'
import { deleteStored, readStored } from '../receive/files.ts'
import { setFileState } from '../queries.ts'
import { listQueuedAttachments, type QueuedAttachment } from './queries-attachments.ts'
import { recordProgress, type Attempt } from './queries-attempts.ts'
import { BrokenFile } from '../parse/broken-file.ts'
import { DiskFull, asDiskFull } from '../receive/disk-space.ts'
import { logFailed } from './runs-of-files.ts'
import { maxAttempts } from './set-aside.ts'
import { importQueuedAttachments } from './queued-attachments.ts'
import type { WorkerDeps } from './locks.ts'

/** Files per run; the queue is read again after each, so that later arrivals keep their place in order. */
const maxGroup = 500

const refusal = 'Файл трижды прервал загрузку'

/**
 * Imports all queued pictures and documents in order of arrival. A separate queue, so that thousands of them do not
 * delay goods, prices and stock.
 */
export async function processAttachments(deps: WorkerDeps, client: PoolClient, stop: AbortSignal): Promise<void> {
  for (;;) {
    stop.throwIfAborted()
    const queued = await listQueuedAttachments(deps.db, { max: maxGroup })
    const [first] = queued
    if (first === undefined) return
    if (first.archived) await importArchive(deps, client, { file: first, stop })
    else await importGroup(deps, client, { files: firstGroup(queued), stop })
  }
}

/** The first files of one session. */
function firstGroup(queued: QueuedAttachment[]): QueuedAttachment[] {
  const end = queued.findIndex(({ archived, sessionId }) => archived || sessionId !== queued[0]?.sessionId)
  return end < 0 ? queued : queued.slice(0, end)
}

async function importGroup(
  deps: WorkerDeps,
  client: PoolClient,
  { files, stop }: { files: QueuedAttachment[]; stop: AbortSignal },
): Promise<void> {
  const [first] = files
  if (first === undefined) return
  const { sessionId } = first
  let started: Attempt | undefined
  const attempts = new Map(files.map((file) => [file.id, file.attempts]))
  const attachments = files.map(({ id, name, attempts: made }): Attachment => ({
    fileId: id,
    name,
    open: () => readStored(deps, id),
    ...(made >= maxAttempts ? { refusal } : {}),
  }))
  await undoAttemptOnOutage(
    deps,
    () => started,
    stop,
    () =>
      importQueuedAttachments(
        { client, files: deps.files },
        {
          sessionId,
          fileId: first.id,
          name: `${files.length} файлов`,
          attachments,
          stop,
          onBegin: async ({ fileId }) => {
            if (fileId === null) return
            started = { fileId, number: (attempts.get(fileId) ?? 0) + 1 }
            await deps.attempts.begin(started)
          },
          onDone: async ({ fileId }) => {
            if (fileId === null) return
            started = undefined
            await setFileState(deps.db, { id: fileId, state: 'done' })
            await deleteStored(deps, { sessionId, fileId })
          },
        },
      ),
  )
}

async function importArchive(
  deps: WorkerDeps,
  client: PoolClient,
  { file, stop }: { file: QueuedAttachment; stop: AbortSignal },
): Promise<void> {
  const { id: fileId, sessionId, name, attempts } = file
  const fatal = attempts >= maxAttempts
  const started = { fileId, number: attempts + 1 }
  try {
    await undoAttemptOnOutage(
      deps,
      () => (fatal ? undefined : started),
      stop,
      async () => {
        if (!fatal) await deps.attempts.begin(started)
        await withArchive(deps, { sessionId, fileId }, (path) =>
          importQueuedAttachments(
            { client, files: deps.files },
            {
              sessionId,
              fileId,
              name,
              attachments: attachmentsIn(path),
              stop,
              // A checkpoint after every file, so that after a crash the fatal file is known.
              checkpointEvery: attempts > 0 ? 1 : 25,
              skipNextReason: fatal ? refusal : undefined,
              onCheckpoint: () => recordProgress(client, { fileId }),
            },
          ),
        )
      },
    )
    await setFileState(deps.db, { id: fileId, state: 'done' })
  } catch (error) {
    if (!(error instanceof BrokenFile) || error instanceof DiskFull) throw error
    await setFileState(deps.db, { id: fileId, state: 'failed', error: error.message })
    await logFailed(client, { sessionId, id: fileId, name, error: error.message })
  }
  await deleteStored(deps, { sessionId, fileId })
}

async function* attachmentsIn(path: string): AsyncGenerator<Attachment> {
  for await (const { name, content } of readAttachments(path)) yield { fileId: null, name, open: content }
}

/**
 * Does not count an attempt that ended through no fault of the file: database unavailable, disk full, process stopping.
 */
async function undoAttemptOnOutage(
  deps: WorkerDeps,
  started: () => Attempt | undefined,
  stop: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (cause) {
    const error = asDiskFull(cause)
    const attempt = started()
    const isForgiven = stop.aborted || error instanceof DiskFull || isTransientDatabaseError(error)
    if (attempt !== undefined && isForgiven) await deps.attempts.undo(attempt)
    throw error
  }
}
