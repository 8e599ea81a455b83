import type { Me } from '#shared/api/account/access.ts'
import { onBehalfOf } from '#shared/rules/parties/acting.ts'
import { isBuyer, typeIdOf, type Right } from '#shared/rights.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { getProfile } from './queries.ts'

type Described = { accountId: number; awaitsSecondFactor: boolean } & Partial<Pick<SignedIn, 'acting' | 'own'>>

/** Approvals are the buyer's alone: their calls are refused while staff act as the buyer. */
const notWhileActing: readonly Right[] = ['order.approve']

/** What the web knows of its user. */
export async function describeMe(db: Db, { accountId, awaitsSecondFactor, acting, own }: Described): Promise<Me> {
  const profile = await getProfile(db, { accountId })
  return {
    id: profile.id,
    login: profile.login,
    name: profile.name,
    role: profile.role,
    type_id: isBuyer(profile) ? typeIdOf(profile) : null,
    organisation:
      profile.organisationId !== null && profile.organisationName !== null
        ? { id: profile.organisationId, header: profile.organisationName }
        : null,
    manager: profile.managerName
      ? { name: profile.managerName, phone: profile.managerPhone ?? '', email: profile.managerEmail ?? '' }
      : null,
    demo: profile.demo,
    rights: acting ? profile.rights.filter((right) => !notWhileActing.includes(right)) : profile.rights,
    second_factor_due: awaitsSecondFactor,
    acting:
      acting && own
        ? {
            name: own.name || own.login,
            behalf: onBehalfOf(profile.name || profile.login),
            since: acting.since.toISOString(),
            seconds_left: acting.secondsLeft,
          }
        : null,
  }
}
