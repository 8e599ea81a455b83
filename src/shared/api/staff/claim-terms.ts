import * as z from 'zod/mini'
import { claimTermBounds } from '../../rules/aftersale/claims.ts'
import { endpoint } from '../endpoint.ts'
import { integerBetween, nothing, success, wireId, wireText } from '../wire.ts'

/** Deadlines for filing, deciding and answering claims, in days. */
const terms = z.object({
  /** Working days after the shipment, for quantity and assortment claims. */
  counted_days: z.number(),
  /** Calendar days after the shipment, for defects and returns. */
  defect_days: z.number(),
  /** Working days. */
  decision_days: z.number(),
  answer_days: z.number(),
})
export type ClaimTermsSettings = z.output<typeof terms>

export const claimTerms = endpoint({
  verb: 'GET',
  path: '/api/staff/claimTerms/',
  right: 'staff.settings',
  summary: 'Deadlines for filing, deciding and answering claims, in days',
  input: nothing,
  reply: z.object({ ...success, terms }),
})

export const saveClaimTerms = endpoint({
  verb: 'POST',
  path: '/api/staff/claimTerms/',
  method: 'save',
  right: 'staff.settings',
  summary:
    'Change the deadlines of claims; dates already set stay. `seen` is what was shown: ' +
    '409 if somebody else has changed it',
  input: z.object({
    seen: terms,
    terms: z.object({
      counted_days: integerBetween(claimTermBounds.countedDays),
      defect_days: integerBetween(claimTermBounds.defectDays),
      decision_days: integerBetween(claimTermBounds.decisionDays),
      answer_days: integerBetween(claimTermBounds.answerDays),
    }),
  }),
  reply: z.object({ ...success, terms }),
})

const ownTerms = z.object({
  counted_days: z.nullable(z.number()),
  defect_days: z.nullable(z.number()),
  decision_days: z.nullable(z.number()),
  answer_days: z.nullable(z.number()),
})
export type OwnClaimTerms = z.output<typeof ownTerms>

const contractTerms = z.object({
  id: z.number(),
  number: z.string(),
  contragent: z.string(),
  /** Null: the general ones hold. */
  terms: ownTerms,
})
export type ContractClaimTerms = z.output<typeof contractTerms>

export const contractClaimTerms = endpoint({
  verb: 'GET',
  path: '/api/staff/contractClaimTerms/',
  right: 'staff.settings',
  summary: 'Contracts with days of their own; with `query` contracts of that number, buyer or ИНН, the first 20',
  input: z.object({ query: z.optional(wireText(100)) }),
  reply: z.object({ ...success, items: z.array(contractTerms) }),
})

export const saveContractClaimTerms = endpoint({
  verb: 'POST',
  path: '/api/staff/contractClaimTerms/:id/',
  method: 'save',
  right: 'staff.settings',
  summary:
    'Days that a contract agrees on, null as the general ones; what has a date keeps it. ' +
    '`seen` is what was shown: 409 when somebody else has changed it',
  input: z.object({
    id: wireId,
    seen: ownTerms,
    terms: z.object({
      counted_days: z.nullable(integerBetween(claimTermBounds.countedDays)),
      defect_days: z.nullable(integerBetween(claimTermBounds.defectDays)),
      decision_days: z.nullable(integerBetween(claimTermBounds.decisionDays)),
      answer_days: z.nullable(integerBetween(claimTermBounds.answerDays)),
    }),
  }),
  reply: z.object({ ...success, contract: contractTerms }),
})
