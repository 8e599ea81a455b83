import type { ClaimTermsSettings, ContractClaimTerms } from '#shared/api/staff/claim-terms.ts'
import type { ClaimTerms } from '#shared/rules/aftersale/claims.ts'
import type { ContractTerms } from './queries-terms.ts'

type Wire<Days> = { [Name in keyof ClaimTermsSettings]: Days }
type Domain<Days> = { [Name in keyof ClaimTerms]: Days }

/** Terms of the shop, or what a contract has of its own: null as the shop's. */
export const parseTerms = <Days extends number | null>(terms: Wire<Days>): Domain<Days> => ({
  countedDays: terms.counted_days,
  defectDays: terms.defect_days,
  decisionDays: terms.decision_days,
  answerDays: terms.answer_days,
})

export const shapeTerms = <Days extends number | null>(terms: Domain<Days>): Wire<Days> => ({
  counted_days: terms.countedDays,
  defect_days: terms.defectDays,
  decision_days: terms.decisionDays,
  answer_days: terms.answerDays,
})

export const shapeContractTerms = ({ id, number, contragent, ...override }: ContractTerms): ContractClaimTerms => ({
  id,
  number,
  contragent,
  terms: shapeTerms<number | null>(override),
})
