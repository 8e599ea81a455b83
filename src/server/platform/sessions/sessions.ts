import { createHash } from 'node:crypto'
import { rightsOf, type Role } from '#shared/rights.ts'
import { isTransientDatabaseError, type Db } from '#server/platform/db/client.ts'
import type { Actor } from './actor.ts'
import { findSessionActor, touchSession } from './shared-queries-sessions.ts'

/** Regardless of use. */
export const sessionDays = 30

/** `shouldRecordUse`: the last use was stored more than a minute ago. */
export type SignedIn = { actor: Actor; awaitsSecondFactor: boolean; shouldRecordUse: boolean }

/** The caller of a cookie's token, if its session is valid. */
export async function findActor({ db }: { db: Db }, token: string): Promise<SignedIn | undefined> {
  const found = await findSessionActor(db, { tokenHash: hashToken(token) })
  if (!found) return undefined
  const { awaitsSecondFactor, untouched, grants, ...account } = found
  const role = account.role as Role
  return {
    actor: { ...account, role, rights: rightsOf({ role, grants, pricePolitics: account.pricePolitics }) },
    awaitsSecondFactor,
    shouldRecordUse: untouched,
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
