import { createReadStream } from 'node:fs'
import type { Pool } from 'pg'
import type { FileStore } from '#server/platform/files/store.ts'
import type { Db } from '#server/platform/db/client.ts'
import { requestClose, endSession, insertSession } from '../queries.ts'
import { importFeed, type FeedResult } from './import-feed.ts'

/** Loads a feed from the local disk, in a session of its own. */
export async function loadFeed(
  { db, pool, files }: { db: Db; pool: Pool; files: FileStore },
  name: string,
  path: string,
): Promise<FeedResult> {
  const sessionId = await insertSession(db, { accountId: null, type: 'load', tokenHash: null })
  try {
    return await importFeed({ pool, files }, { name, sessionId, source: createReadStream(path) })
  } finally {
    await requestClose(db, { id: sessionId })
    await endSession(db, { id: sessionId })
  }
}
