import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { OrganisationEditor } from '#server/platform/sessions/actor.ts'
import { isOwner } from '#shared/rules/parties/role-rights.ts'
import { hasOtherOwner, type StoredEmployee } from './queries.ts'

/**
 * Throws if people would remove their own access or role, or if nobody would be left to manage the organisation. An
 * owner who has not joined yet manages nothing, so an invitation sent to a wrong mailbox can be closed.
 * Requires the organisation's lock, so that two owners cannot remove each other at once.
 */
export async function assertOwnerRemains(
  tx: Db,
  { accountId, organisationId }: OrganisationEditor,
  { person, keepsOwner }: { person: StoredEmployee; keepsOwner: boolean },
): Promise<void> {
  if (person.id === accountId) throw new AppError('ownAccess')
  if (keepsOwner || !isOwner(person) || person.awaited) return
  if (!(await hasOtherOwner(tx, { organisationId, exceptId: person.id }))) throw new AppError('lastOwner')
}
