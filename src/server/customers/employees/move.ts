import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import { managerErrors } from '#shared/rules/parties/manager-form.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { OrganisationEditor } from '#server/platform/sessions/actor.ts'
import { announceMove, endLinksOf } from '#server/customers/accounts/reminder/invite.ts'
import { findSuccessor, lockAccount } from '#server/customers/accounts/shared-queries.ts'
import { replaceAccount, replaceAllottedContracts } from '#server/customers/accounts/shared-queries-write.ts'
import { lockOrganisation } from '#server/customers/organisations/shared-queries-write.ts'
import { isOwner } from '#shared/rules/parties/role-rights.ts'
import { listEmployees, listOwners, type StoredEmployee } from './queries.ts'
import { auditedFields, formOf, inviteEmployee, limitsOf, toColumns, type EmployeeInput } from './service.ts'

/** What the person may do in the other organisation. */
export type Access = Pick<
  EmployeeInput,
  'role' | 'grants' | 'orderLimitKopecks' | 'periodLimitKopecks' | 'limitPeriod' | 'contractIds'
>

type Move = { from: OrganisationEditor; to: OrganisationEditor; id: number; version: string; access: Access }

/**
 * Moves a person to another organisation, both of which are locked: everything theirs stays with the account of the
 * former one, which is deleted; login and password go on in a new one, whose id is returned. Idempotent.
 */
export async function moveEmployee(tx: Db, { from, to, id, version, access }: Move): Promise<number> {
  await lockAccount(tx, { accountId: id })
  const [person] = await listEmployees(tx, { organisationId: from.organisationId, id })
  if (!person) return findMoved(tx, { id, to })
  if (person.version !== version) throw new AppError('conflict')
  const { login, name, phone } = person
  const columns = await toColumns(tx, to, { ...access, login, name, phone, id: undefined, version: undefined })
  // Name, phone and login go on as they are.
  const { contractSelect } = managerErrors(formOf(columns))
  throwIfInvalid(contractSelect === undefined ? {} : { contractSelect })
  await endLinksOf(tx, { accountId: id })
  await replaceAllottedContracts(tx, { accountId: id, contractIds: [] })
  const { contractIds, login: _login, name: _name, phone: _phone, ...rights } = columns
  const movedId = await replaceAccount(tx, { id, successor: { ...rights, organisationId: to.organisationId } })
  if (!isOwner(columns)) await replaceAllottedContracts(tx, { accountId: movedId, contractIds })
  const organisations = {
    before: { organisationId: from.organisationId },
    after: { organisationId: to.organisationId },
  }
  const former = { type: 'account', id, organisationId: from.organisationId } as const
  const moved = { type: 'account', id: movedId, organisationId: to.organisationId } as const
  const granted = { ...auditedFields(columns), login, role: columns.role, ...limitsOf(columns) }
  await recordAudit(
    tx,
    byAccount(to),
    { action: 'account.moved', object: former, ...organisations },
    {
      action: 'account.moved',
      object: moved,
      before: organisations.before,
      after: { ...organisations.after, ...granted },
    },
  )
  await tell(tx, { person, to, movedId, role: columns.role })
  return movedId
}

async function findMoved(tx: Db, { id, to }: Pick<Move, 'id' | 'to'>): Promise<number> {
  const moved = await findSuccessor(tx, { accountId: id, organisationId: to.organisationId })
  if (moved === undefined) throw new AppError('notFound')
  return moved
}

type Told = { person: StoredEmployee; movedId: number; role: Access['role'] } & Pick<Move, 'to'>

/** The person by letter, with a new link if they never set a password; the owners of the other organisation. */
async function tell(tx: Db, { person: { login, name, awaited, enabled }, to, movedId, role }: Told): Promise<void> {
  const { organisationId } = to
  const organisation = await lockOrganisation(tx, { organisationId })
  if (!awaited) await announceMove(tx, { accountId: movedId, login, organisation, by: to.name })
  else if (enabled) await inviteEmployee(tx, to, { id: movedId, login, organisation })
  await notify(tx, {
    accountIds: await listOwners(tx, { organisationId, exceptId: movedId }),
    kind: 'registration',
    title: `Новый сотрудник: ${name || login}`,
    text: `${buyerRoleNames[role]}. Перевёл поставщик: ${to.name}`,
    link: '/people',
    eventKey: `moved:${movedId}`,
  })
}
