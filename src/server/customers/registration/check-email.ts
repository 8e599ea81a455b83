import { errors } from '#shared/errors.ts'
import { emailError } from '#shared/rules/parties/email.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { spendAttempt } from '#server/customers/accounts/attempts.ts'
import { findEmailUse } from './queries.ts'

/** Enough for typing errors, too few to probe a list of addresses. */
const checksPerHour = 30

/** Whether an e-mail can be used for registration. */
export async function checkEmail(
  deps: { db: Db },
  { address }: { address: string },
  given: string,
): Promise<{ free: boolean; message: string }> {
  const email = given.trim()
  const error = emailError(email)
  if (error !== undefined) throw new AppError('invalid', { fields: { user_email: error } })
  const limits = [{ key: `checkuser:${networkOf(address)}`, max: checksPerHour }]
  await spendAttempt(deps, { limits, minutes: 60 })
  const free = (await findEmailUse(deps.db, { email })) === 'free'
  return { free, message: free ? 'Свободна' : errors.emailTaken.message }
}
