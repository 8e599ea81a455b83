/** Two customers that are one: what merging them does, and the merge. */
import * as z from 'zod/mini'
import { endpoint, type ReplyOf } from '../endpoint.ts'
import { success, wireId, wireText } from '../wire.ts'

const right = 'staff.customers'

const side = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(['pending', 'active', 'blocked']),
  /** Name of the personal manager; '' = nobody's. */
  manager: z.string(),
  counts: z.object({
    people: z.number(),
    contragents: z.number(),
    contracts: z.number(),
    orders: z.number(),
    /** Baskets with something in them. */
    baskets: z.number(),
    drafts: z.number(),
    claims: z.number(),
    chats: z.number(),
    acts: z.number(),
    documents: z.number(),
    ledger_entries: z.number(),
    addresses: z.number(),
    consignees: z.number(),
    notes: z.number(),
  }),
})

/** `id` is closed, `target` stays. */
const both = { id: wireId, target: wireId }

export const mergePlan = endpoint({
  verb: 'GET',
  path: '/api/staff/customers/:id/merge/',
  right,
  summary: 'What merging a customer into another one does: what goes over, and where the two contradict each other',
  input: z.object(both),
  reply: z.object({
    ...success,
    plan: z.object({
      closed: side,
      kept: side,
      /** Contragents of one ИНН that become one. */
      joined: z.array(
        z.object({
          company: z.string(),
          into: z.string(),
          inn: z.string(),
          kpp: z.string(),
          /** Which of the two takes no orders; the merge leaves `into` as it is. */
          switched_off: z.object({ company: z.boolean(), into: z.boolean() }),
        }),
      ),
      /** Contragents of one ИНН that stay two. */
      apart: z.array(
        z.object({
          company: z.string(),
          inn: z.string(),
          kpp: z.string(),
          why: z.enum(['branches', 'several', 'twoInExchange', 'sameNumberInExchange']),
        }),
      ),
      /** Contracts that get another number, because the joined contragent has two of it. */
      renamed: z.array(
        z.object({
          id: z.number(),
          /** Of the contragent that has the contract now. */
          company: z.string(),
          side: z.enum(['closed', 'kept']),
          number: z.string(),
          becomes: z.string(),
        }),
      ),
      /** Sent back with the merge. */
      version: z.string(),
    }),
  }),
})
export type MergePlan = ReplyOf<typeof mergePlan>['plan']
export type MergedSide = z.output<typeof side>

export const mergeCustomers = endpoint({
  verb: 'POST',
  path: '/api/staff/customers/:id/',
  method: 'merge',
  right,
  changesSessions: true,
  summary:
    'Merge a customer into another one: everything goes over, sign-ins stay, the first is closed. Idempotent. ' +
    '409 conflict: what the preview showed has changed; 409 organisationMerged: one of them is merged already',
  input: z.object({ ...both, version: wireText(40) }),
  reply: z.object(success),
})
