import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** A part of a transaction that may fail alone; of the caller's transaction, also one that was begun by hand. */
export async function withSavepoint<Outcome>(tx: Db, work: () => Promise<Outcome>): Promise<Outcome> {
  await tx.execute(sql`savepoint part`)
  try {
    const outcome = await work()
    await tx.execute(sql`release savepoint part`)
    return outcome
  } catch (error) {
    await tx.execute(sql`rollback to savepoint part`)
    throw error
  }
}
