import type { Answer } from './facets/answer.ts'

const mostBytes = 48 * 1024 * 1024

export type Answers = ReturnType<typeof createAnswers>

/** Serialised answers of one version of the snapshot, the longest unused going first. */
export function createAnswers() {
  const kept = new Map<string, Answer>()
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

    keep(ofVersion: number, key: string, answer: Answer): void {
      if (ofVersion !== version) {
        kept.clear()
        bytes = 0
        version = ofVersion
      }
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
