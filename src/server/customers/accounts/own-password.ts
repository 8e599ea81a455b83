import { randomBytes } from 'node:crypto'
import { isStaff } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { hashToken, sessionDays } from '#server/platform/sessions/sessions.ts'
import { insertSession } from '#server/platform/sessions/shared-queries-sessions.ts'
import { passwordError } from './passwords/password-rule.ts'
import { hashPassword } from './passwords/passwords.ts'
import { provePassword } from './prove-password.ts'
import { findPasswordHash } from './queries-second-factor.ts'
import { saveNewPassword } from './reminder/save-new-password.ts'
import { lockAccount } from './shared-queries.ts'
import { withinSignInLimits } from './sign-in-limits.ts'

type Change = { current: string; password: string; address: string; userAgent: string }

/** A trigger ends every session of the account. Returns the token of a new one for the caller. */
export async function changeOwnPassword(
  deps: { db: Db },
  actor: Actor,
  { current, password, address, userAgent }: Change,
): Promise<string> {
  const { accountId, organisationId, login } = actor
  // Accounts of demo visitors have no password.
  if (actor.demo) throw new AppError('forbidden')
  const proved = await withinSignInLimits(deps, { door: 'sign-in', login, address }, () =>
    provePassword(deps, { accountId, password: current, field: 'current' }),
  )
  const weak = await passwordError(password, { login, staff: isStaff(actor) }, { network: networkOf(address) })
  if (weak !== undefined) throw new AppError('invalid', { fields: { password: weak } })
  const passwordHash = await hashPassword(password)
  const token = randomBytes(32).toString('base64url')
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    if ((await findPasswordHash(tx, { accountId })) !== proved) throw new AppError('conflict')
    await saveNewPassword(tx, byAccount(actor), { accountId, organisationId, login, passwordHash, address })
    const session = { tokenHash: hashToken(token), accountId, passwordHash, days: sessionDays, address, userAgent }
    if (!(await insertSession(tx, session))) throw new AppError('notSignedIn')
  })
  return token
}
