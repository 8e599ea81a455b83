import type { PoolClient } from 'pg'
import type { Db } from '#server/platform/db/client.ts'
import { inheritCatalogues } from '../apply/run/catalogues.ts'
import { isArchive, isXml } from '../filename.ts'
import { requestClose, findPreviousSession, listFiles } from '../queries.ts'

type CatalogueCoverages = { code: string; full: boolean }[]

/**
 * 1C may send a checkauth before each portion of one export, and only the first portion declares it full. Called before
 * the first file of a session is written. If the file only adds to a full export of the previous session, this session
 * takes over that session's end and its list of goods. Otherwise `close` ends the previous session first, because goods
 * missing there must not include those of this file. `importRemaining` imports files that 1C will not ask for any more.
 */
export async function applyCoverage(
  {
    db,
    sql,
    importRemaining,
    close,
  }: {
    db: Db
    sql: PoolClient
    importRemaining: (sessionId: number) => Promise<void>
    close: (sessionId: number) => Promise<void>
  },
  { sessionId, coverage }: { sessionId: number; coverage: CatalogueCoverages },
): Promise<void> {
  const previousId = await findPreviousSession(db, { sessionId })
  // A classifier or prices alone do not decide it yet.
  if (previousId === undefined || coverage.length === 0) return
  await importRemaining(previousId)
  if (coverage.every(({ full }) => !full) && (await isComplete(db, previousId))) {
    const codes = coverage.map(({ code }) => code)
    if (await inheritCatalogues(sql, { from: previousId, to: sessionId, codes })) return
  }
  await requestClose(db, { id: previousId })
  await close(previousId)
}

async function isComplete(db: Db, sessionId: number): Promise<boolean> {
  const unfinished = await listFiles(db, { sessionId, states: ['receiving', 'queued', 'failed'] })
  return unfinished.every(({ name }) => !isXml(name) && !isArchive(name))
}
