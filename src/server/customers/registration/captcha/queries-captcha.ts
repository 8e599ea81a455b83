import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { captchas } from '#server/platform/db/schema/registration.ts'

/** `replaces`: the browser's previous captcha. */
export async function insertCaptcha(
  db: Db,
  captcha: { tokenHash: Buffer; answer: string; minutes: number; replaces: Buffer | undefined },
): Promise<void> {
  if (captcha.replaces) await db.delete(captchas).where(eq(captchas.tokenHash, captcha.replaces))
  const expiresAt = sql`now() + make_interval(mins => ${captcha.minutes})`
  await db.insert(captchas).values({ tokenHash: captcha.tokenHash, answer: captcha.answer, expiresAt })
}

/** Deletes the captcha and returns its answer, unless it has expired. */
export async function takeCaptcha(db: Db, { tokenHash }: { tokenHash: Buffer }): Promise<string | undefined> {
  const [taken] = await db
    .delete(captchas)
    .where(eq(captchas.tokenHash, tokenHash))
    .returning({ answer: captchas.answer, valid: sql<boolean>`${captchas.expiresAt} > now()` })
  return taken?.valid ? taken.answer : undefined
}

export async function deleteExpiredCaptchas(db: Db): Promise<number> {
  const { rowCount } = await db.delete(captchas).where(lt(captchas.expiresAt, sql`now()`))
  return rowCount ?? 0
}
