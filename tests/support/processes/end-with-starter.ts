import { isMainThread } from 'node:worker_threads'

/**
 * Loaded by `node --import` in a server started by a test. The starting process holds the other end of standard input,
 * which closes when it ends for any reason. The server then stops as on a signal, or is forced to.
 */
const maxStoppingMs = 15_000

// Threads load this too, and have another standard input.
if (isMainThread) {
  process.stdin.once('close', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), maxStoppingMs).unref()
  })
  process.stdin.resume()
  if ('unref' in process.stdin) process.stdin.unref()
}
