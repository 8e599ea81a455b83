import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import { hasMoreGoodsThan } from './queries-snapshot.ts'
import { readSnapshot } from './read-snapshot.ts'

export type Build = { snapshot: Promise<Snapshot>; cancel: () => void }

/** Up to this size building blocks the event loop for about 30 ms; starting a thread takes ten times as long. */
const maxGoodsWithoutThread = 300

/** Reads the database and builds a snapshot: of a small catalogue in place, otherwise in a thread. */
export function buildSnapshot({ url }: { url: string }): Build {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  let thread: Build | undefined
  let cancelled = false

  async function build(): Promise<Snapshot> {
    await client.connect()
    try {
      if (!(await hasMoreGoodsThan(client, maxGoodsWithoutThread))) return await readSnapshot(client)
    } finally {
      await client.end()
    }
    if (cancelled) throw new Error('the snapshot build was cancelled')
    thread = buildInThread({ url })
    return thread.snapshot
  }

  function cancel(): void {
    cancelled = true
    if (thread) thread.cancel()
    else void client.end()
  }

  return { snapshot: build(), cancel }
}

type ThreadBuild = Build & {
  /** Bytes of the thread's heap and buffers; 0 after it has ended. */
  heap: () => Promise<{ usedBytes: number }>
}

/** In its own thread, so that calls do not wait. */
export function buildInThread({ url }: { url: string }): ThreadBuild {
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
    workerData: { url },
    // The rows read are short-lived: a small young generation limits the thread's memory.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  const snapshot = new Promise<Snapshot>((resolve, reject) => {
    // Under `node --watch` Node itself sends messages about the files that the thread has read.
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
