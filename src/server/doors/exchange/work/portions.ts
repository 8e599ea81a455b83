import type { PoolClient } from 'pg'
import type { Db } from '#server/platform/db/client.ts'
import { inheritCatalogues } from '../apply/run/catalogues.ts'
import { isArchive, isXml } from '../filename.ts'
import { requestClose, findPreviousSession, listFiles } from '../queries.ts'

type CatalogueCoverages = { code: string; full: boolean }[]

/**
 * 1C may do a checkauth before each portion of one export, and only the first portion says that it is whole. Called
 * before the first file of a session is written: where the file only adds to what the session before brought whole,
 * that session's end becomes this one's, with all it has named. Else the session before is over, and `close` ends it
 * first: what it left out must not be what this file brings. `takeRest` takes what either way nobody would ask for any
 * more.
 */
export async function applyCoverage(
  {
    db,
    sql,
    takeRest,
    close,
  }: {
    db: Db
    sql: PoolClient
    takeRest: (sessionId: number) => Promise<void>
    close: (sessionId: number) => Promise<void>
  },
  { sessionId, coverage }: { sessionId: number; coverage: CatalogueCoverages },
): Promise<void> {
  const followed = await findPreviousSession(db, { sessionId })
  // A classifier or prices alone tell nothing yet.
  if (followed === undefined || coverage.length === 0) return
  await takeRest(followed)
  if (coverage.every(({ full }) => !full) && (await isWhole(db, followed))) {
    const codes = coverage.map(({ code }) => code)
    if (await inheritCatalogues(sql, { from: followed, to: sessionId, codes })) return
  }
  await requestClose(db, { id: followed })
  await close(followed)
}

async function isWhole(db: Db, sessionId: number): Promise<boolean> {
  const unfinished = await listFiles(db, { sessionId, states: ['receiving', 'queued', 'failed'] })
  return unfinished.every(({ name }) => !isXml(name) && !isArchive(name))
}
