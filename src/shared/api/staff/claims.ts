import * as z from 'zod/mini'
import { claimDetails, claimLine, claimSummary, settlementNames } from '../claims.ts'
import { claimStateNames } from '../../rules/aftersale/claims.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { staffClaimGroups } from '../administration/queue-groups.ts'
import { chosen, pagination, success, wireCount, wireFlag, wireId, wireQuantity, wireText } from '../wire.ts'

const staffClaim = z.extend(claimSummary, {
  organisation: z.string(),
  assignee_id: z.nullable(z.number()),
  assignee: z.string(),
})
export type StaffClaim = z.output<typeof staffClaim>

export const staffClaimDetails = z.extend(claimDetails, {
  /** `also_claimed`: number of other claims of the same good within 90 days. */
  products: z.array(z.extend(claimLine, { also_claimed: z.number() })),
  organisation: z.string(),
  assignee_id: z.nullable(z.number()),
  /** Claims of the organisation within 90 days, and how many were accepted. */
  recent: z.object({
    count: z.number(),
    accepted: z.number(),
    accepted_sum: z.number(),
  }),
  colleagues: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type StaffClaimDetails = z.output<typeof staffClaimDetails>

export const staffClaims = endpoint({
  verb: 'GET',
  path: '/api/staff/claims/',
  right: 'staff.claims',
  summary: "The queue of customers' claims: those that wait for staff first, by their deadline",
  input: z.object({
    group: chosen(z.enum(staffClaimGroups)),
    mine: z.optional(wireFlag),
    query: z.optional(wireText(100)),
    page: chosen(wireCount),
    perpage: chosen(wireCount),
  }),
  reply: z.object({
    ...success,
    items: z.array(staffClaim),
    count: z.number(),
    counts: z.record(z.enum(staffClaimGroups), z.number()),
    pagination,
  }),
})

const ofClaim = { id: wireId }

export const staffGetClaim = endpoint({
  verb: 'GET',
  path: '/api/staff/claims/:id/',
  right: 'staff.claims',
  summary: "A customer's claim with notes",
  input: z.object(ofClaim),
  reply: z.object({ ...success, claim: staffClaimDetails }),
})

export const claimsOfGood = endpoint({
  verb: 'GET',
  path: '/api/staff/goodClaims/:id/',
  right: 'staff.claims',
  summary: "Customers' claims of a good in the last 90 days, latest first; `id` is the good's",
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    items: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        contragent: z.string(),
        filed_at: z.string(),
        type_name: z.string(),
        text: z.string(),
        state: z.enum(claimStateNames),
        qnt: z.number(),
        accepted: z.nullable(z.number()),
        unit: z.string(),
      }),
    ),
  }),
})
export type GoodClaims = z.output<typeof claimsOfGood.reply>

export const staffReadClaimThread = endpoint({
  verb: 'POST',
  path: '/api/staff/claims/:id/',
  method: 'read',
  right: 'staff.claims',
  summary: 'Mark the thread as read up to a message',
  input: z.object({ ...ofClaim, message: wireId }),
  reply: z.object(success),
})

const changed = z.object({ ...success, claim: staffClaimDetails })

export const assignClaim = endpoint({
  verb: 'POST',
  path: '/api/staff/claims/:id/',
  method: 'assign',
  right: 'staff.claims',
  summary: 'Assign a claim or remove the assignee; a new claim becomes in work',
  input: z.object({ ...ofClaim, assignee: chosen(wireId) }),
  reply: changed,
})

export const writeToClaim = endpoint({
  verb: 'POST',
  path: '/api/staff/claims/:id/',
  method: 'write',
  right: 'staff.claims',
  summary: 'Send a message to the buyer, or write an internal note',
  input: z.object({
    ...ofClaim,
    text: wireText(4000),
    note: z.optional(wireFlag),
    key: z.optional(wireText(100)),
  }),
  reply: changed,
})

export const sendClaimQuestion = endpoint({
  verb: 'POST',
  path: '/api/staff/claims/:id/',
  method: 'ask',
  right: 'staff.claims',
  summary: 'Ask the buyer for data. Idempotent',
  input: z.object({ ...ofClaim, text: wireText(4000) }),
  reply: changed,
})

export const decideClaim = endpoint({
  verb: 'POST',
  path: '/api/staff/claims/:id/',
  method: 'decide',
  right: 'staff.claims',
  summary: 'Decide every line: the accepted quantity and its settlement, or the reason for refusal. Idempotent',
  input: z.object({
    ...ofClaim,
    lines: z
      .array(
        z.object({
          line: wireId,
          accepted: wireQuantity,
          settle: chosen(z.enum(settlementNames)),
          reason: z.optional(wireText(500)),
        }),
      )
      .check(z.maxLength(2000)),
    text: z.optional(wireText(2000)),
  }),
  reply: changed,
})

export const closeClaim = endpoint({
  verb: 'POST',
  path: '/api/staff/claims/:id/',
  method: 'close',
  right: 'staff.claims',
  summary: 'Close a decided claim; an accepted one requires the settlement document',
  input: z.object({ ...ofClaim, document: z.optional(wireText(200)) }),
  reply: changed,
})

export const staffClaimPdf = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/claims/:id/act.pdf',
  right: 'staff.claims',
  summary: "The discrepancy report of a customer's claim (ТОРГ-2)",
  input: z.object(ofClaim),
  answers: [mediaTypes.pdf],
})
