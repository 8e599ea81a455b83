import { createHash } from 'node:crypto'
import { may, rightsOf, type Role } from '#shared/rights.ts'
import { actingAuthor } from '#shared/rules/parties/acting.ts'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import type { Actor } from './actor.ts'
import { findActing } from './shared-queries-acting.ts'
import { findSessionActor, touchSession } from './shared-queries-sessions.ts'

/** Regardless of use. */
export const sessionDays = 30

export type SignedIn = {
  /** Who makes the calls: the account of the session, or the buyer as whom it acts. */
  actor: Actor
  /** The account of the session. */
  own: Actor
  /** While staff act as a buyer. */
  acting?: { since: Date; secondsLeft: number } | undefined
  awaitsSecondFactor: boolean
  /** The last use was stored more than a minute ago. */
  shouldRecordUse: boolean
}

/** The caller of a cookie's token, if its session is valid. */
export async function findActor({ db }: { db: Db }, token: string): Promise<SignedIn | undefined> {
  const found = await findSessionActor(db, { tokenHash: hashToken(token) })
  if (!found) return undefined
  const { awaitsSecondFactor, untouched, actingSessionId, ...account } = found
  const own = actorOf(account)
  const acting = actingSessionId === null ? undefined : await findActingOf(db, own, actingSessionId)
  return { own, actor: own, ...acting, awaitsSecondFactor, shouldRecordUse: untouched }
}

type Account = Omit<Actor, 'role' | 'rights' | 'actedBy'> & { role: string; grants: readonly string[] }

function actorOf({ grants, ...account }: Account): Actor {
  const role = account.role as Role
  return { ...account, role, rights: rightsOf({ role, grants, pricePolitics: account.pricePolitics }) }
}

async function findActingOf(
  db: Db,
  own: Actor,
  sessionId: number,
): Promise<Pick<SignedIn, 'actor' | 'acting'> | undefined> {
  const found = may(own, 'staff.customers') ? await findActing(db, { sessionId }) : undefined
  if (!found) return undefined
  const { since, secondsLeft, ...account } = found
  const { accountId, name } = own
  const author = actingAuthor({ staff: name || own.login, buyer: account.name || account.login })
  return {
    actor: { ...actorOf({ ...account, demo: false }), name: author, actedBy: { accountId, name } },
    acting: { since, secondsLeft },
  }
}

export async function recordSessionUse({ db }: { db: Db }, token: string): Promise<void> {
  // A read-only database must still serve reads.
  await touchSession(db, { tokenHash: hashToken(token) }).catch(ignoreTransient)
}

function ignoreTransient(error: unknown): void {
  if (!isTransientDatabaseError(error)) throw error
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
