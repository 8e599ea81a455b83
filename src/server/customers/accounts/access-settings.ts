import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { AccessSettings, saveAccessSettings } from '#shared/api/staff/access.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockSettings, readSetting, writeSetting } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { deleteSessionsWithoutSecondFactor } from '#server/platform/sessions/shared-queries-sessions.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'

type Deps = { db: Db }

export async function readAccessSettings({ db }: Deps): Promise<AccessSettings> {
  return {
    idle_hours_staff: await readSetting(db, 'sessions.idleHours.staff'),
    idle_days_buyers: await readSetting(db, 'sessions.idleDays.buyers'),
    second_factor_demanded: await readSetting(db, 'secondFactor.demanded'),
  }
}

type Change = ParsedInputOf<typeof saveAccessSettings> & { token: string }

/** `ended`: number of staff sessions without a second factor that the change has ended. */
export async function updateAccessSettings(
  { db }: Deps,
  actor: Actor,
  { seen, end_sessions: endSessions, token, ...next }: Change,
): Promise<{ settings: AccessSettings; ended: number }> {
  const by = byAccount(actor)
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    const stored = await readAccessSettings({ db: tx })
    if (!same(next, stored) && !same(seen, stored)) throw new AppError('conflict')
    await writeSetting(tx, 'sessions.idleHours.staff', next.idle_hours_staff, by)
    await writeSetting(tx, 'sessions.idleDays.buyers', next.idle_days_buyers, by)
    await writeSetting(tx, 'secondFactor.demanded', next.second_factor_demanded, by)
    const ends = next.second_factor_demanded && endSessions === true
    const ended = ends ? await deleteSessionsWithoutSecondFactor(tx, { exceptTokenHash: hashToken(token) }) : 0
    return { settings: next, ended }
  })
}

function same(one: AccessSettings, other: AccessSettings): boolean {
  return (Object.keys(other) as (keyof AccessSettings)[]).every((name) => one[name] === other[name])
}
