import type { StaffSignIn } from '#shared/api/account/second-factor.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AuditAction } from '#server/platform/audit/actions.ts'
import { byAccount, type ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting, lockSettingsShared } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { provePassword } from './prove-password.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  listStaffSignIns,
  replaceRecoveryCodes,
  saveSecret,
} from './queries-second-factor.ts'
import {
  deleteOtherSessions,
  deleteSessionsOf,
  clearAwaitingSecondFactor,
} from '#server/platform/sessions/shared-queries-sessions.ts'
import { appUri, makeRecoveryCodes, makeSecret, verifyCode } from './second-factor.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { lockAccount } from './shared-queries.ts'
import { withinSignInLimits } from './sign-in-limits.ts'

type Deps = { db: Db }

export async function readOwnSecondFactor({ db }: Deps, { accountId }: Actor) {
  const factor = await findSecondFactor(db, { accountId })
  return {
    confirmed: factor?.confirmed ?? false,
    recovery_left: await countRecoveryCodes(db, { accountId }),
    demanded: await readSetting(db, 'secondFactor.demanded'),
  }
}

type Proof = { password: string; address: string }

/** The password proves that the owner is present. */
export async function beginSecondFactorSetup(
  deps: Deps,
  { accountId, login }: Actor,
  { password, address }: Proof,
): Promise<{ secret: string; uri: string }> {
  await withinSignInLimits(deps, { door: 'sign-in', login, address }, () =>
    provePassword(deps, { accountId, password, field: 'password' }),
  )
  const secret = makeSecret()
  if (!(await saveSecret(deps.db, { accountId, secret }))) throw new AppError('secondFactorSet')
  return { secret, uri: appUri(secret, login) }
}

/** From now on a sign-in needs a code; ends all other sessions of the account. */
export async function confirmSecondFactorSetup(
  deps: Deps,
  actor: Actor,
  { code, token }: { code: string; token: string },
): Promise<string[]> {
  const { accountId } = actor
  const factor = await findSecondFactor(deps.db, { accountId })
  if (factor === undefined) throw new AppError('secondFactorNotBegun')
  if (factor.confirmed) throw new AppError('secondFactorSet')
  await verifyCode(deps, factor, { accountId, code, wrong: 'wrongCode' })
  const { codes, hashes } = makeRecoveryCodes()
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    if (!(await confirmSecret(tx, { accountId }))) throw new AppError('secondFactorSet')
    await replaceRecoveryCodes(tx, { accountId, hashes })
    await deleteOtherSessions(tx, { accountId, tokenHash: hashToken(token) })
    await clearAwaitingSecondFactor(tx, { tokenHash: hashToken(token) })
    await audit(tx, byAccount(actor), 'second-factor.set', accountId)
  })
  return codes
}

export async function renewOwnRecoveryCodes(deps: Deps, actor: Actor, { code }: { code: string }): Promise<string[]> {
  const { accountId } = actor
  const factor = await findSecondFactor(deps.db, { accountId })
  if (!factor?.confirmed) throw new AppError('secondFactorNotBegun')
  await verifyCode(deps, factor, { accountId, code, wrong: 'wrongCode' })
  const { codes, hashes } = makeRecoveryCodes()
  await deps.db.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, { accountId, hashes })
    await audit(tx, byAccount(actor), 'second-factor.codes-renewed', accountId)
  })
  return codes
}

export async function removeOwnSecondFactor(
  deps: Deps,
  actor: Actor,
  { password, code, address }: Proof & { code: string },
): Promise<void> {
  const { accountId, login } = actor
  if (await readSetting(deps.db, 'secondFactor.demanded')) throw new AppError('secondFactorDemanded')
  const factor = await findSecondFactor(deps.db, { accountId })
  if (!factor?.confirmed) throw new AppError('secondFactorNotBegun')
  await withinSignInLimits(deps, { door: 'sign-in', login, address }, async () => {
    await provePassword(deps, { accountId, password, field: 'password' })
    await verifyCode(deps, factor, { accountId, code, wrong: 'wrongCode' })
  })
  await deps.db.transaction(async (tx) => {
    await lockSettingsShared(tx)
    if (await readSetting(tx, 'secondFactor.demanded')) throw new AppError('secondFactorDemanded')
    if (!(await deleteSecondFactor(tx, { accountId }))) return
    await audit(tx, byAccount(actor), 'second-factor.removed', accountId)
  })
}

export async function readStaffSignIns({ db }: Deps): Promise<StaffSignIn[]> {
  const staff = await listStaffSignIns(db)
  return staff.map(({ secondFactor, lastUsed, ...rest }) => ({
    ...rest,
    second_factor: secondFactor,
    last_used: lastUsed?.toISOString() ?? null,
  }))
}

/** For a colleague who lost the device: also ends their sessions. */
export async function resetSecondFactor(
  { db }: Deps,
  by: ChangedBy,
  { accountId }: { accountId: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const found = await deleteSecondFactor(tx, { accountId })
    if (!found) return false
    await deleteSessionsOf(tx, { accountId })
    await audit(tx, by, 'second-factor.reset', accountId)
    return true
  })
}

async function audit(tx: Db, by: ChangedBy, action: AuditAction, accountId: number): Promise<void> {
  await recordAudit(tx, by, { action, object: { type: 'account', id: accountId } })
}
