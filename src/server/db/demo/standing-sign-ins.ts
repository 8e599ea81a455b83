import { eq } from 'drizzle-orm'
import { hashPassword, verifyPassword } from '#server/features/access/passwords.ts'
import { accounts, sessions } from '#server/db/schema/access.ts'
import type { Db } from '../client.ts'
import { demoSignIns, isLoopback, type DemoSignIn } from './sign-ins.ts'

/**
 * The sign-ins of demo data that an earlier start left, as far as they can be told: those whose password is still the
 * known one. Where strangers may reach the portal these get a new password and lose their sessions.
 */
export async function standingSignIns(db: Db, { host, demoPublic }: { host: string; demoPublic: boolean }): Promise<DemoSignIn[]> {
  const shown: DemoSignIn[] = []
  const exposed = !demoPublic && !isLoopback(host)
  const replacements = demoSignIns({ host, demoPublic })
  for (const [name, known] of Object.entries(demoSignIns({ host: '127.0.0.1', demoPublic }))) {
    const [account] = await db.select().from(accounts).where(eq(accounts.login, known.login))
    if (!account || !(await verifyPassword(account.passwordHash, known.password))) continue
    const signIn = exposed ? replacements[name as keyof typeof replacements] : known
    if (exposed) await replacePassword(db, { accountId: account.id, password: signIn.password })
    shown.push(signIn)
  }
  return shown
}

async function replacePassword(db: Db, { accountId, password }: { accountId: number; password: string }): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId))
    await tx.delete(sessions).where(eq(sessions.accountId, accountId))
  })
}
