import type { Db } from '#server/platform/db/client.ts'
import { beginAttempt, undoAttempt, type Attempt } from './queries-attempts.ts'

/**
 * Import attempts of this process. Each is counted in the database before it begins, so that a crash counts; one that
 * fails through no fault of the file is undone. If the database is unavailable, the undo is kept in memory and written
 * before further work.
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
    await this.writeUndone().catch(() => undefined)
  }

  /** Writes pending undos. Throws while the database is unavailable, which blocks new attempts. */
  writeUndone(): Promise<void> {
    // Sessions and attachments call this concurrently; each undo must be written once.
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
