import { Worker } from 'node:worker_threads'

/** `unreadable`: the index of one that is protected or damaged. */
export type JoinAnswer = { bytes: Uint8Array } | { unreadable: number }

const timeoutMs = 30_000

/** Makes one PDF of several, in a thread of its own: hundreds of pages would hold up everybody else. */
export function joinPdfs(pdfs: readonly Uint8Array[]): Promise<JoinAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./join-worker.ts', import.meta.url), {
      workerData: pdfs,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const timeout = setTimeout(() => void worker.terminate(), timeoutMs).unref()
    worker.once('message', (answer: JoinAnswer) => resolve(answer))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timeout)
      reject(new Error('the thread that joins documents ended without an answer'))
    })
  })
}
