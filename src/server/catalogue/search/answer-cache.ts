import { hash } from 'node:crypto'
import type { Answer } from '#server/catalogue/facets/render/answer.ts'

const maxBytes = 48 * 1024 * 1024
const maxSeenOnce = 20_000
/** What the map takes for an answer beside the answer's own bytes. */
const entryBytes = 512
const maxKeyLength = 500

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Cache of serialised answers of one snapshot version, least recently used evicted first. An answer is stored on its
 * second request, because most searches are never repeated. Long requests are keyed by digest, so they use no more
 * memory than short ones.
 */
export function createAnswerCache() {
  const cache = new Map<string, Answer>()
  const seenOnce = new Set<string>()
  let version = 0
  let bytes = 0

  function isAskedAgain(key: string): boolean {
    if (seenOnce.delete(key)) return true
    if (seenOnce.size >= maxSeenOnce) seenOnce.clear()
    seenOnce.add(key)
    return false
  }

  function store(key: string, answer: Answer): void {
    cache.set(key, answer)
    bytes += bytesOf(answer)
    for (const [oldest, old] of cache) {
      if (bytes <= maxBytes) break
      cache.delete(oldest)
      bytes -= bytesOf(old)
    }
  }

  return {
    /** The kept answer to a question, made now if this is the second time; undefined when it is the first. */
    find(ofVersion: number, question: string, make: () => Answer): Answer | undefined {
      if (ofVersion !== version) {
        cache.clear()
        seenOnce.clear()
        bytes = 0
        version = ofVersion
      }
      const key = question.length <= maxKeyLength ? question : hash('sha256', question, 'base64url')
      const known = cache.get(key)
      if (known) {
        cache.delete(key)
        cache.set(key, known)
        return known
      }
      if (!isAskedAgain(key)) return undefined
      const answer = make()
      store(key, answer)
      return answer
    },
  }
}

function bytesOf({ body, productIds, marksAt }: Answer): number {
  return body.length + productIds.byteLength + marksAt.byteLength + entryBytes
}
