import { hash } from 'node:crypto'
import type { Answer } from '#server/catalogue/facets/render/answer.ts'

const maxBytes = 48 * 1024 * 1024
const maxRequestedOnce = 20_000
/** Overhead of a cache entry besides the answer's bytes. */
const entryBytes = 512
const maxKeyLength = 500

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * LRU cache of serialised answers of one snapshot version. An answer is stored on its second request, because most
 * searches are never repeated. Long keys are hashed to save memory.
 */
export function createAnswerCache() {
  const cache = new Map<string, Answer>()
  const requestedOnce = new Set<string>()
  let version = 0
  let bytes = 0

  function isRepeated(key: string): boolean {
    if (requestedOnce.delete(key)) return true
    if (requestedOnce.size >= maxRequestedOnce) requestedOnce.clear()
    requestedOnce.add(key)
    return false
  }

  function store(key: string, answer: Answer): void {
    cache.set(key, answer)
    bytes += sizeOf(answer)
    for (const [oldest, old] of cache) {
      if (bytes <= maxBytes) break
      cache.delete(oldest)
      bytes -= sizeOf(old)
    }
  }

  return {
    /** The cached answer, created now on the second request; undefined on the first. */
    find(snapshotVersion: number, request: string, make: () => Answer): Answer | undefined {
      if (snapshotVersion !== version) {
        cache.clear()
        requestedOnce.clear()
        bytes = 0
        version = snapshotVersion
      }
      const key = request.length <= maxKeyLength ? request : hash('sha256', request, 'base64url')
      const cached = cache.get(key)
      if (cached) {
        cache.delete(key)
        cache.set(key, cached)
        return cached
      }
      if (!isRepeated(key)) return undefined
      const answer = make()
      store(key, answer)
      return answer
    },
  }
}

function sizeOf({ body, productIds, marksAt }: Answer): number {
  return body.length + productIds.byteLength + marksAt.byteLength + entryBytes
}
