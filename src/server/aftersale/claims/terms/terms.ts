import type { ClaimTerms } from '#shared/rules/aftersale/claims.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { lockSettings, readSetting, writeSetting } from '#server/platform/settings.ts'
import {
  findTermsOverride,
  listContractTerms,
  listTermsOverridesOfBuyer,
  lockContractTerms,
  writeTermsOverride,
  type ContractTerms,
  type TermsOverride,
} from './queries-terms.ts'

const names = ['countedDays', 'defectDays', 'decisionDays', 'answerDays'] as const satisfies (keyof ClaimTerms)[]

/** General deadlines for filing, deciding and answering claims, in days. */
export async function readClaimTerms(db: Db): Promise<ClaimTerms> {
  return {
    countedDays: await readSetting(db, 'claims.countedDays'),
    defectDays: await readSetting(db, 'claims.defectDays'),
    decisionDays: await readSetting(db, 'claims.decisionDays'),
    answerDays: await readSetting(db, 'claims.answerDays'),
  }
}

/** Deadlines of a contract: its own, otherwise the general ones. */
export async function readTermsOf(db: Db, { contractId }: { contractId: number }): Promise<ClaimTerms> {
  return mergeOverrides(await readClaimTerms(db), await findTermsOverride(db, { contractId }))
}

function mergeOverrides(general: ClaimTerms, own: TermsOverride | undefined): ClaimTerms {
  return {
    countedDays: own?.countedDays ?? general.countedDays,
    defectDays: own?.defectDays ?? general.defectDays,
    decisionDays: own?.decisionDays ?? general.decisionDays,
    answerDays: own?.answerDays ?? general.answerDays,
  }
}

/** A buyer's filing deadlines: the general ones, and those of contracts that differ. */
export async function readFilingTerms(db: Db, { accountId }: { accountId: number }) {
  const general = await readClaimTerms(db)
  const own = await listTermsOverridesOfBuyer(db, { accountId })
  return { general, contracts: own.map((terms) => ({ number: terms.number, ...mergeOverrides(general, terms) })) }
}

const maxContracts = 20
const maxOverrides = 1000

export function readContractTerms({ db }: { db: Db }, { query }: { query: string }): Promise<ContractTerms[]> {
  return listContractTerms(db, { query, limit: query === '' ? maxOverrides : maxContracts })
}

/** `seen`: what the caller was shown. */
type TermsOverrideInput = { contractId: number; seen: TermsOverride; terms: TermsOverride }

/** Applies to later claims and questions, like the general deadlines. */
export async function updateContractTerms(
  { db }: { db: Db },
  actor: StaffActor,
  { contractId, seen, terms: next }: TermsOverrideInput,
): Promise<ContractTerms> {
  return db.transaction(async (tx) => {
    const stored = await lockContractTerms(tx, { contractId })
    if (!stored) throw new AppError('notFound')
    if (!same(next, stored) && !same(seen, stored)) throw new AppError('conflict')
    await writeTermsOverride(tx, { contractId, terms: next })
    await recordAudit(tx, byAccount(actor), {
      action: 'contract.changed',
      object: { type: 'contract', id: contractId, organisationId: stored.organisationId },
      before: fieldsOf(stored),
      after: fieldsOf(next),
    })
    return { ...stored, ...next }
  })
}

const fieldsOf = ({ countedDays, defectDays, decisionDays, answerDays }: TermsOverride) => ({
  claimCountedDays: countedDays,
  claimDefectDays: defectDays,
  claimDecisionDays: decisionDays,
  claimAnswerDays: answerDays,
})

/** Applies to later claims and questions; existing dates stay. */
export async function updateClaimTerms(
  { db }: { db: Db },
  actor: StaffActor,
  { seen, terms: next }: { seen: ClaimTerms; terms: ClaimTerms },
): Promise<ClaimTerms> {
  await db.transaction(async (tx) => {
    await lockSettings(tx)
    const stored = await readClaimTerms(tx)
    if (!same(next, stored) && !same(seen, stored)) throw new AppError('conflict')
    for (const name of names) await writeSetting(tx, `claims.${name}`, next[name], byAccount(actor))
  })
  return next
}

function same(one: TermsOverride, other: TermsOverride): boolean {
  return names.every((name) => one[name] === other[name])
}
