import { errors, type ErrorCode } from '#shared/errors.ts'
import type { ManagerSignIn } from '#shared/api/organisation/managers.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { listSignInOrigins } from '#server/platform/audit/shared-queries-sign-ins.ts'
import { listAuditRows, type AuditRow } from '#server/platform/audit/shared-queries-audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import {
  deleteOtherSessions,
  deleteSessionById,
  listSessionsOfAccounts,
  type SessionOfAccount,
} from '#server/platform/sessions/shared-queries-sessions.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { firstTimes } from '../accounts/first-time.ts'
import { listEmployees } from './queries.ts'
import { getEmployee } from './service.ts'

type Deps = { db: Db }

const shownDays = 7
const maxRows = 300

/** Sign-ins and refusals of the organisation's people, newest first, with active sessions. */
export async function readSignIns(
  { db }: Deps,
  { organisationId }: BuyerActor,
  { token }: { token: string },
): Promise<ManagerSignIn[]> {
  const people = await listEmployees(db, { organisationId })
  const ids = people.map(({ id }) => id)
  const rows = await listAuditRows(db, {
    objects: { type: 'account', ids: ids.map(String) },
    actions: ['sign-in.succeeded', 'sign-in.refused'],
    since: new Date(Date.now() - shownDays * 86_400_000),
    limit: maxRows,
  })
  const sessions = await listSessionsOfAccounts(db, { accountIds: ids, tokenHash: hashToken(token) })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const firstTimeOf = firstTimes(await listSignInOrigins(db, { accountIds: ids }))
  return joinRefusals(rows.map((row) => toWire(row, { names, sessions, firstTimeOf })))
}

type Known = {
  names: ReadonlyMap<number, string>
  sessions: readonly SessionOfAccount[]
  firstTimeOf: ReturnType<typeof firstTimes>
}

function toWire(
  { id, at, action, objectId, changes }: AuditRow,
  { names, sessions, firstTimeOf }: Known,
): ManagerSignIn {
  const accountId = Number(objectId)
  const textOf = (field: string) => {
    const value = changes[field]?.after
    return typeof value === 'string' ? value : ''
  }
  // Both rows come from one transaction, so their times are equal.
  const session = sessions.find((each) => each.accountId === accountId && each.createdAt.getTime() === at.getTime())
  const entered = action === 'sign-in.succeeded'
  const device = textOf('device')
  const address = textOf('networkAddress')
  return {
    id,
    at: at.toISOString(),
    manager: { id: accountId, name: names.get(accountId) ?? '' },
    device,
    address,
    first: firstTimeOf({ id, accountId, device, address }),
    refused: entered ? 0 : 1,
    reason: entered ? '' : errors[textOf('reason') as ErrorCode].message,
    session: entered ? (session?.id ?? null) : null,
    current: entered && session?.current === true,
  }
}

/** Consecutive refusals of one person for one reason from one address become one row. */
function joinRefusals(rows: ManagerSignIn[]): ManagerSignIn[] {
  const joined: ManagerSignIn[] = []
  const latest = new Map<number, ManagerSignIn>()
  for (const row of rows) {
    const next = latest.get(row.manager.id)
    const isRepeat = (['device', 'address', 'reason'] as const).every((field) => next?.[field] === row[field])
    if (next && row.refused > 0 && next.refused > 0 && isRepeat) next.refused += 1
    else {
      joined.push(row)
      latest.set(row.manager.id, row)
    }
  }
  return joined
}

/** Ends a person's sessions, or one of them, but never the caller's own. Returns their number. */
export async function endEmployeeSessions(
  { db }: Deps,
  actor: BuyerActor,
  { id, session, token }: { id: number; session: number | undefined; token: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await getEmployee({ db: tx }, actor, { id })
    const tokenHash = hashToken(token)
    const ended =
      session === undefined
        ? await deleteOtherSessions(tx, { accountId: id, tokenHash })
        : Number(await deleteSessionById(tx, { accountId: id, id: session, exceptTokenHash: tokenHash }))
    const object = { type: 'account', id, organisationId: actor.organisationId } as const
    if (ended > 0)
      await recordAudit(tx, byAccount(actor), { action: 'session.ended', object, after: { sessions: ended } })
    return ended
  })
}
