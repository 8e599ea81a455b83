import { and, eq } from 'drizzle-orm'
import { bySystem } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { hashPassword, verifyPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import type { Db } from '#server/platform/db/client.ts'
import { demoSignIns, isExposed, knownSignIns, type DemoSignIn, type NetworkExposure } from './sign-ins.ts'

/**
 * Sign-ins of demo data from an earlier start whose password is still the known one. If the portal is exposed, these
 * get a new password first.
 */
export async function listSeededSignIns(db: Db, exposure: NetworkExposure): Promise<DemoSignIn[]> {
  const shown: DemoSignIn[] = []
  const replacements = demoSignIns(exposure)
  for (const [name, known] of Object.entries(knownSignIns)) {
    const [account] = await db.select().from(accounts).where(eq(accounts.login, known.login))
    if (!account || !(await verifyPassword(account.passwordHash, known.password))) continue
    const signIn = replacements[name as keyof typeof replacements]
    if (!isExposed(exposure) || (await replacePassword(db, account, signIn.password))) shown.push(signIn)
  }
  return shown
}

/** If several processes start at once, one of them replaces the password and returns the new one. */
async function replacePassword(
  db: Db,
  account: { id: number; passwordHash: string },
  password: string,
): Promise<boolean> {
  const { id, passwordHash: known } = account
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const isKnown = and(eq(accounts.id, id), eq(accounts.passwordHash, known))
    const { rowCount } = await tx.update(accounts).set({ passwordHash }).where(isKnown)
    if (rowCount !== 1) return false
    await recordAudit(tx, bySystem, { action: 'account.password-changed', object: { type: 'account', id } })
    return true
  })
}
