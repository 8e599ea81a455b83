import { Worker } from 'node:worker_threads'
import type { Extracted } from './extract.ts'
import type { OwnPriceList } from './own-price-list.ts'
import { createPermit } from './permit.ts'
import type { SampleRow, SheetSample } from './sample.ts'
import type { CellsRequest, WorkerResult, WorkerRequest, Source, WorkerReply } from './worker-messages.ts'
import { Unreadable } from './unreadable.ts'

export type OpenTable = (
  | { own: OwnPriceList; samples?: undefined; sheetsBeyond?: undefined }
  | { samples: SheetSample[]; sheetsBeyond: number; own?: undefined }
) & {
  extract: (question: WorkerRequest) => Promise<Extracted>
  /** All filled rows of a sheet. */
  cells: (sheet: number) => Promise<SampleRow[]>
}

export type TableReader = {
  /** Reads a file in a thread of its own, as soon as one is free, while `use` runs. Throws Unreadable, or Busy. */
  read: <Outcome>(source: Source, use: (table: OpenTable) => Promise<Outcome>) => Promise<Outcome>
}

/** Too many files are waiting. */
export class Busy extends Error {}

type Options = { atOnce: number; maxWaiting: number; deadlineMs: number; maxRows: number }
const defaults: Options = { atOnce: 2, maxWaiting: 20, deadlineMs: 20_000, maxRows: 10_000 }

/** What a thread may hold of parsed cells; the rest of a file's memory is bounded by the limits of its bytes. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
const simplify = 'Оставьте в ней только нужные столбцы и строки'

export function createTableReader(options: Partial<Options> = {}): TableReader {
  const { atOnce, maxWaiting, ...limits } = { ...defaults, ...options }
  const permit = createPermit()
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new Busy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async read(source, use) {
      await enter()
      const thread = startThread(source, limits)
      let giveBack: (() => void) | undefined
      try {
        const first = await thread.answer()
        if (first.kind === 'weighed') {
          giveBack = await permit.take(first.isHeavy)
          thread.goOn()
        }
        const opened = first.kind === 'weighed' ? await thread.answer() : first
        const extract = async (question: WorkerRequest) => expect('rows', await thread.answer(question))
        const cells = async (sheet: number) => expect('cells', await thread.answer({ sheet })).rows
        if (opened.kind === 'own') return await use({ own: opened.own, extract, cells })
        const { samples, sheetsBeyond } = expect('opened', opened)
        return await use({ samples, sheetsBeyond, extract, cells })
      } finally {
        await thread.end()
        giveBack?.()
        leave()
      }
    },
  }
}

function expect<Kind extends WorkerResult['kind']>(
  kind: Kind,
  answer: WorkerResult,
): Extract<WorkerResult, { kind: Kind }> {
  if (answer.kind !== kind) throw new Error(`the reading thread answered ${answer.kind} in place of ${kind}`)
  return answer as Extract<WorkerResult, { kind: Kind }>
}

function startThread(source: Source, { deadlineMs, maxRows }: Pick<Options, 'deadlineMs' | 'maxRows'>) {
  const worker = new Worker(new URL('./worker-tables.ts', import.meta.url), {
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
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable(`Таблица слишком большая. ${simplify}`) : error,
      ),
    )
    worker.once('exit', () => reject(new Error('the reading thread ended without an answer')))
  })
  // The error reaches callers through the answer; there may be none.
  failed.catch(() => undefined)
  const late = () => fail(new Unreadable(`Таблицу не удалось прочитать за ${deadlineMs / 1000} секунд. ${simplify}`))
  let timer = setTimeout(late, deadlineMs)
  const send = (reply: WorkerReply) => worker.postMessage(reply, [])

  return {
    async answer(question?: WorkerRequest | CellsRequest): Promise<Exclude<WorkerResult, { kind: 'refused' }>> {
      const answered = new Promise<WorkerResult>((resolve) => {
        // Under `node --watch` Node itself sends messages the same way.
        const onMessage = (message: Partial<WorkerResult>) => {
          if (message.kind === undefined) return
          worker.off('message', onMessage)
          resolve(message as WorkerResult)
        }
        worker.on('message', onMessage)
      })
      if (question) send(question)
      const answer = await Promise.race([answered, failed])
      if (answer.kind === 'refused') throw new Unreadable(answer.message)
      return answer
    },
    /** Waiting for the permit does not count. */
    goOn(): void {
      clearTimeout(timer)
      timer = setTimeout(late, deadlineMs)
      send({ goOn: true })
    },
    async end(): Promise<void> {
      clearTimeout(timer)
      await worker.terminate()
    },
  }
}
