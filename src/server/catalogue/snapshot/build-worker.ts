import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { readSnapshot } from './read-snapshot.ts'

// Reads and builds beside the event loop; the finished arrays change hands without being copied.
const { url } = workerData as { url: string }
const client = new pg.Client({ connectionString: url })
client.on('error', () => undefined)
// The collector would let rows that were read pile up to three times what is needed of them.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
await client.connect()
try {
  const snapshot = await readSnapshot(client, collectGarbage)
  parentPort?.postMessage({ snapshot }, [...buffersOf(snapshot)])
} finally {
  await client.end()
  // Threads keep nothing by themselves; the next one starts in half the time.
  flushCompileCache()
}

function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer)
  } else if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const member of value) buffersOf(member, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) buffersOf(member, found)
  }
  return found
}
