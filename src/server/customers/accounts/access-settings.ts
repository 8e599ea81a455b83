import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockSettings, readSetting, writeSetting } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { deleteSessionsWithoutSecondFactor } from '#server/platform/sessions/shared-queries-sessions.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'

type Deps = { db: Db }

export type AccessSettings = { idleHoursStaff: number; idleDaysBuyers: number; secondFactorDemanded: boolean }

export async function readAccessSettings({ db }: Deps): Promise<AccessSettings> {
  return {
    idleHoursStaff: await readSetting(db, 'sessions.idleHours.staff'),
    idleDaysBuyers: await readSetting(db, 'sessions.idleDays.buyers'),
    secondFactorDemanded: await readSetting(db, 'secondFactor.demanded'),
  }
}

type Change = { seen: AccessSettings; next: AccessSettings; endSessions: boolean; token: string }

/** `ended`: number of staff sessions without a second factor that the change has ended. */
export async function updateAccessSettings(
  { db }: Deps,
  actor: Actor,
  { seen, next, endSessions, token }: Change,
): Promise<{ settings: AccessSettings; ended: number }> {
  const by = byAccount(actor)
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const stored = await readAccessSettings({ db: tx })
    if (!same(next, stored) && !same(seen, stored)) throw new AppError('conflict')
    await writeSetting(tx, 'sessions.idleHours.staff', next.idleHoursStaff, by)
    await writeSetting(tx, 'sessions.idleDays.buyers', next.idleDaysBuyers, by)
    await writeSetting(tx, 'secondFactor.demanded', next.secondFactorDemanded, by)
    const ends = next.secondFactorDemanded && endSessions
    const ended = ends ? await deleteSessionsWithoutSecondFactor(tx, { exceptTokenHash: hashToken(token) }) : 0
    return { settings: next, ended }
  })
}

function same(one: AccessSettings, other: AccessSettings): boolean {
  return (Object.keys(other) as (keyof AccessSettings)[]).every((name) => one[name] === other[name])
}
