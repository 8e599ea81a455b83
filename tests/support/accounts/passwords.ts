import { randomBytes } from 'node:crypto'
import { and, desc, eq, like } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { passwordResets } from '#server/platform/db/schema/access.ts'
import { mails } from '#server/platform/db/schema/mail.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'

/** Token of the last mailed password link. */
export async function mailedToken({ db }: { db: Db }, recipient: string): Promise<string> {
  const [letter] = await db
    .select({ link: mails.link })
    .from(mails)
    .where(and(eq(mails.recipient, recipient), like(mails.link, '/reset/%')))
    .orderBy(desc(mails.id))
    .limit(1)
  return letter?.link.slice('/reset/'.length) ?? ''
}

/** Token of a password link without an e-mail. */
export async function addReset({ db }: { db: Db }, accountId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + 600_000)
  await db.insert(passwordResets).values({ tokenHash: hashToken(token), accountId, expiresAt })
  return token
}
