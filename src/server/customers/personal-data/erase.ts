import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { eraseAuditValues } from '#server/platform/audit/shared-queries-audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deleteNoticesOf } from '#server/platform/notifications/service.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { markAccountErased } from '#server/customers/accounts/shared-queries-write.ts'
import { lockOrganisation } from '#server/customers/organisations/shared-queries-write.ts'
import { eraseRequestsOf, withdrawConsentsOf } from '#server/customers/registration/shared-queries-erase.ts'
import { ownTables } from './own-data.ts'
import { proveCaller } from './prove-caller.ts'
import { blankRows, deleteRows, hasOtherWithRight, listStaffNoticeEvents } from './queries.ts'
import type { Person } from './rows-of.ts'

/** Erases the caller: requires the password, and refuses the last person who can let others in. */
export async function eraseOwnData(
  deps: { db: Db },
  actor: Actor,
  { password, address }: { password: string; address: string },
): Promise<void> {
  // Accounts of demo visitors have no password.
  if (actor.demo) throw new AppError('forbidden')
  await proveCaller(deps, actor, { password, address })
  await eraseIfAllowed(deps, byAccount(actor), actor)
}

type Leaving = Person & { organisationId: number | null; rights: readonly string[] }

/** Erases a person, unless nobody would be left who can let others in. */
export async function eraseIfAllowed({ db }: { db: Db }, by: ChangedBy, person: Leaving): Promise<void> {
  const { accountId, login, organisationId } = person
  await db.transaction(async (tx) => {
    if (organisationId !== null) await lockOrganisation(tx, { organisationId })
    await lockAccount(tx, { accountId })
    if (!(await canBeErased(tx, person))) throw new AppError(organisationId === null ? 'lastAdmin' : 'lastOwner')
    await erasePerson(tx, by, { accountId, login, organisationId })
  })
}

/** Rights of an owner and of an administrator. */
const requiredRights = ['organisation.manage', 'staff.settings'] as const

async function canBeErased(tx: Db, person: Leaving): Promise<boolean> {
  const right = requiredRights.find((each) => may(person, each))
  return right === undefined || hasOtherWithRight(tx, { ...person, right })
}

/** Under the account's lock. The account's row is kept for the orders that refer to it. */
export async function erasePerson(
  tx: Db,
  by: ChangedBy,
  person: Person & { organisationId: number | null },
): Promise<void> {
  const { accountId, organisationId } = person
  // Notices to staff repeat the name, phone and texts. Read before the rows are gone.
  await deleteNoticesOf(tx, { events: await listStaffNoticeEvents(tx, ownTables, person) })
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
