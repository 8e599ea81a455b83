import { isMainThread } from 'node:worker_threads'

/**
 * For `node --import`, in a server that a test starts: whoever started it holds the other end of its standard input,
 * and that closes however its holder ends. The server then stops as on a signal; if it cannot, it ends all the same.
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
