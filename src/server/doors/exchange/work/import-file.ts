import type { PoolClient } from 'pg'
import { isTransientDatabaseError } from '#server/platform/db/client.ts'
import { applyBatch } from '../apply/batch.ts'
import { ImportContext, type ImportSettings } from '../apply/context.ts'
import { followPrices } from '../apply/follow-prices.ts'
import { replanGoods } from '../apply/goods.ts'
import { listGoodsToCreate, createGoodsOfOffers } from '../apply/goods-of-offers.ts'
import { skipGroup } from '../apply/groups.ts'
import { applyPriceTypes, ensureAnyWarehouse } from '../apply/price-types.ts'
import { checkpoint, finishRun, openRun, readRun, saveTotal, lockWriters, type Run } from '../apply/run/runs.ts'
import type { Counts } from '../apply/tally.ts'
import { logWaitingOffers } from '../apply/waiting.ts'
import { deleteUndescribed, listDescribedCodes, listUndescribedItems } from '../apply/undescribed.ts'
import { recordProgress } from './queries-attempts.ts'
import { Batch, splitBatch, countRecords, type CountedItem } from './item-batch.ts'
import { BrokenFile } from '../parse/broken-file.ts'
import { readCommerceML, surveyCommerceML, type Survey } from '../parse/read-commerceml.ts'
import { cataloguesOf } from '../parse/sections.ts'

/** Goods planned again, or created from offers, per transaction; descriptions may be long. */
const maxChunk = 200

type Chunks<Key> = {
  list: (after: Key | undefined, max: number) => Promise<Key[]>
  write: (keys: Key[]) => Promise<void>
  refuse: (key: Key, reason: string) => Promise<void>
}

export type FileToImport = {
  sessionId: number
  fileId: number
  name: string
  receivedAt: Date
  /** Opens the file from its start; may be called repeatedly. */
  open: () => AsyncIterable<Uint8Array>
}

export type ImportWatch = {
  onProgress?: (progress: { done: number; total: number }) => void
  /** Called before anything is written, with the catalogues covered by the file and whether any is full. */
  onCoverage?: (catalogues: { code: string; full: boolean }[]) => Promise<void>
  /** The caller retries a file after an internal error: the error is thrown and the run stays unfinished. */
  isRetried?: boolean
  /** Stops between two batches; the run stays unfinished and can be resumed. */
  stop?: AbortSignal
}

export type ImportResult = {
  runId: number
  counts: Counts
  /** Records of the file; also 0 if it could not be read. */
  itemCount: number
  error: string | undefined
  /** The error, for the process's log. */
  cause: unknown
}

/**
 * Imports a CommerceML or YML file: checks that it is complete and reads its sections, then reads it again in batches
 * of 500, each in a transaction with its checkpoint. After a crash it continues behind the last batch and reaches the
 * same final state. A broken file changes nothing; an item that cannot be written is rejected. Throws transient errors
 * of the database, the reason of `stop` and, if `isRetried`, internal errors.
 */
export async function importFile(
  sql: PoolClient,
  settings: ImportSettings,
  file: FileToImport,
  watch: ImportWatch = {},
): Promise<ImportResult> {
  const run = await openRun(sql, { ...file, type: 'import' })
  try {
    const survey = await surveyCommerceML(file.open(), { stop: watch.stop, yml: settings.yml })
    if (run.itemsTotal === null) {
      await watch.onCoverage?.(cataloguesOf(survey.sections))
      await saveTotal(sql, run.id, survey.itemCount)
    }
    await new FileImport(sql, settings, file, run, watch).through(survey)
    await finishRun(sql, run.id, { status: 'done' })
  } catch (error) {
    if (isTransientDatabaseError(error) || watch.stop?.aborted) throw error
    if (watch.isRetried && !(error instanceof BrokenFile)) throw error
    const message =
      error instanceof BrokenFile ? error.message : 'Внутренняя ошибка импорта, подробности в журнале портала'
    await finishRun(sql, run.id, { status: 'failed', error: message })
    return toResult(await readRun(sql, run.id), { error: message, cause: error })
  }
  return toResult(await readRun(sql, run.id), { error: undefined, cause: undefined })
}

function toResult({ id, counts, itemsTotal }: Run, outcome: Pick<ImportResult, 'error' | 'cause'>): ImportResult {
  return { runId: id, counts, itemCount: itemsTotal ?? 0, ...outcome }
}

class FileImport {
  readonly #sql: PoolClient
  readonly #settings: ImportSettings
  readonly #file: FileToImport
  readonly #run: Run
  readonly #watch: ImportWatch
  #context: ImportContext
  #done: number

  constructor(sql: PoolClient, settings: ImportSettings, file: FileToImport, run: Run, watch: ImportWatch) {
    this.#sql = sql
    this.#settings = settings
    this.#file = file
    this.#run = run
    this.#watch = watch
    this.#done = run.itemsDone
    this.#context = this.#newContext(run)
  }

  async through({ itemCount, sections, latePriceTypes }: Survey): Promise<void> {
    // VAT and currency of a price type must be known before its prices are written.
    if (latePriceTypes.length > 0) await this.#transaction(0, () => applyPriceTypes(this.#context, latePriceTypes))
    let number = 0
    let batch = new Batch()
    for await (const items of readCommerceML(this.#file.open(), sections, this.#settings.yml)) {
      for (const item of items) {
        number += 1
        if (number <= this.#run.itemsDone) {
          if (item.kind === 'group') skipGroup(this.#context, item)
          continue
        }
        if (!batch.takes(item)) {
          await this.#write(batch.items, itemCount)
          batch = new Batch()
        }
        batch.add(item)
      }
    }
    await this.#write(batch.items, itemCount)
    await this.#conclude()
  }

  /** Work that needs the whole file. Idempotent, because a crash may repeat it. */
  async #conclude(): Promise<void> {
    const { properties, units } = this.#context.tally.counts
    if ((properties?.seen ?? 0) + (units?.seen ?? 0) > 0) await this.#describeGoods()
    if (this.#settings.createsGoodsFromOffers) await this.#makeGoods()
    await this.#transaction(0, async () => {
      await ensureAnyWarehouse(this.#context)
      await logWaitingOffers(this.#context, this.#run.id)
    })
  }

  /** Goods received before the properties, values or units that this file describes, from any file or run. */
  async #describeGoods(): Promise<void> {
    const codes = await listDescribedCodes(this.#context)
    await this.#inChunks({
      list: (after: number | undefined, max) =>
        listUndescribedItems(this.#context, { codes, afterId: after ?? 0, max }),
      write: (productIds) => replanGoods(this.#context, productIds),
      refuse: (productId) => deleteUndescribed(this.#context, [productId]),
    })
  }

  async #makeGoods(): Promise<void> {
    await this.#inChunks({
      list: (after: string | undefined, max) => listGoodsToCreate(this.#context, { after: after ?? '', max }),
      write: (codes) => createGoodsOfOffers(this.#context, codes),
      refuse: async (code, reason) => this.#context.tally.reject('offers', { code, name: '', reason }),
    })
  }

  /**
   * Processes keys in ascending order, each chunk in its own transaction; `refuse` handles keys that the database
   * rejects.
   */
  async #inChunks<Key>({ list, write, refuse }: Chunks<Key>): Promise<void> {
    const writeOrSplit = async (keys: Key[]): Promise<void> => {
      try {
        await this.#transaction(0, async () => {
          await write(keys)
          await followPrices(this.#context)
        })
      } catch (error) {
        await this.#renewContext(error)
        const [only] = keys
        if (only !== undefined && keys.length === 1)
          return this.#transaction(0, () => refuse(only, describeRefusal(error)))
        const middle = keys.length >> 1
        for (const half of [keys.slice(0, middle), keys.slice(middle)]) await writeOrSplit(half)
      }
    }
    let after: Key | undefined
    for (;;) {
      this.#watch.stop?.throwIfAborted()
      const keys = await list(after, maxChunk)
      if (keys.length > 0) await writeOrSplit(keys)
      after = keys.at(-1)
      if (keys.length < maxChunk) return
    }
  }

  async #write(items: CountedItem[], total: number): Promise<void> {
    this.#watch.stop?.throwIfAborted()
    if (items.length > 0) await this.#writeOrHalve(items)
    this.#watch.onProgress?.({ done: this.#done, total })
  }

  /** An item rejected by the database must not take others with it: the batch is split until it is alone. */
  async #writeOrHalve(items: CountedItem[]): Promise<void> {
    const groupOrder = new Map(this.#context.groupOrder)
    try {
      await this.#transaction(countRecords(items), () =>
        applyBatch(
          this.#context,
          items.map(({ item }) => item),
        ),
      )
    } catch (error) {
      await this.#renewContext(error)
      for (const [parent, order] of groupOrder) this.#context.groupOrder.set(parent, order)
      const [only] = items
      if (only !== undefined && items.length === 1) return this.#reject(only, error as Error)
      for (const half of splitBatch(items)) await this.#writeOrHalve(half)
    }
  }

  async #reject({ item, records }: CountedItem, error: Error): Promise<void> {
    const { code = '', name = '' } = item as { code?: string; name?: string }
    await this.#transaction(records, async () =>
      this.#context.tally.reject(item.kind, { code, name, reason: describeRefusal(error) }),
    )
  }

  async #transaction(itemCount: number, work: () => Promise<void>): Promise<void> {
    await this.#sql.query('begin')
    try {
      await lockWriters(this.#sql)
      await work()
      await checkpoint(this.#context, this.#run.id, this.#done + itemCount)
      if (itemCount > 0) await recordProgress(this.#sql, this.#file)
      await this.#sql.query('commit')
      this.#done += itemCount
    } catch (error) {
      await this.#sql.query('rollback').catch(() => undefined)
      throw error
    }
  }

  /** Discards state of a transaction that the database rejected; rethrows any other error. */
  async #renewContext(error: unknown): Promise<void> {
    if (isTransientDatabaseError(error)) throw error
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw error
    this.#context = this.#newContext(await readRun(this.#sql, this.#run.id))
  }

  #newContext(run: Run): ImportContext {
    const context = new ImportContext(this.#sql, { ...this.#file, settings: this.#settings })
    context.tally.resume(run.counts, run.rejected)
    context.rebuild = run.rebuild
    return context
  }
}

function describeRefusal(error: unknown): string {
  return `Не удалось записать: ${error instanceof Error ? error.message : String(error)}`
}
