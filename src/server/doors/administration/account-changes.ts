import { isPersonalManager, isStaff, may, rightsOf, type StaffRole } from '#shared/rights.ts'
import type { AuditAction } from '#server/platform/audit/actions.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { updateAccount, type AccountChange } from '#server/customers/accounts/shared-queries-write.ts'
import {
  insertPersonalManager,
  updatePersonalManagerEmail,
} from '#server/customers/organisations/shared-queries-write.ts'
import { getAccount } from './accounts.ts'
import { lockAccountAndAdministrators } from './queries.ts'
import { CommandError } from './command-error.ts'

// Database triggers end the sessions of a changed account (ADR 21).

type Deps = { db: Db }
type Account = Awaited<ReturnType<typeof getAccount>>

/** Enables or disables sign-in for an account of staff, a buyer or 1C. Returns its login. */
export async function setAccountEnabled(
  deps: Deps,
  by: ChangedBy,
  { login, enabled }: { login: string; enabled: boolean },
): Promise<string> {
  return withLockedAccount(deps, { login }, async (tx, account) => {
    if (!enabled) refuseLastAdministrator(account)
    await updateWithAudit(tx, by, enabled ? 'account.enabled' : 'account.disabled', account, { enabled })
    return account.login
  })
}

/** Changes the role of a staff account; a new salesperson gets the contact card that buyers see. */
export async function changeStaffRole(
  deps: Deps,
  by: ChangedBy,
  { login, role }: { login: string; role: StaffRole },
): Promise<string> {
  return withLockedAccount(deps, { login }, async (tx, account) => {
    if (!isStaff(account)) throw new CommandError(`${account.login} – не сотрудник: роль меняют только сотрудникам`)
    if (!may({ rights: rightsOf({ role, grants: [] }) }, 'staff.settings')) refuseLastAdministrator(account)
    await updateWithAudit(tx, by, 'account.role-changed', account, {
      role,
      ...(await contactCardFor(tx, account, role)),
    })
    return account.login
  })
}

/** Renames an account; the password stays. A salesperson's contact card gets the new address if it had the old one. */
export async function changeLogin(
  deps: Deps,
  by: ChangedBy,
  { login, newLogin }: { login: string; newLogin: string },
): Promise<{ login: string; newLogin: string }> {
  return withLockedAccount(deps, { login }, async (tx, account) => {
    await updateWithAudit(tx, by, 'account.login-changed', account, { login: newLogin })
    const { personalManagerId: id } = account
    if (id !== null) await updatePersonalManagerEmail(tx, { id, from: account.login, to: newLogin })
    return { login: account.login, newLogin }
  })
}

type LockedAccount = Account & { isLastAdministrator: boolean }

/** Locks the administrators too, so that two concurrent commands cannot disable the last two. */
async function withLockedAccount<Result>(
  { db }: Deps,
  { login }: { login: string },
  work: (tx: Db, account: LockedAccount) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const { enabledAdministrators } = await lockAccountAndAdministrators(tx, { login })
    const account = await getAccount(tx, { login })
    const isLastAdministrator = enabledAdministrators.length === 1 && enabledAdministrators[0] === account.id
    return work(tx, { ...account, isLastAdministrator })
  })
}

function refuseLastAdministrator({ login, isLastAdministrator }: LockedAccount): void {
  if (isLastAdministrator)
    throw new CommandError(
      `${login} – единственный действующий администратор`,
      'login',
      'Сначала добавьте другого: add --login ЛОГИН --role admin',
    )
}

async function updateWithAudit(
  tx: Db,
  by: ChangedBy,
  action: AuditAction,
  account: LockedAccount,
  set: AccountChange,
): Promise<void> {
  const { id, organisationId } = account
  await updateAccount(tx, { id, set })
  const before = Object.fromEntries(Object.keys(set).map((field) => [field, account[field as keyof AccountChange]]))
  await recordAudit(tx, by, { action, object: { type: 'account', id, organisationId }, before, after: set })
}

async function contactCardFor(
  tx: Db,
  account: Account,
  role: StaffRole,
): Promise<Pick<AccountChange, 'personalManagerId'>> {
  if (!isPersonalManager({ role }) || account.personalManagerId !== null) return {}
  const { name, phone, login: email } = account
  return { personalManagerId: await insertPersonalManager(tx, { name, phone, email }) }
}
