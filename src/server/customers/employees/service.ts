import type { Grant } from '#shared/rights.ts'
import { errors } from '#shared/errors.ts'
import { managerErrors } from '#shared/rules/parties/manager-form.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit, type AuditEntry } from '#server/platform/audit/record.ts'
import { violatedConstraint, type Db } from '#server/platform/db/client.ts'
import { hideSumsOfNotices } from '#server/platform/notifications/service.ts'
import type { OrganisationEditor } from '#server/platform/sessions/actor.ts'
import { announceNewLogin, endLinksOf, inviteAccount } from '#server/customers/accounts/reminder/invite.ts'
import { lockAccount } from '#server/customers/accounts/shared-queries.ts'
import {
  insertAccount,
  replaceAllottedContracts,
  updateAccount,
} from '#server/customers/accounts/shared-queries-write.ts'
import { lockOrganisation } from '#server/customers/organisations/shared-queries-write.ts'
import { assertOwnerRemains } from './guard-owners.ts'
import { followsPolitics, grantsFor, isLimited, isOwner, seesPrices } from '#shared/rules/parties/role-rights.ts'
import {
  findLoginHolder,
  listAllottable,
  listEmployees,
  type AllottableContract,
  type StoredEmployee,
} from './queries.ts'

type Deps = { db: Db }
type OfOrganisation = Pick<OrganisationEditor, 'organisationId'>
type Columns = Pick<
  StoredEmployee,
  | 'login'
  | 'name'
  | 'phone'
  | 'role'
  | 'grants'
  | 'orderLimitKopecks'
  | 'periodLimitKopecks'
  | 'limitPeriod'
  | 'contractIds'
>

export type EmployeeInput = Omit<Columns, 'grants'> & {
  /** Undefined: a new one. */
  id: number | undefined
  version: string | undefined
  grants: Grant[]
}

/** People with the contracts that may be allotted. */
export type Employees = { people: StoredEmployee[]; contracts: AllottableContract[] }

export async function readEmployees({ db }: Deps, { organisationId }: OfOrganisation): Promise<Employees> {
  return {
    people: await listEmployees(db, { organisationId }),
    contracts: await listAllottable(db, { organisationId }),
  }
}

export async function getEmployee(
  { db }: Deps,
  { organisationId }: OfOrganisation,
  { id }: { id: number },
): Promise<StoredEmployee> {
  const [found] = await listEmployees(db, { organisationId, id })
  if (!found) throw new AppError('notFound')
  return found
}

/** Adds and invites a person, or changes one. Idempotent. Returns the account's id. */
export async function saveEmployee({ db }: Deps, editor: OrganisationEditor, input: EmployeeInput): Promise<number> {
  // A demo visitor would occupy somebody's login until the nightly cleanup.
  if (editor.demo) throw new AppError('demoForbidden')
  const saving = db.transaction(async (tx) => {
    const organisation = await lockOrganisation(tx, editor)
    const columns = await toColumns(tx, editor, input)
    if (input.id === undefined) return addEmployee(tx, editor, { columns, organisation })
    return changeEmployee(tx, editor, { id: input.id, version: input.version, columns, organisation })
  })
  return saving.catch(throwTaken)
}

type Saving = { columns: Columns; organisation: string }

async function addEmployee(tx: Db, editor: OrganisationEditor, { columns, organisation }: Saving): Promise<number> {
  const { organisationId } = editor
  throwIfInvalid(managerErrors(formOf(columns)))
  const holder = await findLoginHolder(tx, columns)
  if (holder !== undefined) {
    const [known] = await listEmployees(tx, { organisationId, id: holder })
    if (known && isSame(known, columns)) return holder
    throw loginTaken()
  }
  const { contractIds: _, ...account } = columns
  const id = await insertAccount(tx, { ...account, organisationId, passwordHash: '' })
  await saveAllottedContracts(tx, { id, columns })
  const object = { type: 'account', id, organisationId } as const
  await recordAudit(tx, byAccount(editor), {
    action: 'account.created',
    object,
    after: { ...auditedFields(columns), login: columns.login, role: columns.role, ...limitsOf(columns) },
  })
  await inviteEmployee(tx, editor, { id, login: columns.login, organisation })
  return id
}

async function changeEmployee(
  tx: Db,
  editor: OrganisationEditor,
  { id, version, columns, organisation }: Saving & { id: number; version: string | undefined },
): Promise<number> {
  await lockAccount(tx, { accountId: id })
  const stored = await getEmployee({ db: tx }, editor, { id })
  throwIfInvalid(managerErrors(formOf(columns), { knownLogin: stored.login.toLowerCase() }))
  if (isSame(stored, columns)) return id
  if (stored.version !== version) throw new AppError('conflict')
  if (isOwner(stored) && !isOwner(columns)) await assertOwnerRemains(tx, editor, { person: stored, keepsOwner: false })
  const hasNewLogin = stored.login.toLowerCase() !== columns.login
  if (hasNewLogin && (await findLoginHolder(tx, columns)) !== undefined) throw loginTaken()
  const { contractIds: _, login, ...account } = columns
  await updateAccount(tx, {
    id,
    set: { ...account, ...(hasNewLogin ? { login } : {}), ...(followsPolitics(columns) ? {} : { pricePolitics: [] }) },
  })
  await saveAllottedContracts(tx, { id, columns })
  if (!seesPrices(columns)) await hideSumsOfNotices(tx, { accountId: id })
  await recordChange(tx, editor, { stored, columns })
  // A link sent to the previous mailbox becomes invalid.
  if (hasNewLogin) await endLinksOf(tx, { accountId: id })
  if (hasNewLogin && !stored.awaited)
    await announceNewLogin(tx, { accountId: id, login: stored.login, version: stored.version, by: editor.name })
  if (hasNewLogin && stored.awaited && stored.enabled) await inviteEmployee(tx, editor, { id, login, organisation })
  return id
}

export async function inviteEmployee(
  tx: Db,
  editor: OrganisationEditor,
  { id, login, organisation }: { id: number; login: string; organisation: string },
): Promise<void> {
  const { organisationId, name: by, demo } = editor
  const invitation = { accountId: id, organisationId, login, organisation, by, mailed: !demo }
  await inviteAccount(tx, byAccount(editor), invitation)
}

/** An owner needs none; earlier ones apply again if the role is lowered. */
async function saveAllottedContracts(tx: Db, { id, columns }: { id: number; columns: Columns }): Promise<void> {
  if (isOwner(columns)) return
  await replaceAllottedContracts(tx, { accountId: id, contractIds: columns.contractIds })
}

async function recordChange(
  tx: Db,
  editor: OrganisationEditor,
  { stored, columns }: { stored: StoredEmployee; columns: Columns },
): Promise<void> {
  const object = { type: 'account', id: stored.id, organisationId: editor.organisationId } as const
  const entries: AuditEntry[] = [
    {
      action: 'account.changed',
      object,
      before: auditedFields(stored),
      after: auditedFields(columns),
    },
    {
      action: 'account.role-changed',
      object,
      before: { role: stored.role },
      after: { role: columns.role },
    },
    {
      action: 'account.login-changed',
      object,
      before: { login: stored.login.toLowerCase() },
      after: { login: columns.login },
    },
    {
      action: 'account.limits-changed',
      object,
      before: limitsOf(stored),
      after: limitsOf(columns),
    },
  ]
  await recordAudit(tx, byAccount(editor), ...entries)
}

export const auditedFields = ({ name, phone, grants, contractIds, role }: Columns) => ({
  name,
  phone,
  grants,
  contracts: isOwner({ role }) ? 'все' : contractIds,
})

export const limitsOf = ({ orderLimitKopecks, periodLimitKopecks, limitPeriod: period }: Columns) => ({
  orderLimitKopecks,
  periodLimitKopecks,
  period,
})

/** Fields of the form that the role uses: only managers have grants and limits, owners have every contract. */
export async function toColumns(tx: Db, { organisationId }: OfOrganisation, input: EmployeeInput): Promise<Columns> {
  const { login, name, phone, role, grants, contractIds } = input
  const own = (await listAllottable(tx, { organisationId })).map(({ id }) => id).toSorted((a, b) => a - b)
  if (contractIds.some((id) => !own.includes(id)))
    throw new AppError('invalid', { fields: { contractSelect: 'Такого договора у организации нет' } })
  const limited = isLimited({ role })
  return {
    login,
    name,
    phone,
    role,
    grants: grantsFor({ role }, grants),
    orderLimitKopecks: limited ? input.orderLimitKopecks : null,
    periodLimitKopecks: limited ? input.periodLimitKopecks : null,
    limitPeriod: limited ? input.limitPeriod : 'month',
    contractIds: isOwner({ role }) ? own : contractIds,
  }
}

function isSame(stored: StoredEmployee, columns: Columns): boolean {
  const plain = ({ grants, contractIds, login, ...rest }: Columns) => [
    ...Object.values({ ...rest }),
    login.toLowerCase(),
    [...grants].toSorted(),
    contractIds,
  ]
  const storedForm: Columns = {
    login: stored.login,
    name: stored.name,
    phone: stored.phone,
    role: stored.role,
    grants: stored.grants,
    orderLimitKopecks: stored.orderLimitKopecks,
    periodLimitKopecks: stored.periodLimitKopecks,
    limitPeriod: stored.limitPeriod,
    contractIds: stored.contractIds,
  }
  return JSON.stringify(plain(storedForm)) === JSON.stringify(plain(columns))
}

export const formOf = ({ contractIds: contractSelect, ...fields }: Columns) => ({ ...fields, contractSelect })

const loginTaken = (cause?: unknown) =>
  new AppError('loginTaken', { fields: { login: errors.loginTaken.message } }, cause === undefined ? {} : { cause })

/** Another organisation took the login concurrently. */
function throwTaken(error: unknown): never {
  throw violatedConstraint(error) === 'accounts_login_key' ? loginTaken(error) : error
}
