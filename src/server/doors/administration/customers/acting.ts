import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import {
  deleteActing,
  findActedFor,
  insertActing,
  lockActable,
  lockSession,
  markEndedByPerson,
} from '#server/platform/sessions/shared-queries-acting.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { lockCustomer } from './queries-card.ts'

type Deps = { db: Db }
type Person = { organisationId: number; accountId: number }

/** The session acts as a person of the caller's customer from now on. Idempotent. */
export async function startActing(
  { db }: Deps,
  actor: StaffActor,
  { token, organisationId, accountId }: Person & { token: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const customer = await lockCustomer(tx, { actor, organisationId })
    const person = customer && (await lockActable(tx, { organisationId, accountId }))
    if (!person) throw new AppError('notFound')
    if (!person.allowed) throw new AppError('cannotActAs')
    const session = await lockSession(tx, { tokenHash: hashToken(token) })
    if (!session) throw new AppError('notSignedIn')
    const current = await findActedFor(tx, { sessionId: session.id })
    if (current === accountId) return
    if (current !== undefined) throw new AppError('alreadyActing')
    const staffId = actor.accountId
    await insertActing(tx, { sessionId: session.id, staffId, accountId })
    await recordAudit(tx, byAccount({ accountId, actedBy: { accountId: staffId } }), {
      action: 'acting.started',
      object: { type: 'account', id: accountId, organisationId },
    })
  })
}

/** Idempotent. A trigger records the end, whatever ended it. */
export async function endActing({ db }: Deps, { token }: { token: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await markEndedByPerson(tx)
    await deleteActing(tx, { tokenHash: hashToken(token) })
  })
}
