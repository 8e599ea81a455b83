import { isStaff } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { passwordError } from '../passwords/password-rule.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { lockAccount } from '../shared-queries.ts'
import { forgetSignInFailures } from '../sign-in-limits.ts'
import { saveNewPassword } from './save-new-password.ts'
import { deleteOldResets, findReset, spendReset } from './queries-resets.ts'

type Deps = { db: Db }

/** The account of a link. Reading does not use it up, because mail scanners open links, too. */
export async function readReset({ db }: Deps, { token }: { token: string }) {
  const reset = await findReset(db, { tokenHash: hashToken(token) })
  if (!reset) throw new AppError('resetGone')
  return reset
}

/** A trigger ends all sessions of the account. A second factor stays required. */
export async function resetPassword(
  deps: Deps,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<{ login: string }> {
  const { role, ...account } = await readReset(deps, { token })
  const { accountId, login } = account
  const weak = await passwordError(password, { login, staff: isStaff({ role }) }, { network: networkOf(address) })
  if (weak !== undefined) throw new AppError('invalid', { fields: { password: weak } })
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    if (!(await spendReset(tx, { tokenHash: hashToken(token) }))) throw new AppError('resetGone')
    await saveNewPassword(tx, byAccount({ accountId }), { ...account, passwordHash, address })
    // The owner may be locked out after failed attempts with a forgotten password.
    await forgetSignInFailures(tx, { login, address })
  })
  return { login }
}

export async function purgeOldResets({ db }: Deps): Promise<number> {
  return deleteOldResets(db)
}
