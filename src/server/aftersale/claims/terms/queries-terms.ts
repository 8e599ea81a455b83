import { eq, sql, type SQL } from 'drizzle-orm'
import type { ClaimTerms } from '#shared/rules/aftersale/claims.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { claimContractTerms } from '#server/platform/db/schema/claims.ts'
import { containsPattern } from '#server/platform/db/like.ts'

/** Deadlines of a contract, in days; null: the general setting applies. */
export type TermsOverride = { [Name in keyof ClaimTerms]: ClaimTerms[Name] | null }
export type ContractTerms = TermsOverride & { id: number; organisationId: number; number: string; contragent: string }

const days = sql`own.counted_days as "countedDays", own.defect_days as "defectDays",
  own.decision_days as "decisionDays", own.answer_days as "answerDays"`

const contractsWithTerms = (where: SQL) => sql`
  select k.id, k.organisation_id as "organisationId", k.number, a.company as contragent, ${days}
  from contracts k join contragents a on a.id = k.contragent_id
  left join claim_contract_terms own on own.contract_id = k.id where ${where}`

export async function findTermsOverride(
  db: Db,
  { contractId }: { contractId: number },
): Promise<TermsOverride | undefined> {
  const { rows } = await db.execute<TermsOverride>(
    sql`select ${days} from claim_contract_terms own where own.contract_id = ${contractId}`,
  )
  return rows[0]
}

/** Contracts with own deadlines; with a query all contracts with that number, buyer or ИНН. */
export async function listContractTerms(
  db: Db,
  { query, limit }: { query: string; limit: number },
): Promise<ContractTerms[]> {
  const pattern = containsPattern(query)
  const found =
    query === ''
      ? sql`own.contract_id is not null`
      : sql`(k.number ilike ${pattern} or a.company ilike ${pattern} or a.inn = ${query}) and a.status <> 'deleted'`
  const { rows } = await db.execute<ContractTerms>(
    sql`${contractsWithTerms(found)} order by a.company, k.number, k.id limit ${limit}`,
  )
  return rows
}

/** Locks the contract; serialises its changes. */
export async function lockContractTerms(
  tx: Db,
  { contractId }: { contractId: number },
): Promise<ContractTerms | undefined> {
  await tx.execute(sql`select from contracts where id = ${contractId} for no key update`)
  const { rows } = await tx.execute<ContractTerms>(contractsWithTerms(sql`k.id = ${contractId}`))
  return rows[0]
}

/** A contract without own deadlines has no row. */
export async function writeTermsOverride(
  tx: Db,
  { contractId, terms }: { contractId: number; terms: TermsOverride },
): Promise<void> {
  if (Object.values(terms).every((own) => own === null))
    await tx.delete(claimContractTerms).where(eq(claimContractTerms.contractId, contractId))
  else
    await tx
      .insert(claimContractTerms)
      .values({ contractId, ...terms })
      .onConflictDoUpdate({ target: claimContractTerms.contractId, set: terms })
}

/** Contracts of a buyer with their own filing deadlines. */
export async function listTermsOverridesOfBuyer(
  db: Db,
  { accountId }: { accountId: number },
): Promise<(TermsOverride & { number: string })[]> {
  const { rows } = await db.execute<TermsOverride & { number: string }>(sql`
    select allowed.number, ${days}
    from (${allowedContracts({ accountId })}) allowed join claim_contract_terms own on own.contract_id = allowed.id
    where coalesce(own.counted_days, own.defect_days) is not null order by allowed.number, allowed.id`)
  return rows
}
