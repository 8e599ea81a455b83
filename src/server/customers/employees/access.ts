import { isBuyer } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { OrganisationEditor } from '#server/platform/sessions/actor.ts'
import { endLinksOf } from '#server/customers/accounts/reminder/invite.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import {
  markAccountDeleted,
  replaceAllottedContracts,
  updateAccount,
} from '#server/customers/accounts/shared-queries-write.ts'
import { lockOrganisation } from '#server/customers/organisations/shared-queries-write.ts'
import { assertOwnerRemains } from './guard-owners.ts'
import { listEmployees } from './queries.ts'
import { getEmployee, inviteEmployee } from './service.ts'

type Deps = { db: Db }
type One = { id: number }

/** Idempotent. A trigger ends the sessions of a disabled person. */
export async function setEmployeeEnabled(
  { db }: Deps,
  editor: OrganisationEditor,
  { id, enabled }: One & { enabled: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOrganisation(tx, editor)
    await lockAccount(tx, { accountId: id })
    const person = await getEmployee({ db: tx }, editor, { id })
    if (person.enabled === enabled) return
    // Staff shut out whoever must not sign in any more, also the last owner.
    if (!enabled && isBuyer(editor)) await assertOwnerRemains(tx, editor, { person, keepsOwner: false })
    await updateAccount(tx, { id, set: { enabled } })
    await recordAudit(tx, byAccount(editor), {
      action: enabled ? 'account.enabled' : 'account.disabled',
      object: { type: 'account', id, organisationId: editor.organisationId },
      before: { enabled: person.enabled },
      after: { enabled },
    })
  })
}

/** The row is kept for the orders that refer to it. Idempotent; a foreign one is ignored. */
export async function deleteEmployee({ db }: Deps, editor: OrganisationEditor, { id }: One): Promise<void> {
  const { organisationId } = editor
  await db.transaction(async (tx) => {
    await lockOrganisation(tx, editor)
    await lockAccount(tx, { accountId: id })
    const [person] = await listEmployees(tx, { organisationId, id })
    if (!person) return
    // Staff delete whoever has left, also the last owner.
    if (isBuyer(editor)) await assertOwnerRemains(tx, editor, { person, keepsOwner: false })
    await endLinksOf(tx, { accountId: id })
    await replaceAllottedContracts(tx, { accountId: id, contractIds: [] })
    await markAccountDeleted(tx, { id })
    await recordAudit(tx, byAccount(editor), {
      action: 'account.deleted',
      object: { type: 'account', id, organisationId },
      before: { login: person.login, name: person.name, role: person.role },
      after: {},
    })
  })
}

/** A new link for a person without a password; repeated clicks send one letter. */
export async function inviteAgain({ db }: Deps, editor: OrganisationEditor, { id }: One): Promise<void> {
  await db.transaction(async (tx) => {
    const organisation = await lockOrganisation(tx, editor)
    await lockAccount(tx, { accountId: id })
    const person = await getEmployee({ db: tx }, editor, { id })
    if (!person.awaited) throw new AppError('alreadyJoined')
    if (!person.enabled) throw new AppError('notEnabled')
    if (person.justInvited) return
    await inviteEmployee(tx, editor, { id, login: person.login, organisation })
  })
}
