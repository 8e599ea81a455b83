import { errors, type ErrorCode } from '#shared/errors.ts'
import type { OwnSignIn } from '#shared/api/account/sessions.ts'
import type { AuditAction } from '#server/platform/audit/actions.ts'
import { listAuditRows, type AuditRow } from '#server/platform/audit/shared-queries-audit.ts'
import { listSignInOrigins } from '#server/platform/audit/shared-queries-sign-ins.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { firstTimes } from './first-time.ts'

const pageSize = 20
const dayMs = 86_400_000

const kinds = {
  'sign-in.succeeded': 'entered',
  'sign-in.refused': 'refused',
  'account.reset-asked': 'resetAsked',
  'account.password-changed': 'passwordChanged',
} as const satisfies Partial<Record<AuditAction, OwnSignIn['kind']>>

/** Sign-in attempts with the caller's login, newest first; `before`: id of the last row shown. */
export async function readOwnSignIns(
  { db }: { db: Db },
  { accountId }: Actor,
  { before }: { before?: number | undefined },
): Promise<{ items: OwnSignIn[]; more: boolean }> {
  const rows = await listAuditRows(db, {
    object: { type: 'account', id: String(accountId) },
    actions: Object.keys(kinds) as (keyof typeof kinds)[],
    beforeId: before,
    since: new Date(Date.now() - (await readSetting(db, 'personal.keep.signInDays')) * dayMs),
    limit: pageSize + 1,
  })
  const firstTimeOf = firstTimes(await listSignInOrigins(db, { accountIds: [accountId] }))
  const items = rows.slice(0, pageSize).map(toWire)
  return {
    items: items.map((item) => ({ ...item, first: cameFrom(item) ? firstTimeOf({ ...item, accountId }) : '' })),
    more: rows.length > pageSize,
  }
}

const cameFrom = ({ kind }: Pick<OwnSignIn, 'kind'>) => kind === 'entered' || kind === 'refused'

function toWire({ id, at, action, changes }: AuditRow): Omit<OwnSignIn, 'first'> {
  const textOf = (field: string) => {
    const value = changes[field]?.after
    return typeof value === 'string' ? value : ''
  }
  const reason = textOf('reason')
  return {
    id,
    at: at.toISOString(),
    kind: kinds[action as keyof typeof kinds],
    reason: reason === '' ? '' : errors[reason as ErrorCode].message,
    address: textOf('networkAddress'),
    device: textOf('device'),
  }
}
