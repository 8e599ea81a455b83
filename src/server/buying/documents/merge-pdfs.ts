import { Worker } from 'node:worker_threads'

/** `unreadable`: index of a document that is protected or damaged. */
export type MergeResult = { bytes: Uint8Array } | { unreadable: number }

const timeoutMs = 30_000

/** Merges PDFs in a thread, because hundreds of pages would block the event loop. */
export function mergePdfs(pdfs: readonly Uint8Array[]): Promise<MergeResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./merge-worker.ts', import.meta.url), {
      workerData: pdfs,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const timeout = setTimeout(() => void worker.terminate(), timeoutMs).unref()
    worker.once('message', (result: MergeResult) => resolve(result))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timeout)
      reject(new Error('the thread that merges documents ended without a result'))
    })
  })
}
