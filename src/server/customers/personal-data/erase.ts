import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { eraseAuditValues } from '#server/platform/audit/shared-queries-audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { provePassword } from '#server/customers/accounts/prove-password.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { markAccountErased } from '#server/customers/accounts/shared-queries-write.ts'
import { withinSignInLimits } from '#server/customers/accounts/sign-in-limits.ts'
import { eraseRequestsOf, withdrawConsentsOf } from '#server/customers/registration/shared-queries-erase.ts'
import { ownTables } from './own-data.ts'
import { blankRows, deleteRows, hasOtherWith, lockOrganisation } from './queries.ts'
import type { Person } from './rows-of.ts'

/** A person erases themselves: proved by the password, and never the last who can let others in. */
export async function eraseOwnData(
  deps: { db: Db },
  actor: Actor,
  { password, address }: { password: string; address: string },
): Promise<void> {
  const { accountId, login } = actor
  // No password opens the account of a visitor of the demo mode.
  if (actor.demo) throw new AppError('forbidden')
  await withinSignInLimits(deps, { door: 'sign-in', login, address }, () =>
    provePassword(deps, { accountId, password, field: 'password' }),
  )
  await eraseIfMayLeave(deps, byAccount(actor), actor)
}

type Leaving = Person & { organisationId: number | null; rights: readonly string[] }

/** Erases a person, unless nobody would be left who can let others in. */
export async function eraseIfMayLeave({ db }: { db: Db }, by: ChangedBy, person: Leaving): Promise<void> {
  const { accountId, login, organisationId } = person
  await db.transaction(async (tx) => {
    if (organisationId !== null) await lockOrganisation(tx, { organisationId })
    await lockAccount(tx, { accountId })
    if (!(await mayLeave(tx, person))) throw new AppError(organisationId === null ? 'lastAdmin' : 'lastOwner')
    await erasePerson(tx, by, { accountId, login, organisationId })
  })
}

/** Of an owner, of an administrator. */
const onlyRights = ['organisation.manage', 'staff.settings'] as const

async function mayLeave(tx: Db, person: Leaving): Promise<boolean> {
  const right = onlyRights.find((each) => may(person, each))
  return right === undefined || hasOtherWith(tx, { ...person, right })
}

/** Under the account's lock. The row of the account stays for the orders that name it. */
export async function erasePerson(
  tx: Db,
  by: ChangedBy,
  person: Person & { organisationId: number | null },
): Promise<void> {
  const { accountId, organisationId } = person
  const requestIds = await eraseRequestsOf(tx, { accountId })
  await withdrawConsentsOf(tx, { accountId })
  for (const own of ownTables) {
    if (own.table.erasing === 'deleted') await deleteRows(tx, own, person)
    if (own.table.erasing === 'blanked') await blankRows(tx, own, person)
  }
  await markAccountErased(tx, { id: accountId })
  for (const id of requestIds) await eraseAuditValues(tx, { type: 'registration', id: String(id) })
  await eraseAuditValues(tx, { type: 'account', id: String(accountId) })
  const object = { type: 'account', id: accountId, organisationId } as const
  await recordAudit(tx, by, { action: 'account.erased', object })
}
