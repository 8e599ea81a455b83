import { hash } from 'node:crypto'
import type { Answer } from './facets/answer.ts'

const mostBytes = 48 * 1024 * 1024
const mostAskedOnce = 20_000
/** What the map takes for an answer beside the answer's own bytes. */
const entryBytes = 256

export type Answers = ReturnType<typeof createAnswers>

/**
 * Serialised answers of one version of the snapshot, the longest unused going first. An answer is kept when it is
 * asked for the second time: most searches are never repeated, and keeping them would only cost memory. Of questions only
 * digests are remembered: a long one takes no more room than a short one.
 */
export function createAnswers() {
  const kept = new Map<string, Answer>()
  const askedOnce = new Set<string>()
  let version = 0
  let bytes = 0

  function isAskedAgain(key: string): boolean {
    if (askedOnce.delete(key)) return true
    if (askedOnce.size >= mostAskedOnce) askedOnce.clear()
    askedOnce.add(key)
    return false
  }

  function keep(key: string, answer: Answer): void {
    kept.set(key, answer)
    bytes += bytesOf(answer)
    for (const [oldest, old] of kept) {
      if (bytes <= mostBytes) break
      kept.delete(oldest)
      bytes -= bytesOf(old)
    }
  }

  return {
    /** The kept answer to a question, made now if this is the second time; undefined when it is the first. */
    find(ofVersion: number, question: string, make: () => Answer): Answer | undefined {
      if (ofVersion !== version) {
        kept.clear()
        askedOnce.clear()
        bytes = 0
        version = ofVersion
      }
      const key = hash('sha256', question, 'base64url')
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      if (!isAskedAgain(key)) return undefined
      const answer = make()
      keep(key, answer)
      return answer
    },
  }
}

function bytesOf({ body, productIds, marksAt }: Answer): number {
  return body.length + productIds.byteLength + marksAt.byteLength + entryBytes
}
