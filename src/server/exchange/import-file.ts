import type { PoolClient } from 'pg'
import { isPassingDatabaseError } from '#server/db/client.ts'
import { applyBatch } from './apply/batch.ts'
import { ImportContext, type ImportSettings } from './apply/context.ts'
import { skipGroup } from './apply/groups.ts'
import { checkpoint, finishRun, openRun, readRun, saveTotal, takeTurn, type Run } from './apply/runs.ts'
import type { Counts } from './apply/tally.ts'
import { BrokenFile } from './parse/broken-file.ts'
import type { Item } from './parse/items.ts'
import { readCommerceML, surveyCommerceML, type Survey } from './parse/read-commerceml.ts'
import { cataloguesOf } from './parse/sections.ts'
import { mergeGoods } from './plan/merge-goods.ts'

const mostItems = 500
/** Text of a batch, roughly: descriptions may be long. */
const mostCharacters = 4_000_000

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
      if (isPassingDatabaseError(error)) throw error
      const { code } = error as { code?: unknown }
      if (typeof code !== 'string') throw error
      this.#context = this.#newContext(await readRun(this.#sql, this.#run.id))
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

  #newContext(run: Run): ImportContext {
    const context = new ImportContext(this.#sql, { ...this.#file, settings: this.#settings })
    context.tally.resume(run.counts, run.told)
    context.rebuild = run.rebuild
    return context
  }
}

/** An item and how many records of the file it is made of. */
type Counted = { item: Item; records: number }

/** Items that go into one transaction: no Ид twice. Two records of one good are one; of other things the later one stands. */
class Batch {
  readonly items: Counted[] = []
  readonly #byKey = new Map<string, Counted>()
  #characters = 0

  takes(item: Item): boolean {
    if (this.#characters >= mostCharacters) return false
    const before = this.#byKey.get(keyOf(item) ?? '')
    return before === undefined ? this.items.length < mostItems : item.kind === 'good'
  }

  add(item: Item): void {
    const key = keyOf(item)
    const before = this.#byKey.get(key ?? '')
    this.#characters += sizeOf(item)
    if (before?.item.kind === 'good' && item.kind === 'good') {
      before.item = mergeGoods(before.item, item)
      before.records += 1
      return
    }
    const counted = { item, records: 1 }
    this.items.push(counted)
    if (key !== undefined) this.#byKey.set(key, counted)
  }
}

function recordsOf(items: Counted[]): number {
  return items.reduce((sum, { records }) => sum + records, 0)
}

/** Records of one good need not stand together in the file: where there are such, all count as done with the last item alone. */
function halves(items: Counted[]): Counted[][] {
  const last = items.length - 1
  const merged = items.some(({ records }) => records !== 1)
  const counted = merged ? items.map(({ item }, at) => ({ item, records: at === last ? recordsOf(items) : 0 })) : items
  const middle = items.length >> 1
  return [counted.slice(0, middle), counted.slice(middle)]
}

function keyOf(item: Item): string | undefined {
  if (item.kind === 'catalogue' || item.kind === 'reject') return undefined
  return `${item.kind} ${item.code}`
}

function sizeOf(item: Item): number {
  if (item.kind === 'good') return 500 + item.description.length
  if (item.kind === 'group') return 500 + (item.description?.length ?? 0)
  return item.kind === 'property' ? 100 + item.values.length * 100 : 500
}
