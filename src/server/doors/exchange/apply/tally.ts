export type Outcome = 'seen' | 'created' | 'changed' | 'unchanged' | 'staged' | 'skipped' | 'rejected'
export type Counts = Record<string, Partial<Record<Outcome, number>>>

export type Reject = { kind: string; code: string; name: string; reason: string }

/** Further rejected items of a file are only counted. */
const maxRejects = 10_000

/** Counts results for the items of a file. */
export class Tally {
  counts: Counts = {}
  #rejects: Reject[] = []
  #rejected = 0

  add(kind: string, outcome: Outcome, number = 1): void {
    if (number === 0) return
    const ofKind = (this.counts[kind] ??= {})
    ofKind[outcome] = (ofKind[outcome] ?? 0) + number
  }

  reject(kind: string, { code, name, reason }: Omit<Reject, 'kind'>): void {
    this.add(kind, 'rejected')
    this.note({ kind, code, name, reason })
  }

  /** Adds a remark on an accepted item. */
  note(reject: Reject): void {
    this.#rejected += 1
    if (this.#rejected <= maxRejects) this.#rejects.push(reject)
  }

  takeRejects(): Reject[] {
    const taken = this.#rejects
    this.#rejects = []
    return taken
  }

  /** Continues the counts of an interrupted run. */
  resume(counts: Counts, rejected: number): void {
    this.counts = structuredClone(counts)
    this.#rejected = rejected
  }
}
