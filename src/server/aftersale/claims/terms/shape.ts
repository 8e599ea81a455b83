import type { ClaimTermsSettings, ContractClaimTerms, OwnClaimTerms } from '#shared/api/staff/claim-terms.ts'
import type { ClaimTerms } from '#shared/rules/aftersale/claims.ts'
import type { ContractTerms, TermsOverride } from './queries-terms.ts'

export const parseTerms = (terms: ClaimTermsSettings): ClaimTerms => ({
  countedDays: terms.counted_days,
  defectDays: terms.defect_days,
  decisionDays: terms.decision_days,
  answerDays: terms.answer_days,
})

export const shapeTerms = (terms: ClaimTerms): ClaimTermsSettings => ({
  counted_days: terms.countedDays,
  defect_days: terms.defectDays,
  decision_days: terms.decisionDays,
  answer_days: terms.answerDays,
})

export const parseOverride = (terms: OwnClaimTerms): TermsOverride => ({
  countedDays: terms.counted_days,
  defectDays: terms.defect_days,
  decisionDays: terms.decision_days,
  answerDays: terms.answer_days,
})

export const shapeContractTerms = ({ id, number, contragent, ...override }: ContractTerms): ContractClaimTerms => ({
  id,
  number,
  contragent,
  terms: {
    counted_days: override.countedDays,
    defect_days: override.defectDays,
    decision_days: override.decisionDays,
    answer_days: override.answerDays,
  },
})
