import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '#server/platform/db/listener.ts'
import { buildSnapshot, type Build } from './build-snapshot.ts'
import type { Holder } from '#server/catalogue/facets/holder.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { deleteOldChanges, readChanges, readFacts, type Change, type ChangedIds } from './queries-snapshot.ts'

/** Poll interval, in case a NOTIFY is lost: data on screen is at most 1 s old. */
const defaultPollMs = 400
/** NOTIFYs of many small changes are handled together. */
const batchPauseMs = 50
const factsPerRead = 1000
/** Beyond this many changed products a rebuild is faster and does not block searches. */
const maxFacts = 20_000
const rebuildPauseMs = 1000
const cleanupIntervalMs = 3_600_000

export type Follower = { close: () => Promise<void> }

/**
 * Keeps a holder's snapshot equal to the database: builds the first one, applies changes
 * (platform/db/schema/catalogue.ts, catalogueChanges) and rebuilds in the background when necessary. Changes are read
 * from the snapshot's own moment on, so none is missed, whoever made it and however late it commits.
 */
export function followCatalogue(
  deps: { pool: Pool; listener: Listener; log: Logger; url: string; holder: Holder },
  { pollMs = defaultPollMs }: { pollMs?: number } = {},
): Follower {
  const { pool, holder, log } = deps
  let readUpTo: string | undefined
  let built: Snapshot | undefined
  let build: Build | undefined
  let isRebuildDue = true
  let rebuildNotBeforeMs = 0
  const stopping = new AbortController()
  let wake: (() => void) | undefined
  let isWoken = false

  deps.listener.on('catalogue', () => {
    isWoken = true
    wake?.()
  })
  const cleanupTimer = setInterval(() => void deleteOldChanges(pool).catch(() => undefined), cleanupIntervalMs)
  cleanupTimer.unref()
  const running = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      swapBuilt()
      startDueBuild()
      await readPendingChanges().catch((error: unknown) =>
        log.warn({ err: error }, 'catalogue changes could not be read'),
      )
      await pause(batchPauseMs)
      if (!isWoken && !built) await waitForWake()
      isWoken = false
    }
  }

  function swapBuilt(): void {
    if (!built) return
    holder.swap(built)
    readUpTo = built.asOf
    built = undefined
  }

  function startDueBuild(): void {
    if (!isRebuildDue || build || performance.now() < rebuildNotBeforeMs) return
    isRebuildDue = false
    const startedMs = performance.now()
    build = buildSnapshot(deps)
    build.snapshot
      .then((snapshot) => {
        built = snapshot
        log.info(
          { rows: snapshot.rowCount, items: snapshot.itemCount, ms: Math.round(performance.now() - startedMs) },
          'catalogue snapshot built',
        )
      })
      .catch((error: unknown) => {
        isRebuildDue = true
        if (!stopping.signal.aborted) log.warn({ err: error }, 'catalogue snapshot could not be built')
      })
      .finally(() => {
        build = undefined
        rebuildNotBeforeMs = performance.now() + rebuildPauseMs
        wake?.()
      })
  }

  async function readPendingChanges(): Promise<void> {
    if (readUpTo === undefined) return
    const { changes, asOf } = await readChanges(pool, { since: readUpTo })
    if (changes.some(({ kind }) => kind === 'rebuild')) isRebuildDue = true
    const changed = changedIds(changes)
    if (changes.length > maxFacts) isRebuildDue = true
    else await applyChanged(changed)
    readUpTo = asOf
  }

  async function applyChanged({ stock, price, flags, tags = false }: ChangedIds): Promise<void> {
    const max = Math.max(stock.length, price.length, flags.length, tags ? 1 : 0)
    for (let from = 0; from < max; from += factsPerRead) {
      const part = (ids: readonly number[]) => ids.slice(from, from + factsPerRead)
      const facts = await readFacts(pool, {
        stock: part(stock),
        price: part(price),
        flags: part(flags),
        tags: tags && from === 0,
      })
      if (!holder.apply(facts)) isRebuildDue = true
    }
  }

  function waitForWake(): Promise<void> {
    return pause(pollMs)
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      // The pause between batches is not interruptible: it collects many changes into one read.
      if (ms > batchPauseMs) wake = done
      function done(): void {
        clearTimeout(timer)
        wake = undefined
        resolve()
      }
    })
  }

  return {
    async close() {
      stopping.abort()
      clearInterval(cleanupTimer)
      build?.cancel()
      wake?.()
      await running
    },
  }
}

/** A change of flags may make a product sold again, so its prices and stock are read, too. */
function changedIds(changes: readonly Change[]): ChangedIds {
  const ids = (...kinds: string[]) => [
    ...new Set(
      changes.flatMap(({ kind, productId }) => (productId !== null && kinds.includes(kind) ? [productId] : [])),
    ),
  ]
  return {
    stock: ids('stock', 'flags'),
    price: ids('price', 'flags'),
    flags: ids('flags'),
    tags: changes.some(({ kind }) => kind === 'tags'),
  }
}
