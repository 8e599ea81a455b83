import { Readable } from 'node:stream'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { storeChunk } from '../receive/files.ts'
import { requestClose, insertFile, insertSession, setFileState } from '../queries.ts'
import { hasMakeableOffers } from './queries-waiting.ts'

/** Name in the exchange's log. */
const fileName = 'Товары из ожидающих предложений.xml'
const withoutRecords = '<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация ВерсияСхемы="2.10"/>'

/**
 * Queues the creation of goods from waiting offers, as a file without records in an own session, because goods are
 * created from offers at the end of every file. So it is queued, resumable and logged.
 */
export async function queueWaitingOffers({ db, files }: { db: Db; files: FileStore }): Promise<void> {
  if (!(await hasMakeableOffers(db))) return
  const sessionId = await insertSession(db, { accountId: null, type: 'offers', tokenHash: null })
  const fileId = await insertFile(db, { sessionId, name: fileName })
  await storeChunk(
    { db, files },
    { fileId, sessionId, body: Readable.from([Buffer.from(withoutRecords)]), leftBytes: withoutRecords.length * 2 },
  )
  await setFileState(db, { id: fileId, state: 'queued' })
  await requestClose(db, { id: sessionId })
}
