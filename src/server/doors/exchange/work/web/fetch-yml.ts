import type { PoolClient } from 'pg'
import { isTransientDatabaseError } from '#server/platform/db/client.ts'
import { OutgoingError } from '#server/platform/outgoing/refusals.ts'
import { readSetting } from '#server/platform/settings.ts'
import { ymlSession } from '../../apply/run/audit-run.ts'
import { endSession, insertFile, insertSession, requestClose, setFileState } from '../../queries.ts'
import { storeChunk } from '../../receive/files.ts'
import { DiskFull } from '../../receive/disk-space.ts'
import { logFailed } from '../runs-of-files.ts'
import type { WorkerDeps } from '../locks.ts'
import { isFetchDue, recordFetchResult, recordFetchAttempt } from './queries-web.ts'

const maxBytes = 1024 ** 3
const timeoutMs = 20 * 60_000
const idleMs = 60_000

/** The server has answered, but not with a file. */
class NoFile extends Error {
  override name = 'NoFile'
}

/**
 * Fetches the file of the setting `exchange.yml` when it is due, and queues it like one that came from 1C. A failure is
 * a run of the log; the next attempt comes after the usual period. Returns whether there is something to import.
 */
export async function fetchDueYml(deps: WorkerDeps, client: PoolClient, stop: AbortSignal): Promise<boolean> {
  const { db } = deps
  const { address, minutes } = await readSetting(db, 'exchange.yml')
  if (address === '' || !(await isFetchDue(db, { address, minutes, sessionType: ymlSession }))) return false
  await recordFetchAttempt(db, { address })
  const sessionId = await insertSession(db, { accountId: null, type: ymlSession, tokenHash: null })
  const file = { sessionId, name: nameOf(address) }
  const id = await insertFile(db, file)
  try {
    await receive(deps, { fileId: id, sessionId, address, stop })
    await setFileState(db, { id, state: 'queued' })
    await requestClose(db, { id: sessionId })
    await recordFetchResult(db, { address, error: '' })
    return true
  } catch (error) {
    if (stop.aborted || isTransientDatabaseError(error)) throw error
    const reason = describe(error)
    deps.log.warn({ err: error, address }, 'YML not fetched')
    await setFileState(db, { id, state: 'failed', error: reason })
    await logFailed(client, { ...file, id, error: reason })
    await requestClose(db, { id: sessionId })
    await endSession(db, { id: sessionId })
    await recordFetchResult(db, { address, error: reason })
    return false
  }
}

async function receive(
  { db, files, outgoing }: WorkerDeps,
  { fileId, sessionId, address, stop }: { fileId: number; sessionId: number; address: string; stop: AbortSignal },
): Promise<void> {
  const { status, body } = await outgoing(address, { maxBytes, timeoutMs, idleMs, stop })
  if (status !== 200) {
    body.destroy()
    throw new NoFile(`Вместо файла сервер прислал ответ с кодом ${status}`)
  }
  const sizeBytes = await storeChunk({ db, files }, { fileId, sessionId, body, leftBytes: maxBytes })
  if (sizeBytes === 0) throw new NoFile('Сервер прислал пустой файл')
}

function describe(error: unknown): string {
  if (error instanceof OutgoingError || error instanceof NoFile || error instanceof DiskFull) return error.message
  return 'Внутренняя ошибка: файл не сохранён, подробности в журнале портала'
}

/** The last part of the address, with the ending that decides how the file is read. */
function nameOf(address: string): string {
  const path = URL.parse(address)?.pathname ?? ''
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  const plain = last.replace(/[^\w.-]/g, '').slice(0, 100) || 'yml'
  return /\.(xml|zip)$/i.test(plain) ? plain : `${plain}.xml`
}
