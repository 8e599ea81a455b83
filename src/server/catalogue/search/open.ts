import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { createAnswerCache, type AnswerCache } from './answer-cache.ts'
import { createHolder, type CurrentSnapshot } from '#server/catalogue/facets/holder.ts'
import type { CategoryNode } from '#server/catalogue/facets/tree.ts'
import { followCatalogue } from '#server/catalogue/snapshot/follow.ts'
import { openSearchLog, type SearchLog } from '#server/catalogue/search-log/search-log.ts'
import { createSearchContexts, type SearchContexts } from './search-contexts.ts'

/** The catalogue of this process: snapshot, cached answers and search contexts. */
export type Catalogue = {
  /** The current snapshot; throws 503 until there is one. */
  currentSnapshot: () => CurrentSnapshot
  ready: () => boolean
  answers: AnswerCache
  searchContexts: SearchContexts
  /** Category trees by price type, each for one version of the snapshot. */
  trees: Map<number, { version: number; tree: CategoryNode[] }>
  /** Counts searches by words. */
  searchLog: SearchLog
  close: () => Promise<void>
}

export function openCatalogue(deps: { db: Db; pool: Pool; listener: Listener; log: Logger }): Catalogue {
  const snapshotHolder = createHolder()
  const searchLog = openSearchLog(deps)
  const url = deps.pool.options.connectionString ?? ''
  const follower = followCatalogue({ ...deps, url, holder: snapshotHolder })
  return {
    currentSnapshot() {
      const currentSnapshot = snapshotHolder.current()
      if (!currentSnapshot) throw new AppError('catalogueNotReady')
      return currentSnapshot
    },
    ready: () => snapshotHolder.current() !== undefined,
    answers: createAnswerCache(),
    searchContexts: createSearchContexts({
      ...deps,
      hasPriceType: (id) => snapshotHolder.current()?.snapshot.priceTypeIds.includes(id) ?? true,
    }),
    trees: new Map(),
    searchLog,
    async close() {
      await Promise.all([follower.close(), searchLog.close()])
    },
  }
}
