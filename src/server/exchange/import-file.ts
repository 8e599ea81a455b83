import type { PoolClient } from 'pg'
import { isPassingDatabaseError } from '#server/db/client.ts'
import { applyBatch } from './apply/batch.ts'
import { ImportContext, type ImportSettings } from './apply/context.ts'
import { describeGoods } from './apply/goods.ts'
import { skipGroup } from './apply/groups.ts'
import { ensureAnyWarehouse } from './apply/price-types.ts'
import { checkpoint, finishRun, openRun, readRun, saveTotal, takeTurn, type Run } from './apply/runs.ts'
import type { Counts } from './apply/tally.ts'
import { forgetUndescribed, listDescribedCodes, listLacking } from './apply/undescribed.ts'
import { Batch, halves, recordsOf, type Counted } from './item-batch.ts'
import { BrokenFile } from './parse/broken-file.ts'
import { readCommerceML, surveyCommerceML, type Survey } from './parse/read-commerceml.ts'
import { cataloguesOf } from './parse/sections.ts'

/** Descriptions may be long. */
const maxDescribed = 200

export type FileToImport = {
  sessionId: number
  fileId: number
  name: string
  receivedAt: Date
  /** Opens the file's bytes from the start, as often as asked. */
  open: () => AsyncIterable<Uint8Array>
}

export type ImportWatch = {
  onProgress?: (progress: { done: number; total: number }) => void
  /** Before anything of the file is written: the catalogues that it tells of, and whether it claims to tell all of them. */
  onTold?: (catalogues: { code: string; full: boolean }[]) => Promise<void>
  /** Stops between two batches; the run stays unfinished and is taken up later. */
  stop?: AbortSignal
}

export type ImportResult = { runId: number; counts: Counts; error: string | undefined; /** What threw, for the process's log. */ cause: unknown }

/**
 * Imports one CommerceML file: surveys it to see that it is whole and what its sections say, then reads it again in batches
 * of 500, each in a transaction with its checkpoint. Called again after a crash it goes on behind the last batch and ends in the state of
 * an uninterrupted run. A broken file changes nothing; an item that cannot be written is rejected and the rest goes on.
 * Throws passing errors of the database (try again) and the reason of `stop`.
 */
export async function importFile(sql: PoolClient, settings: ImportSettings, file: FileToImport, watch: ImportWatch = {}): Promise<ImportResult> {
  const run = await openRun(sql, { ...file, type: 'import' })
  try {
    const survey = await surveyCommerceML(file.open(), watch)
    if (run.itemsTotal === null) {
      await watch.onTold?.(cataloguesOf(survey.sections))
      await saveTotal(sql, run.id, survey.itemCount)
    }
    await new FileImport(sql, settings, file, run, watch).through(survey)
    await finishRun(sql, run.id, { status: 'done' })
  } catch (error) {
    if (isPassingDatabaseError(error) || watch.stop?.aborted) throw error
    const message = error instanceof BrokenFile ? error.message : 'Внутренняя ошибка импорта, подробности в журнале портала'
    await finishRun(sql, run.id, { status: 'failed', error: message })
    return { runId: run.id, counts: (await readRun(sql, run.id)).counts, error: message, cause: error }
  }
  return { runId: run.id, counts: (await readRun(sql, run.id)).counts, error: undefined, cause: undefined }
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

  async through({ itemCount, sections }: Survey): Promise<void> {
    let number = 0
    let batch = new Batch()
    for await (const items of readCommerceML(this.#file.open(), sections)) {
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
    await this.#describeLacking()
    await this.#transaction(0, () => ensureAnyWarehouse(this.#context))
  }

  /** Goods that came before the properties, values or units that this file describes, whichever file or run brought them. */
  async #describeLacking(): Promise<void> {
    const { properties, units } = this.#context.tally.counts
    if ((properties?.seen ?? 0) + (units?.seen ?? 0) === 0) return
    const codes = await listDescribedCodes(this.#context)
    let afterId = 0
    for (;;) {
      this.#watch.stop?.throwIfAborted()
      const productIds = await listLacking(this.#context, { codes, afterId, max: maxDescribed })
      await this.#describeOrHalve(productIds)
      afterId = productIds.at(-1) ?? afterId
      if (productIds.length < maxDescribed) return
    }
  }

  async #describeOrHalve(productIds: number[]): Promise<void> {
    if (productIds.length === 0) return
    try {
      await this.#transaction(0, () => describeGoods(this.#context, productIds))
    } catch (error) {
      await this.#renewContext(error)
      if (productIds.length === 1) return this.#transaction(0, () => forgetUndescribed(this.#context, productIds))
      const middle = productIds.length >> 1
      for (const half of [productIds.slice(0, middle), productIds.slice(middle)]) await this.#describeOrHalve(half)
    }
  }

  async #write(items: Counted[], total: number): Promise<void> {
    this.#watch.stop?.throwIfAborted()
    if (items.length > 0) await this.#writeOrHalve(items)
    this.#watch.onProgress?.({ done: this.#done, total })
  }

  /** An item that the database refuses must not take the others with it: the batch is halved until it stands alone. */
  async #writeOrHalve(items: Counted[]): Promise<void> {
    const groupOrder = new Map(this.#context.groupOrder)
    try {
      await this.#transaction(recordsOf(items), () => applyBatch(this.#context, items.map(({ item }) => item)))
    } catch (error) {
      await this.#renewContext(error)
      for (const [parent, order] of groupOrder) this.#context.groupOrder.set(parent, order)
      const [only] = items
      if (only !== undefined && items.length === 1) return this.#reject(only, error as Error)
      for (const half of halves(items)) await this.#writeOrHalve(half)
    }
  }

  async #reject({ item, records }: Counted, error: Error): Promise<void> {
    const { code = '', name = '' } = item as { code?: string; name?: string }
    await this.#transaction(records, async () => this.#context.tally.reject(item.kind, { code, name, reason: `Не удалось записать: ${error.message}` }))
  }

  async #transaction(itemCount: number, work: () => Promise<void>): Promise<void> {
    await this.#sql.query('begin')
    try {
      await takeTurn(this.#sql)
      await work()
      await checkpoint(this.#context, this.#run.id, this.#done + itemCount)
      await this.#sql.query('commit')
      this.#done += itemCount
    } catch (error) {
      await this.#sql.query('rollback').catch(() => undefined)
      throw error
    }
  }

  /** Forgets what was learnt in a transaction that the database refused; throws on any other error. */
  async #renewContext(error: unknown): Promise<void> {
    if (isPassingDatabaseError(error)) throw error
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw error
    this.#context = this.#newContext(await readRun(this.#sql, this.#run.id))
  }

  #newContext(run: Run): ImportContext {
    const context = new ImportContext(this.#sql, { ...this.#file, settings: this.#settings })
    context.tally.resume(run.counts, run.told)
    context.rebuild = run.rebuild
    return context
  }
}
