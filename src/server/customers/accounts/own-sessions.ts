import type { OwnSession } from '#shared/api/account/sessions.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { markEndedByPerson } from '#server/platform/sessions/shared-queries-acting.ts'
import {
  deleteOtherSessions,
  deleteSessionById,
  listSessions,
} from '#server/platform/sessions/shared-queries-sessions.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'

type Deps = { db: Db }

export async function readOwnSessions(
  { db }: Deps,
  { accountId }: Actor,
  { token }: { token: string },
): Promise<OwnSession[]> {
  const stored = await listSessions(db, { accountId, tokenHash: hashToken(token) })
  return stored.map(({ id, address, userAgent, createdAt, lastSeenAt, current }) => ({
    id,
    device: deviceOf(userAgent),
    address,
    since: createdAt.toISOString(),
    last_used: lastSeenAt.toISOString(),
    current,
  }))
}

export async function endOwnSession({ db }: Deps, actor: Actor, { id }: { id: number }): Promise<void> {
  await db.transaction(async (tx) => {
    await markEndedByPerson(tx)
    if (!(await deleteSessionById(tx, { accountId: actor.accountId, id }))) throw new AppError('notFound')
    await auditEnded(tx, actor, 1)
  })
}

export async function endOtherSessions({ db }: Deps, actor: Actor, { token }: { token: string }): Promise<number> {
  return db.transaction(async (tx) => {
    await markEndedByPerson(tx)
    const ended = await deleteOtherSessions(tx, { accountId: actor.accountId, tokenHash: hashToken(token) })
    if (ended > 0) await auditEnded(tx, actor, ended)
    return ended
  })
}

async function auditEnded(tx: Db, actor: Actor, count: number): Promise<void> {
  const { accountId: id, organisationId } = actor
  const object = { type: 'account', id, organisationId } as const
  await recordAudit(tx, byAccount(actor), { action: 'session.ended', object, after: { sessions: count } })
}
