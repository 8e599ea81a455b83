import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type {
  ContractClaimTerms,
  OwnClaimTerms,
  saveClaimTerms,
  saveContractClaimTerms,
} from '#shared/api/staff/claim-terms.ts'
import type { ClaimTerms } from '#shared/rules/aftersale/claims.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { lockSettings, readSetting, writeSetting } from '#server/platform/settings.ts'
import {
  findOwnTerms,
  listContractTerms,
  listOwnTermsOfBuyer,
  lockContractTerms,
  writeOwnTerms,
  type ContractTerms,
  type OwnTerms,
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
  return withOwn(await readClaimTerms(db), await findOwnTerms(db, { contractId }))
}

function withOwn(general: ClaimTerms, own: OwnTerms | undefined): ClaimTerms {
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
  const own = await listOwnTermsOfBuyer(db, { accountId })
  return { general, contracts: own.map((terms) => ({ number: terms.number, ...withOwn(general, terms) })) }
}

const maxContracts = 20
const maxOwnTerms = 1000

export function readContractTerms({ db }: { db: Db }, { query }: { query: string }): Promise<ContractTerms[]> {
  return listContractTerms(db, { query, limit: query === '' ? maxOwnTerms : maxContracts })
}

type SentOwn = Pick<ParsedInputOf<typeof saveContractClaimTerms>, 'id' | 'seen' | 'terms'>

/** Applies to later claims and questions, like the general deadlines. */
export async function updateContractTerms(
  { db }: { db: Db },
  actor: StaffActor,
  { id: contractId, ...sent }: SentOwn,
): Promise<ContractTerms> {
  const next = ownTermsOf(sent.terms)
  return db.transaction(async (tx) => {
    const stored = await lockContractTerms(tx, { contractId })
    if (!stored) throw new AppError('notFound')
    if (!same(next, stored) && !same(ownTermsOf(sent.seen), stored)) throw new AppError('conflict')
    await writeOwnTerms(tx, { contractId, terms: next })
    await recordAudit(tx, byAccount(actor), {
      action: 'contract.changed',
      object: { type: 'contract', id: contractId, organisationId: stored.organisationId },
      before: fieldsOf(stored),
      after: fieldsOf(next),
    })
    return { ...stored, ...next }
  })
}

const fieldsOf = ({ countedDays, defectDays, decisionDays, answerDays }: OwnTerms) => ({
  claimCountedDays: countedDays,
  claimDefectDays: defectDays,
  claimDecisionDays: decisionDays,
  claimAnswerDays: answerDays,
})

/** Applies to later claims and questions; existing dates stay. */
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

const ownTermsOf = (terms: OwnClaimTerms): OwnTerms => ({
  countedDays: terms.counted_days,
  defectDays: terms.defect_days,
  decisionDays: terms.decision_days,
  answerDays: terms.answer_days,
})

export const shapeContractTerms = ({ id, number, contragent, ...own }: ContractTerms): ContractClaimTerms => ({
  id,
  number,
  contragent,
  terms: {
    counted_days: own.countedDays,
    defect_days: own.defectDays,
    decision_days: own.decisionDays,
    answer_days: own.answerDays,
  },
})

function same(one: OwnTerms, other: OwnTerms): boolean {
  return names.every((name) => one[name] === other[name])
}
