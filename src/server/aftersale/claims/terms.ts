import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveClaimTerms } from '#shared/api/staff/claim-terms.ts'
import type { ClaimTerms } from '#shared/rules/aftersale/claims.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { lockSettings, readSetting, writeSetting } from '#server/platform/settings.ts'

const names = ['countedDays', 'defectDays', 'decisionDays', 'answerDays'] as const satisfies (keyof ClaimTerms)[]

/** Within which days claims are filed, decided and answered. */
export async function readClaimTerms(db: Db): Promise<ClaimTerms> {
  return {
    countedDays: await readSetting(db, 'claims.countedDays'),
    defectDays: await readSetting(db, 'claims.defectDays'),
    decisionDays: await readSetting(db, 'claims.decisionDays'),
    answerDays: await readSetting(db, 'claims.answerDays'),
  }
}

/** Holds for claims and questions from now on: what has a date keeps it. */
export async function updateClaimTerms(
  { db }: { db: Db },
  actor: StaffActor,
  { seen, terms }: Pick<ParsedInputOf<typeof saveClaimTerms>, 'seen' | 'terms'>,
): Promise<ClaimTerms> {
  const next = termsOf(terms)
  await db.transaction(async (tx) => {
    await lockSettings(tx)
    const stored = await readClaimTerms(tx)
    if (!same(next, stored) && !same(termsOf(seen), stored)) throw new AppError('conflict')
    for (const name of names) await writeSetting(tx, `claims.${name}`, next[name], byAccount(actor))
  })
  return next
}

type WireTerms = { counted_days: number; defect_days: number; decision_days: number; answer_days: number }

const termsOf = (terms: WireTerms): ClaimTerms => ({
  countedDays: terms.counted_days,
  defectDays: terms.defect_days,
  decisionDays: terms.decision_days,
  answerDays: terms.answer_days,
})

export const shapeTerms = (terms: ClaimTerms): WireTerms => ({
  counted_days: terms.countedDays,
  defect_days: terms.defectDays,
  decision_days: terms.decisionDays,
  answer_days: terms.answerDays,
})

function same(one: ClaimTerms, other: ClaimTerms): boolean {
  return names.every((name) => one[name] === other[name])
}
