import { Worker } from 'node:worker_threads'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'

/** RGBA, turned as the photo was taken. */
export type Pixels = { data: Uint8Array<ArrayBuffer>; width: number; height: number }
export type HeicJob = { bytes: Uint8Array; maxPixels: number; maxMemoryBytes: number }

type Limits = { accountId: number; maxPixels: number; maxMemoryBytes?: number; deadlineMs?: number }

/** A photo of 48 megapixels takes 410 MB and two seconds, on a busy machine ten. */
const usual = { maxMemoryBytes: 512 * 1024 * 1024, deadlineMs: 30_000 }
const queue = createFairQueue({
  maxRunning: 1,
  maxRunningEach: 1,
  maxWaiting: 16,
  maxWaitingEach: 4,
  retryAfterSeconds: 5,
})

/**
 * Decodes a photo of an iPhone (HEVC, which sharp does not) in a thread of its own, one after another, in turns of
 * accounts. The thread ends with its photo: WebAssembly gives no memory back. Rejects what is damaged, too large or
 * takes too long. An account with too many waiting photos is refused (429), and everybody when the server is busy
 * (503).
 */
export function decodeHeic(
  bytes: Uint8Array,
  { accountId, maxPixels, maxMemoryBytes = usual.maxMemoryBytes, deadlineMs = usual.deadlineMs }: Limits,
): Promise<Pixels> {
  return queue.run(accountId, () => inThread({ bytes, maxPixels, maxMemoryBytes }, deadlineMs))
}

async function inThread(job: HeicJob, deadlineMs: number): Promise<Pixels> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: 96 },
    // The library's remarks are discarded.
    stdout: true,
    stderr: true,
  })
  const late = setTimeout(() => void worker.terminate(), deadlineMs)
  try {
    return await new Promise<Pixels>((resolve, reject) => {
      // Under `node --watch` Node itself sends messages the same way.
      worker.on('message', (pixels: Partial<Pixels>) => pixels.data && resolve(pixels as Pixels))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the photo was not decoded')))
    })
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
