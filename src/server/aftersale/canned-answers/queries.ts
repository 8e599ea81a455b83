import { and, asc, eq, sql } from 'drizzle-orm'
import type { AnswerSubject } from '#shared/api/talk/canned-answers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { cannedAnswers } from '#server/platform/db/schema/aftersale/canned-answers.ts'

export type CannedAnswer = { id: number; name: string; text: string }

const columns = { id: cannedAnswers.id, name: cannedAnswers.name, text: cannedAnswers.text }

export function listAnswers(db: Db, subject: AnswerSubject): Promise<CannedAnswer[]> {
  return db
    .select(columns)
    .from(cannedAnswers)
    .where(eq(cannedAnswers.subject, subject))
    .orderBy(asc(cannedAnswers.name), asc(cannedAnswers.id))
}

/** Serialises changes of the lists. */
export async function lockAnswers(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('canned_answers'))`)
}

/** Undefined: the subject has none with this id. */
export async function writeAnswer(
  tx: Db,
  subject: AnswerSubject,
  { id, name, text }: Omit<CannedAnswer, 'id'> & { id: number | undefined },
): Promise<number | undefined> {
  const written =
    id === undefined
      ? await tx.insert(cannedAnswers).values({ subject, name, text }).returning({ id: cannedAnswers.id })
      : await tx
          .update(cannedAnswers)
          .set({ name, text })
          .where(and(eq(cannedAnswers.id, id), eq(cannedAnswers.subject, subject)))
          .returning({ id: cannedAnswers.id })
  return written[0]?.id
}

export async function deleteAnswer(tx: Db, subject: AnswerSubject, { id }: { id: number }): Promise<void> {
  await tx.delete(cannedAnswers).where(and(eq(cannedAnswers.id, id), eq(cannedAnswers.subject, subject)))
}
