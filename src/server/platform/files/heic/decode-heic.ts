import { Worker } from 'node:worker_threads'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'

/** RGBA, rotated as the photo was taken. */
export type Pixels = { data: Uint8Array<ArrayBuffer>; width: number; height: number }
export type HeicJob = { bytes: Uint8Array; maxPixels: number; maxMemoryBytes: number }

type Limits = { accountId: number; maxPixels: number; maxMemoryBytes?: number; deadlineMs?: number }

/** A photo of 48 megapixels takes 410 MB and two seconds, ten on a busy machine. */
const defaults = { maxMemoryBytes: 512 * 1024 * 1024, deadlineMs: 30_000 }
const queue = createFairQueue({
  maxRunning: 1,
  maxRunningEach: 1,
  maxWaiting: 16,
  maxWaitingEach: 4,
  retryAfterSeconds: 5,
})

/**
 * Decodes an iPhone photo (HEVC, which sharp does not support) in its own thread, one at a time, in turns of accounts.
 * The thread ends with the photo, because WebAssembly does not release memory. Rejects photos that are damaged, too
 * large or take too long. Throws 429 if the account has too many waiting photos, 503 if the queue is full.
 */
export function decodeHeic(
  bytes: Uint8Array,
  { accountId, maxPixels, maxMemoryBytes = defaults.maxMemoryBytes, deadlineMs = defaults.deadlineMs }: Limits,
): Promise<Pixels> {
  return queue.run(accountId, () => decodeInThread({ bytes, maxPixels, maxMemoryBytes }, deadlineMs))
}

async function decodeInThread(job: HeicJob, deadlineMs: number): Promise<Pixels> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: 96 },
    // The library's remarks are discarded.
    stdout: true,
    stderr: true,
  })
  const timeout = setTimeout(() => void worker.terminate(), deadlineMs)
  try {
    return await new Promise<Pixels>((resolve, reject) => {
      // Under `node --watch` Node itself sends messages the same way.
      worker.on('message', (pixels: Partial<Pixels>) => pixels.data && resolve(pixels as Pixels))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the photo was not decoded')))
    })
  } finally {
    clearTimeout(timeout)
    await worker.terminate()
  }
}
