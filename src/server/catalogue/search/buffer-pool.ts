import type { ServerResponse } from 'node:http'

const maxIdle = 64
const smallestBytes = 16 * 1024
const largestBytes = 1024 * 1024

/**
 * Buffers for answers that are sent once, reused after the response: allocating 80 KB for each of thousands of answers
 * a second would cost more garbage collection than the searches.
 */
export function createBufferPool() {
  const idle = new Map<number, Buffer[]>()
  return {
    /** Lends buffers of any size until this response has ended. An aborted one keeps its buffer. */
    until:
      (response: ServerResponse) =>
      (size: number): Buffer => {
        const room = Math.max(smallestBytes, 2 ** Math.ceil(Math.log2(size)))
        if (room > largestBytes) return Buffer.allocUnsafe(size)
        const currentSnapshot = idle.get(room) ?? []
        idle.set(room, currentSnapshot)
        const lent = currentSnapshot.pop() ?? Buffer.allocUnsafeSlow(room)
        response.once('finish', () => {
          if (currentSnapshot.length < maxIdle) currentSnapshot.push(lent)
        })
        return lent.subarray(0, size)
      },
  }
}
