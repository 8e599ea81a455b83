import { Readable } from 'node:stream'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { storeChunk } from '../receive/files.ts'
import { requestClose, insertFile, insertSession, setFileState } from '../queries.ts'
import { hasMakeableOffers } from './queries-waiting.ts'

/** As the log of the exchange shows it. */
const fileName = 'Товары из ожидающих предложений.xml'
const withoutRecords = '<?xml version="1.0" encoding="UTF-8"?><КоммерческаяИнформация ВерсияСхемы="2.10"/>'

/**
 * Lets the worker make goods of the offers that already wait, in a session of the portal's own: a file without records,
 * because goods are made of offers at the end of every file. So it waits its turn, survives a kill, and stands in the
 * log.
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
