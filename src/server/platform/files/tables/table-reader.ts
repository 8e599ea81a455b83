import { Worker } from 'node:worker_threads'
import type { Extracted } from './extract.ts'
import type { OwnPriceList } from './own-price-list.ts'
import { createParseLock } from './parse-lock.ts'
import type { SampleRow, SheetSample } from './sample.ts'
import type { CellsRequest, WorkerResult, WorkerRequest, Source, WorkerReply } from './worker-messages.ts'
import { UnreadableTable } from './unreadable-table.ts'

export type OpenTable = (
  | { own: OwnPriceList; samples?: undefined; sheetsBeyond?: undefined }
  | { samples: SheetSample[]; sheetsBeyond: number; own?: undefined }
) & {
  extract: (request: WorkerRequest) => Promise<Extracted>
  /** All filled rows of a sheet. */
  /** All cells of a sheet; `whole`: their full text with line breaks, not a short line. */
  cells: (sheet: number, options?: { whole: boolean }) => Promise<SampleRow[]>
}

export type TableReader = {
  /**
   * Reads a file in its own thread, as soon as a slot is free; the thread ends with `use`. Throws UnreadableTable or
   * TooManyTables.
   */
  read: <Outcome>(source: Source, use: (table: OpenTable) => Promise<Outcome>) => Promise<Outcome>
}

/** Too many files are waiting. */
export class TooManyTables extends Error {}

type Options = { maxRunning: number; maxWaiting: number; deadlineMs: number; maxRows: number }
const defaults: Options = { maxRunning: 2, maxWaiting: 20, deadlineMs: 20_000, maxRows: 10_000 }

/** Memory for parsed cells; the rest is bounded by the limits of the file's size. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
const simplifyAdvice = 'Оставьте в ней только нужные столбцы и строки'

export function createTableReader(options: Partial<Options> = {}): TableReader {
  const { maxRunning, maxWaiting, ...limits } = { ...defaults, ...options }
  const parseLock = createParseLock()
  const waiting: (() => void)[] = []
  let running = 0

  async function acquireSlot(): Promise<void> {
    if (running < maxRunning) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new TooManyTables()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function releaseSlot(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async read(source, use) {
      await acquireSlot()
      const thread = startThread(source, limits)
      let release: (() => void) | undefined
      try {
        const first = await thread.receive()
        if (first.kind === 'weighed') {
          release = await parseLock.acquire(first.isHeavy)
          thread.proceed()
        }
        const opened = first.kind === 'weighed' ? await thread.receive() : first
        const extract = async (request: WorkerRequest) => expect('rows', await thread.receive(request))
        const cells: OpenTable['cells'] = async (sheet, { whole } = { whole: false }) =>
          expect('cells', await thread.receive({ sheet, whole })).rows
        if (opened.kind === 'own') return await use({ own: opened.own, extract, cells })
        const { samples, sheetsBeyond } = expect('opened', opened)
        return await use({ samples, sheetsBeyond, extract, cells })
      } finally {
        await thread.end()
        release?.()
        releaseSlot()
      }
    },
  }
}

function expect<Kind extends WorkerResult['kind']>(
  kind: Kind,
  result: WorkerResult,
): Extract<WorkerResult, { kind: Kind }> {
  if (result.kind !== kind) throw new Error(`the reading thread sent ${result.kind} instead of ${kind}`)
  return result as Extract<WorkerResult, { kind: Kind }>
}

function startThread(source: Source, { deadlineMs, maxRows }: Pick<Options, 'deadlineMs' | 'maxRows'>) {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: { source, max: maxRows },
    transferList: 'bytes' in source ? [source.bytes] : [],
    resourceLimits,
    // Output of the library is discarded.
    stdout: true,
    stderr: true,
  })
  let fail: (error: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new UnreadableTable(`Таблица слишком большая. ${simplifyAdvice}`)
          : error,
      ),
    )
    worker.once('exit', () => reject(new Error('the reading thread ended without a result')))
  })
  // Callers receive the error from `receive`, if they call it.
  failed.catch(() => undefined)
  const onTimeout = () =>
    fail(new UnreadableTable(`Таблицу не удалось прочитать за ${deadlineMs / 1000} секунд. ${simplifyAdvice}`))
  let timer = setTimeout(onTimeout, deadlineMs)
  const send = (reply: WorkerReply) => worker.postMessage(reply, [])

  return {
    async receive(request?: WorkerRequest | CellsRequest): Promise<Exclude<WorkerResult, { kind: 'refused' }>> {
      const received = new Promise<WorkerResult>((resolve) => {
        // Under `node --watch` Node itself sends messages the same way.
        const onMessage = (message: Partial<WorkerResult>) => {
          if (message.kind === undefined) return
          worker.off('message', onMessage)
          resolve(message as WorkerResult)
        }
        worker.on('message', onMessage)
      })
      if (request) send(request)
      const result = await Promise.race([received, failed])
      if (result.kind === 'refused') throw new UnreadableTable(result.message)
      return result
    },
    /** Waiting for the parse lock does not count towards the deadline. */
    proceed(): void {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, deadlineMs)
      send({ proceed: true })
    },
    async end(): Promise<void> {
      clearTimeout(timer)
      await worker.terminate()
    },
  }
}
