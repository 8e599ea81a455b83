import { retentionPeriodError, retentionPeriodNames, type RetentionPeriod } from '#shared/rules/retention-periods.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { lockSettings, readSetting, writeSetting } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'

export type Term = { name: RetentionPeriod; days: number }

export async function readTerms({ db }: { db: Db }): Promise<Term[]> {
  const terms: Term[] = []
  for (const name of retentionPeriodNames) terms.push({ name, days: await readSetting(db, name) })
  return terms
}

type Change = { seen: readonly Term[]; terms: readonly { name: RetentionPeriod; days: number | string }[] }

/** Changes retention periods within their bounds; a value changed by somebody else since then is not overwritten. */
export async function saveTerms({ db }: { db: Db }, actor: Actor, { seen, terms }: Change): Promise<Term[]> {
  const wanted = terms.map(({ name, days }) => ({ name, days: parseDays(days) }))
  const faults = wanted.flatMap(({ name, days }) => {
    const fault = retentionPeriodError(name, days)
    return fault === undefined ? [] : [[name, fault]]
  })
  if (faults.length > 0) throw new AppError('invalid', { fields: Object.fromEntries(faults) })
  return db.transaction(async (tx) => {
    await lockSettings(tx)
    for (const { name, days } of wanted) {
      const stored = await readSetting(tx, name)
      if (stored !== days && stored !== seen.find((each) => each.name === name)?.days) throw new AppError('conflict')
      await writeSetting(tx, name, days, byAccount(actor))
    }
    return readTerms({ db: tx })
  })
}

function parseDays(given: number | string): number {
  if (typeof given === 'number') return given
  return /^\s*\d{1,6}\s*$/.test(given) ? Number(given) : Number.NaN
}
