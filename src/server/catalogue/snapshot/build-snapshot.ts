import { Worker } from 'node:worker_threads'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'

export type Build = {
  snapshot: Promise<Snapshot>
  /** Bytes that the thread's heap and buffers hold; 0 once it has ended. */
  heap: () => Promise<{ usedBytes: number }>
  cancel: () => void
}

/** Reads the database and builds a snapshot in a thread of its own. */
export function buildSnapshot({ url }: { url: string }): Build {
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
    workerData: { url },
    // What is read is soon forgotten: a small nursery keeps the thread's memory low.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  const snapshot = new Promise<Snapshot>((resolve, reject) => {
    // Under `node --watch` Node itself sends messages the same way: which files the thread has read.
    worker.on('message', (message: { snapshot?: Snapshot }) => {
      if (message.snapshot) resolve(message.snapshot)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the snapshot build ended without a snapshot')))
  })
  const heap = () =>
    worker.getHeapStatistics().then(
      ({ used_heap_size, external_memory }) => ({ usedBytes: used_heap_size + external_memory }),
      () => ({ usedBytes: 0 }),
    )
  return { snapshot, heap, cancel: () => void worker.terminate() }
}
