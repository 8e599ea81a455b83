import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { claimAnswers } from '#server/platform/db/schema/claims.ts'

export type CannedAnswer = { id: number; name: string; text: string }

export function listAnswers(db: Db): Promise<CannedAnswer[]> {
  return db.select().from(claimAnswers).orderBy(asc(claimAnswers.name), asc(claimAnswers.id))
}

/** Serialises changes of the list. */
export async function lockAnswers(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('claim_answers'))`)
}

/** Undefined: the answer does not exist. */
export async function writeAnswer(
  tx: Db,
  { id, name, text }: Omit<CannedAnswer, 'id'> & { id: number | undefined },
): Promise<number | undefined> {
  const written =
    id === undefined
      ? await tx.insert(claimAnswers).values({ name, text }).returning({ id: claimAnswers.id })
      : await tx
          .update(claimAnswers)
          .set({ name, text })
          .where(eq(claimAnswers.id, id))
          .returning({ id: claimAnswers.id })
  return written[0]?.id
}

export async function removeAnswer(tx: Db, { id }: { id: number }): Promise<void> {
  await tx.delete(claimAnswers).where(eq(claimAnswers.id, id))
}
