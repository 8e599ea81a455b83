import { Worker } from 'node:worker_threads'
import type { Extracted } from './extract.ts'
import type { OwnPriceList } from './own-price-list.ts'
import type { SheetSample } from './sample.ts'
import type { Answer, Question, Source } from './talk.ts'
import { Unreadable } from './unreadable.ts'

export type OpenTable = ({ own: OwnPriceList; samples?: undefined } | { samples: SheetSample[]; own?: undefined }) & {
  extract: (question: Question) => Promise<Extracted>
}

export type TableReader = {
  /** Reads a file in a thread of its own, as soon as one is free, while `use` runs. Throws Unreadable, or Busy. */
  read: <Outcome>(source: Source, use: (table: OpenTable) => Promise<Outcome>) => Promise<Outcome>
}

/** So many files wait already that one more would wait too long. */
export class Busy extends Error {}

type Options = { atOnce: number; mostWaiting: number; deadlineMs: number; mostRows: number }
const defaults: Options = { atOnce: 2, mostWaiting: 20, deadlineMs: 20_000, mostRows: 10_000 }

/** What a thread may hold of parsed cells; the rest of a file's memory is bounded by the limits of its bytes. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

export function createTableReader(options: Partial<Options> = {}): TableReader {
  const { atOnce, mostWaiting, deadlineMs, mostRows } = { ...defaults, ...options }
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new Busy()
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
      const thread = startThread(source, { deadlineMs, mostRows })
      try {
        const first = await thread.answer()
        if (first.kind !== 'own' && first.kind !== 'opened') throw new Error(`the reading thread answered ${first.kind}`)
        return await use({
          ...(first.kind === 'own' ? { own: first.own } : { samples: first.samples }),
          async extract(question) {
            const rows = await thread.answer(question)
            if (rows.kind !== 'rows') throw new Error(`the reading thread answered ${rows.kind}`)
            return rows
          },
        })
      } finally {
        await thread.end()
        leave()
      }
    },
  }
}

function startThread(source: Source, { deadlineMs, mostRows }: Pick<Options, 'deadlineMs' | 'mostRows'>) {
  const worker = new Worker(new URL('./worker-tables.ts', import.meta.url), {
    workerData: { source, most: mostRows },
    transferList: 'bytes' in source ? [source.bytes] : [],
    resourceLimits,
  })
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable('Таблица слишком большая. Оставьте в ней только нужные столбцы и строки') : error))
    worker.once('exit', () => reject(new Error('the reading thread ended without an answer')))
  })
  const timer = setTimeout(() => worker.emit('error', new Unreadable(`Таблицу не удалось прочитать за ${deadlineMs / 1000} секунд. Оставьте в ней только нужные столбцы и строки`)), deadlineMs)
  failed.catch(() => undefined)

  return {
    async answer(question?: Question): Promise<Exclude<Answer, { kind: 'refused' }>> {
      const answered = new Promise<Answer>((resolve) => {
        // Under `node --watch` Node itself sends messages the same way.
        const hear = (message: Partial<Answer>) => {
          if (message.kind === undefined) return
          worker.off('message', hear)
          resolve(message as Answer)
        }
        worker.on('message', hear)
      })
      if (question) worker.postMessage(question, [])
      const answer = await Promise.race([answered, failed])
      if (answer.kind === 'refused') throw new Unreadable(answer.message)
      return answer
    },
    async end(): Promise<void> {
      clearTimeout(timer)
      await worker.terminate()
    },
  }
}
