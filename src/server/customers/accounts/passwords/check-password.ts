import type { Db } from '#server/platform/db/client.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { spendAttempt } from '../attempts.ts'
import { passwordError } from './password-rule.ts'

/** Enough for an office that tries several passwords each; a check takes tenths of a second of computing. */
const checksPerHour = 60

type NewPassword = { password: string; login: string; staff: boolean }

/** Why a password would be refused. Only an advice while typing: whatever sets a password checks it again. */
export async function checkPassword(
  deps: { db: Db },
  { address }: { address: string },
  { password, ...owner }: NewPassword,
): Promise<string | undefined> {
  const network = networkOf(address)
  const limits = [{ key: `password-check:${network}`, max: checksPerHour }]
  await spendAttempt(deps, { limits, minutes: 60 })
  return passwordError(password, owner, { network, isAdvice: true })
}
