import { Worker } from 'node:worker_threads'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

export type PdfJob = { id: number; definition: TDocumentDefinitions }
export type PdfResult = { id: number; bytes?: Uint8Array; error?: string }

export type PdfRenderer = {
  /** Renders a document in a thread; throws on failure or after 20 s. The definition must not contain functions. */
  render: (definition: TDocumentDefinitions) => Promise<Buffer>
  close: () => Promise<void>
}

/** More documents are waiting than can be rendered in time. */
export class TooManyDocuments extends Error {
  override name = 'TooManyDocuments'
}

type Waiting = { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }

const maxWaiting = 50
const timeoutMs = 20_000
const idleMs = 60_000

/** One thread per process, started on first use and ended after an idle minute. */
export function openPdfRenderer(): PdfRenderer {
  let worker: Worker | undefined
  let last = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

  function start(): Worker {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    started.unref()
    // Under `node --watch` Node itself sends messages, too.
    started.on('message', (answer: Partial<PdfResult>) => {
      if (answer.id !== undefined) settle(answer.id, answer)
    })
    started.on('error', (error) => fail(started, error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => fail(started, new Error('the thread that lays out documents has ended')))
    return started
  }

  function settle(id: number, { bytes, error }: Partial<PdfResult>): void {
    const job = waiting.get(id)
    waiting.delete(id)
    if (bytes) job?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    else job?.reject(new Error(`the document was not laid out: ${error ?? 'no answer'}`))
    if (waiting.size === 0) idle = setTimeout(() => void stop(), idleMs).unref()
  }

  function fail(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  async function stop(): Promise<void> {
    const ended = worker
    await ended?.terminate()
  }

  return {
    render(definition) {
      clearTimeout(idle)
      if (waiting.size >= maxWaiting) return Promise.reject(new TooManyDocuments())
      const running = (worker ??= start())
      const id = (last += 1)
      return new Promise<Buffer>((resolve, reject) => {
        const timeout = setTimeout(() => void running.terminate(), timeoutMs).unref()
        waiting.set(id, {
          resolve: (bytes) => (clearTimeout(timeout), resolve(bytes)),
          reject: (error) => (clearTimeout(timeout), reject(error)),
        })
        running.postMessage({ id, definition } satisfies PdfJob, [])
      })
    },
    close: stop,
  }
}
