import { formatPhone } from '#shared/rules/parties/phone.ts'
import { personErrors } from '#shared/rules/parties/manager-form.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { getProfile } from './queries.ts'
import { lockAccount } from './shared-queries.ts'
import { updateAccount } from './shared-queries-write.ts'

type Deps = { db: Db }
type Profile = { login: string; name: string; phone: string }

export async function readOwnProfile({ db }: Deps, { accountId }: { accountId: number }): Promise<Profile> {
  const { login, name, phone } = await getProfile(db, { accountId })
  return { login, name, phone }
}

/** Changes the caller's own name and phone; the login stays. */
export async function saveOwnProfile(
  { db }: Deps,
  actor: Actor,
  input: { name: string; phone: string },
): Promise<Profile> {
  const { accountId, organisationId } = actor
  const profile = { name: input.name, phone: input.phone === '' ? '' : formatPhone(input.phone) }
  const errors = personErrors(profile)
  if (Object.keys(errors).length > 0) throw new AppError('invalid', { fields: errors })
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const { login, ...before } = await readOwnProfile({ db: tx }, { accountId })
    if (before.name === profile.name && before.phone === profile.phone) return { login, ...before }
    await updateAccount(tx, { id: accountId, set: profile })
    const object = { type: 'account', id: accountId, organisationId } as const
    await recordAudit(tx, byAccount(actor), { action: 'account.changed', object, before, after: profile })
    return { login, ...profile }
  })
}
