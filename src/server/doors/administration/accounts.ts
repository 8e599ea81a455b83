import { randomBytes } from 'node:crypto'
import { isPersonalManager, staffRoles } from '#shared/rights.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { resetSecondFactor } from '#server/customers/accounts/own-second-factor.ts'
import { passwordError } from '#server/customers/accounts/passwords/password-rule.ts'
import { hashPassword } from '#server/customers/accounts/passwords/passwords.ts'
import { insertAccount, updatePassword, type NewAccount } from '#server/customers/accounts/shared-queries-write.ts'
import { insertPersonalManager } from '#server/customers/organisations/shared-queries-write.ts'
import { findAccount } from './queries.ts'
import { CommandError } from './command-error.ts'

export const staffAccountRoles = [...staffRoles, 'exchange'] as const
export type StaffAccountRole = (typeof staffAccountRoles)[number]

/** `password` is set only if the command generated it. */
export type CreatedAccount = { login: string; password: string | undefined }

/** Adds an account for the wholesaler's staff or for 1C. A salesperson can be a buyer's personal manager. */
export async function addStaffAccount(
  { db }: { db: Db },
  by: ChangedBy,
  {
    password,
    ...account
  }: { login: string; name: string; role: StaffAccountRole; phone: string; password: string | undefined },
): Promise<CreatedAccount> {
  if ((await findAccount(db, account)) !== undefined)
    throw new CommandError(
      `Логин ${account.login} уже занят`,
      'login',
      `Новый пароль: password --login ${account.login}`,
    )
  const chosen = await choosePassword(password, { login: account.login, staff: true })
  const passwordHash = await hashPassword(chosen)
  await db.transaction(async (tx) => {
    const { name, phone, login: email } = account
    const card = isPersonalManager(account)
      ? { personalManagerId: await insertPersonalManager(tx, { name, phone, email }) }
      : {}
    await createAccount(tx, by, { ...account, ...card, passwordHash })
  })
  return { login: account.login, password: password === undefined ? chosen : undefined }
}

export async function createAccount(tx: Db, by: ChangedBy, account: NewAccount): Promise<void> {
  const id = await insertAccount(tx, account)
  const { passwordHash: _secret, organisationId, ...fields } = account
  await recordAudit(tx, by, {
    action: 'account.created',
    object: { type: 'account', id, organisationId },
    after: fields,
  })
}

export async function changePassword(
  { db }: { db: Db },
  by: ChangedBy,
  { login, password }: { login: string; password: string | undefined },
): Promise<CreatedAccount> {
  const account = await getAccount(db, { login })
  const chosen = await choosePassword(password, { login, staff: account.organisationId === null })
  const passwordHash = await hashPassword(chosen)
  await db.transaction(async (tx) => {
    const { id, organisationId } = account
    await updatePassword(tx, { accountId: id, passwordHash })
    await recordAudit(tx, by, { action: 'account.password-changed', object: { type: 'account', id, organisationId } })
  })
  return { login: account.login, password: password === undefined ? chosen : undefined }
}

export async function removeSecondFactor(
  deps: { db: Db },
  by: ChangedBy,
  { login }: { login: string },
): Promise<string> {
  const account = await getAccount(deps.db, { login })
  if (!(await resetSecondFactor(deps, by, { accountId: account.id })))
    throw new CommandError(`У ${account.login} второй фактор не включён`)
  return account.login
}

export async function getAccount(db: Db, { login }: { login: string }) {
  const account = await findAccount(db, { login })
  if (account === undefined) throw new CommandError(`Учётной записи ${login} нет`)
  return account
}

/** The given password if it is valid, otherwise a random one. */
export async function choosePassword(
  given: string | undefined,
  account: { login: string; staff: boolean },
): Promise<string> {
  if (given === undefined) return randomBytes(12).toString('base64url')
  const fault = await passwordError(given, account)
  if (fault !== undefined) throw new CommandError(fault, 'password')
  return given
}
