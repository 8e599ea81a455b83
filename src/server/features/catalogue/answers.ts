import type { Answer } from './facets/answer.ts'

const mostBytes = 48 * 1024 * 1024
const mostAskedOnce = 20_000

export type Answers = ReturnType<typeof createAnswers>

/**
 * Serialised answers of one version of the snapshot, the longest unused going first. An answer is kept when it is
 * asked for the second time: most searches are never repeated, and keeping them would only cost memory.
 */
export function createAnswers() {
  const kept = new Map<string, Answer>()
  const askedOnce = new Set<string>()
  let version = 0
  let bytes = 0

  return {
    find(ofVersion: number, key: string): Answer | undefined {
      if (ofVersion !== version) return undefined
      const answer = kept.get(key)
      if (!answer) return undefined
      kept.delete(key)
      kept.set(key, answer)
      return answer
    },

    /** Whether an answer that was not found is asked for again, and so is to be kept. */
    isAskedAgain(ofVersion: number, key: string): boolean {
      if (ofVersion !== version) {
        kept.clear()
        bytes = 0
        version = ofVersion
      }
      if (askedOnce.delete(key)) return true
      if (askedOnce.size >= mostAskedOnce) askedOnce.clear()
      askedOnce.add(key)
      return false
    },

    keep(key: string, answer: Answer): void {
      kept.set(key, answer)
      bytes += answer.body.length
      for (const [oldest, { body }] of kept) {
        if (bytes <= mostBytes) break
        kept.delete(oldest)
        bytes -= body.length
      }
    },
  }
}
