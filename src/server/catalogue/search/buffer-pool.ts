import type { ServerResponse } from 'node:http'

const maxIdle = 64
const smallestBytes = 16 * 1024
const largestBytes = 1024 * 1024

/**
 * Reuses buffers of answers after the response, because allocating 80 KB for each of thousands of answers a second
 * would cost more garbage collection than the searches.
 */
export function createBufferPool() {
  const idle = new Map<number, Buffer[]>()
  return {
    /** Lends buffers until this response has ended. An aborted response keeps its buffer. */
    until:
      (response: ServerResponse) =>
      (size: number): Buffer => {
        const room = Math.max(smallestBytes, 2 ** Math.ceil(Math.log2(size)))
        if (room > largestBytes) return Buffer.allocUnsafe(size)
        const freeBuffers = idle.get(room) ?? []
        idle.set(room, freeBuffers)
        const borrowed = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(room)
        response.once('finish', () => {
          if (freeBuffers.length < maxIdle) freeBuffers.push(borrowed)
        })
        return borrowed.subarray(0, size)
      },
  }
}
