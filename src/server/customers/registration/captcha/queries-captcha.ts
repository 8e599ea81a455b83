import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { captchas } from '#server/platform/db/schema/registration.ts'

/** `replaces`: the browser's previous captcha. */
export async function insertCaptcha(
  db: Db,
  {
    replaces,
    minutes,
    ...captcha
  }: { tokenHash: Buffer; answer: string; inWords: boolean; minutes: number; replaces: Buffer | undefined },
): Promise<void> {
  if (replaces) await db.delete(captchas).where(eq(captchas.tokenHash, replaces))
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`
  await db.insert(captchas).values({ ...captcha, expiresAt })
}

/** Deletes the captcha and returns its answer, unless it has expired. */
export async function takeCaptcha(
  db: Db,
  { tokenHash }: { tokenHash: Buffer },
): Promise<{ answer: string; inWords: boolean } | undefined> {
  const [taken] = await db
    .delete(captchas)
    .where(eq(captchas.tokenHash, tokenHash))
    .returning({
      answer: captchas.answer,
      inWords: captchas.inWords,
      valid: sql<boolean>`${captchas.expiresAt} > now()`,
    })
  return taken?.valid ? taken : undefined
}

export async function deleteExpiredCaptchas(db: Db): Promise<number> {
  const { rowCount } = await db.delete(captchas).where(lt(captchas.expiresAt, sql`now()`))
  return rowCount ?? 0
}
