import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { readSnapshot } from './read-snapshot.ts'

// Reads and builds outside the event loop; the arrays are transferred without copying.
const { url } = workerData as { url: string }
const client = new pg.Client({ connectionString: url })
client.on('error', () => undefined)
// Otherwise rows already read pile up to three times the memory needed.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
await client.connect()
try {
  const snapshot = await readSnapshot(client, collectGarbage)
  parentPort?.postMessage({ snapshot }, [...buffersOf(snapshot)])
} finally {
  await client.end()
  // Threads share no compile cache; with it the next one starts in half the time.
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
