import type { Db } from '#server/platform/db/client.ts'
import { beginAttempt, undoAttempt, type Attempt } from './queries-attempts.ts'

/**
 * Attempts at files of this process. Each is counted in the database before it begins, so that the death of the process
 * counts; one that is no failure of the file is forgiven. What the database cannot be told, because it is away, is kept
 * and written before work goes on.
 */
export class Attempts {
  readonly #db: Db
  readonly #forgiven = new Map<number, Attempt>()
  #settling: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  async begin(attempt: Attempt): Promise<void> {
    await beginAttempt(this.#db, attempt)
  }

  async undo(attempt: Attempt): Promise<void> {
    this.#forgiven.set(attempt.fileId, attempt)
    await this.settle().catch(() => undefined)
  }

  /** Writes what is forgiven. Throws while the database is away: nothing is to be begun then. */
  settle(): Promise<void> {
    // Sessions and attachments ask at once, and each attempt is to be forgiven once.
    this.#settling ??= this.#writeForgiven().finally(() => (this.#settling = undefined))
    return this.#settling
  }

  async #writeForgiven(): Promise<void> {
    for (const [fileId, attempt] of this.#forgiven) {
      await undoAttempt(this.#db, attempt)
      if (this.#forgiven.get(fileId) === attempt) this.#forgiven.delete(fileId)
    }
  }
}
