import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '#server/platform/db/listener.ts'
import { buildSnapshot, type Build } from './build-snapshot.ts'
import type { Holder } from '#server/catalogue/facets/holder.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { deleteOldChanges, readChanges, readFacts, type Change, type ChangedIds } from './queries-snapshot.ts'

/** Looked for this often even when no NOTIFY came: what a buyer sees is at most 1 s old. */
const pollsMs = 400
/** NOTIFYs of many small changes are answered together. */
const restMs = 50
const factsAtOnce = 1000
/** With more changed products than this a rebuild is quicker, and does not hold up searches. */
const maxFacts = 20_000
const rebuildRestMs = 1000
const cleaningMs = 3_600_000

export type Follower = { close: () => Promise<void> }

/**
 * Keeps a holder's snapshot equal to the database: builds the first, applies each change of the feed
 * (platform/db/schema/catalogue.ts, catalogueChanges), rebuilds in the background when required. Changes are read from
 * the snapshot's own moment on, so none is missed, whichever process made it and however late it commits.
 */
export function followCatalogue(
  deps: { pool: Pool; listener: Listener; log: Logger; url: string; holder: Holder },
  { pollMs = pollsMs }: { pollMs?: number } = {},
): Follower {
  const { pool, holder, log } = deps
  let since: string | undefined
  let built: Snapshot | undefined
  let build: Build | undefined
  let rebuildDue = true
  let rebuildNotBeforeMs = 0
  const stopping = new AbortController()
  let wake: (() => void) | undefined
  let woken = false

  deps.listener.on('catalogue', () => {
    woken = true
    wake?.()
  })
  const cleaning = setInterval(() => void deleteOldChanges(pool).catch(() => undefined), cleaningMs)
  cleaning.unref()
  const running = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      adopt()
      startDueBuild()
      await catchUp().catch((error: unknown) => log.warn({ err: error }, 'catalogue changes could not be read'))
      await pause(restMs)
      if (!woken && !built) await untilWoken()
      woken = false
    }
  }

  function adopt(): void {
    if (!built) return
    holder.swap(built)
    since = built.asOf
    built = undefined
  }

  function startDueBuild(): void {
    if (!rebuildDue || build || performance.now() < rebuildNotBeforeMs) return
    rebuildDue = false
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
        rebuildDue = true
        if (!stopping.signal.aborted) log.warn({ err: error }, 'catalogue snapshot could not be built')
      })
      .finally(() => {
        build = undefined
        rebuildNotBeforeMs = performance.now() + rebuildRestMs
        wake?.()
      })
  }

  async function catchUp(): Promise<void> {
    if (since === undefined) return
    const { changes, asOf } = await readChanges(pool, { since })
    if (changes.some(({ kind }) => kind === 'rebuild')) rebuildDue = true
    const changed = changedIds(changes)
    if (changes.length > maxFacts) rebuildDue = true
    else await applyChanged(changed)
    since = asOf
  }

  async function applyChanged({ stock, price, flags, tags = false }: ChangedIds): Promise<void> {
    const max = Math.max(stock.length, price.length, flags.length, tags ? 1 : 0)
    for (let from = 0; from < max; from += factsAtOnce) {
      const part = (ids: readonly number[]) => ids.slice(from, from + factsAtOnce)
      const facts = await readFacts(pool, {
        stock: part(stock),
        price: part(price),
        flags: part(flags),
        tags: tags && from === 0,
      })
      if (!holder.apply(facts)) rebuildDue = true
    }
  }

  function untilWoken(): Promise<void> {
    return pause(pollMs)
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      // A rest is not cut short: it is what gathers many changes into one reading.
      if (ms > restMs) wake = done
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
      clearInterval(cleaning)
      build?.cancel()
      wake?.()
      await running
    },
  }
}

/** A change of flags may be one of being sold at all: then prices and stock count, too. */
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
