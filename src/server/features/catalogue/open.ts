import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { CategoryNode } from '#shared/api/catalogue.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import { createAnswers, type Answers } from './answers.ts'
import { createHolder, type Shelf } from './facets/holder.ts'
import { followCatalogue } from './follow.ts'
import { createShoppers, type Shoppers } from './shoppers.ts'

/** The catalogue of this process: the snapshot, what was answered from it, and who asks. */
export type Catalogue = {
  /** The snapshot that stands; refuses with 503 until the first one does. */
  shelf: () => Shelf
  ready: () => boolean
  answers: Answers
  shoppers: Shoppers
  /** Category trees by price type, of one version of the snapshot each. */
  trees: Map<number, { version: number; tree: CategoryNode[] }>
  close: () => Promise<void>
}

export function openCatalogue(deps: { db: Db; pool: Pool; listener: Listener; log: Logger }): Catalogue {
  const holder = createHolder()
  const url = deps.pool.options.connectionString ?? ''
  const follower = followCatalogue({ ...deps, url, holder })
  return {
    shelf() {
      const shelf = holder.current()
      if (!shelf) throw new AppError('catalogueNotReady')
      return shelf
    },
    ready: () => holder.current() !== undefined,
    answers: createAnswers(),
    shoppers: createShoppers(deps),
    trees: new Map(),
    close: () => follower.close(),
  }
}
