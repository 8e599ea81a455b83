import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { provePassword } from '#server/customers/accounts/prove-password.ts'
import { withinSignInLimits } from '#server/customers/accounts/sign-in-limits.ts'

/** An erasure takes the caller's own password, under the limits of a sign-in. */
export async function proveCaller(
  deps: { db: Db },
  { accountId, login }: Actor,
  { password, address }: { password: string; address: string },
): Promise<void> {
  await withinSignInLimits(deps, { door: 'sign-in', login, address }, () =>
    provePassword(deps, { accountId, password, field: 'password' }),
  )
}
