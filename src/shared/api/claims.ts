import * as z from 'zod/mini'
import {
  claimSettlements,
  claimStateNames,
  requestedRemedies,
  maxClaimFileBytes,
  maxClaimFiles,
  type ClaimSettlement,
  type RequestedRemedy,
} from '../rules/aftersale/claims.ts'
import { tooLargeMessage } from '../rules/file-size.ts'
import { endpoint, fileEndpoint } from './endpoint.ts'
import { mediaTypes } from './files.ts'
import { chosen, orJson, pagination, success, wireCount, wireId, wireQuantity, wireText } from './wire.ts'

const remedyNames = Object.keys(requestedRemedies) as [RequestedRemedy, ...RequestedRemedy[]]
export const settlementNames = Object.keys(claimSettlements) as [ClaimSettlement, ...ClaimSettlement[]]

/** Dates are dd.mm.yyyy, moments ISO, sums roubles (null for who may not see prices), quantities units. */
export const claimSummary = z.object({
  id: z.number(),
  number: z.string(),
  order: z.object({ id: z.number(), number: z.string() }),
  contract: z.object({
    id: z.number(),
    number: z.string(),
    contragent: z.string(),
  }),
  /** Of the first line; `type_name` has those of all. */
  type: z.number(),
  type_name: z.string(),
  wish: z.string(),
  state: z.enum(claimStateNames),
  status: z.string(),
  filed_at: z.string(),
  filed_by: z.string(),
  late: z.boolean(),
  decide_by: z.string(),
  /** The last day to decide has passed; the last day to answer. */
  overdue: z.boolean(),
  unanswered: z.boolean(),
  /** Messages of the other side that the caller has not read. */
  unread: z.number(),
  answer_by: z.nullable(z.string()),
  /** What staff ask, while they wait for the answer. */
  question: z.string(),
  decided_at: z.nullable(z.string()),
  decision: z.string(),
  ended_at: z.nullable(z.string()),
  document: z.string(),
  lines: z.number(),
  /** Of the first line; of all where they share a unit. */
  qnt: z.number(),
  unit: z.string(),
  accepted: z.nullable(z.number()),
  sum: z.nullable(z.number()),
  may: z.object({ reply: z.boolean(), withdraw: z.boolean() }),
})
export type ClaimSummary = z.output<typeof claimSummary>

export const claimFile = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['webp', 'pdf']),
  size: z.number(),
  url: z.string(),
})
export type ClaimFile = z.output<typeof claimFile>

export const claimMessage = z.object({
  id: z.number(),
  at: z.string(),
  author: z.string(),
  side: z.enum(['buyer', 'staff', 'portal']),
  kind: z.string(),
  text: z.string(),
  /** Somebody of the other side has seen it. */
  read: z.boolean(),
})
export type ClaimMessage = z.output<typeof claimMessage>

export const claimLine = z.object({
  line: z.number(),
  id: z.number(),
  header: z.string(),
  articul: z.string(),
  unit: z.string(),
  /** Each line has its own: why, what is asked for, and words. */
  type: z.number(),
  type_name: z.string(),
  wish: z.string(),
  text: z.string(),
  shipped: z.number(),
  /** It was not ordered. */
  other: z.boolean(),
  qnt: z.number(),
  price: z.nullable(z.number()),
  sum: z.nullable(z.number()),
  accepted: z.nullable(z.number()),
  settle: z.nullable(z.enum(settlementNames)),
  reason: z.string(),
  /** While it is not decided: where there is something to replace it with, and whether it covers what is claimed. */
  stock: z.nullable(
    z.object({ warehouse: z.string(), qnt: z.number(), label: z.nullable(z.string()), enough: z.boolean() }),
  ),
  picture: z.number(),
  picturetype: z.string(),
})
export type ClaimLine = z.output<typeof claimLine>

export const claimDetails = z.extend(claimSummary, {
  text: z.string(),
  products: z.array(claimLine),
  messages: z.array(claimMessage),
  files: z.array(claimFile),
  assignee: z.string(),
  /** With which the order was shipped; for who may see documents. */
  papers: z.array(z.object({ name: z.string(), date: z.string() })),
  /** While it is not decided: the order of the contract that is shipped next. */
  next_order: z.nullable(z.object({ id: z.number(), number: z.string(), date: z.nullable(z.string()) })),
})
export type ClaimDetails = z.output<typeof claimDetails>

export const claimGroups = ['all', 'open', 'closed'] as const
export type ClaimGroup = (typeof claimGroups)[number]

export const listClaims = endpoint({
  verb: 'GET',
  path: '/api/claim/',
  right: 'claim.view',
  summary: "Claims of the caller's contracts: open ones first, then the latest",
  input: z.object({
    group: chosen(z.enum(claimGroups)),
    /** A claim's number, an order's, an article. */
    query: z.optional(wireText(100)),
    page: chosen(wireCount),
    perpage: chosen(wireCount),
  }),
  reply: z.object({
    ...success,
    items: z.array(claimSummary),
    count: z.number(),
    counts: z.record(z.enum(claimGroups), z.number()),
    open_sum: z.nullable(z.number()),
    /** Claims with unread messages, or that ask the caller something. */
    news: z.number(),
    /** After the shipment: working days for quantity and assortment, days for defects and returns. */
    terms: z.object({
      counted_days: z.number(),
      defect_days: z.number(),
      /** Those with days of their own. */
      contracts: z.array(z.object({ number: z.string(), counted_days: z.number(), defect_days: z.number() })),
    }),
    pagination,
  }),
})

export const getClaim = endpoint({
  verb: 'GET',
  path: '/api/claim/:id/',
  right: 'claim.view',
  summary: 'A claim with its lines, files and thread',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, claim: claimDetails }),
})

/** [S.9] */
export const orderClaims = endpoint({
  verb: 'GET',
  path: '/api/orderClaims/:id/',
  right: 'claim.view',
  summary: 'What of an order was ordered, shipped, claimed and settled, and its claims',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    order: z.object({ id: z.number(), number: z.string() }),
    lines: z.array(
      z.object({
        line: z.number(),
        id: z.number(),
        header: z.string(),
        articul: z.string(),
        unit: z.string(),
        price: z.nullable(z.number()),
        ordered: z.number(),
        shipped: z.number(),
        claimed: z.number(),
        settled: z.number(),
        /** What may still be claimed. */
        left: z.number(),
        picture: z.number(),
        picturetype: z.string(),
      }),
    ),
    claims: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        state: z.enum(claimStateNames),
        status: z.string(),
      }),
    ),
    /** Last day to file by type of claim; null: nothing was shipped yet. */
    file_by: z.nullable(z.record(z.string(), z.string())),
    may_file: z.boolean(),
  }),
})
export type OrderClaims = z.output<typeof orderClaims.reply>

export const ordersToClaim = endpoint({
  verb: 'GET',
  path: '/api/ordersToClaim/',
  right: 'claim.file',
  summary: 'Orders of which something may still be claimed, the latest 20',
  /** An order's number, an article or a name. */
  input: z.object({ query: z.optional(wireText(100)) }),
  reply: z.object({
    ...success,
    items: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        date: z.string(),
        contract: z.string(),
        contragent: z.string(),
        /** How many of its lines may be claimed. */
        lines: z.number(),
        /** The good that was looked for. */
        good: z.nullable(z.object({ header: z.string(), articul: z.string() })),
      }),
    ),
  }),
})

export type OrderToClaim = z.output<typeof ordersToClaim.reply>['items'][number]

/** 1 to 5, or its label. */
const typeOrLabel = z.union([z.number(), wireText(50)])
const description = z.optional(z.nullable(wireText(4000)))
const product = z.object({
  id: wireId,
  qty: wireQuantity,
  /** Where they differ from the claim's. */
  type: z.optional(typeOrLabel),
  wish: chosen(z.enum(remedyNames)),
  description,
})
const fileIds = z.optional(z.array(wireId).check(z.maxLength(maxClaimFiles)))
const key = z.optional(wireText(100))

const reclamation = z.object({
  /** 1C's number of the order, or the portal's. */
  orderCode1c: wireText(200),
  type: typeOrLabel,
  products: z.array(product).check(z.maxLength(2000)),
  /** Goods that are not in the order; of пересортица and излишек alone. */
  others: z.optional(z.array(product).check(z.maxLength(200))),
  description,
  wish: chosen(z.enum(remedyNames)),
  /** Files sent before, by `/api/claimFile/`. */
  files: fileIds,
  key,
})

const files = Object.fromEntries(
  Array.from({ length: maxClaimFiles }, (_each, index) => [`file${index}`, z.optional(z.unknown())]),
)

/** [C.51] [E.15] A multipart form with `reclamation` as JSON, `fileNumber` and `file0`…, or JSON. */
export const fileClaim = endpoint({
  verb: 'POST',
  path: '/cabinet/action39/',
  right: 'claim.file',
  whileActing: 'asked',
  summary:
    'File a claim about shipped goods of an order; at most what was shipped and is not claimed yet. ' +
    'The same `key` again answers the same claim',
  input: z.object({
    reclamation: orJson(reclamation, 200_000),
    /** Number of the files in the form. */
    fileNumber: chosen(wireCount),
    ...files,
  }),
  reply: z.object({
    ...success,
    claim: z.object({ id: z.number(), number: z.string() }),
  }),
})

export const readClaimThread = endpoint({
  verb: 'POST',
  path: '/api/claim/:id/',
  method: 'read',
  right: 'claim.view',
  summary: 'The caller has read the thread as far as this message',
  input: z.object({ id: wireId, message: wireId }),
  reply: z.object(success),
})

export const replyToClaim = endpoint({
  verb: 'POST',
  path: '/api/claim/:id/',
  method: 'reply',
  right: 'claim.file',
  summary: 'Write to staff in a claim, with files; answers what they asked',
  input: z.object({ id: wireId, text: wireText(4000), files: fileIds, key }),
  reply: z.object({ ...success, claim: claimDetails }),
})

export const withdrawClaim = endpoint({
  verb: 'POST',
  path: '/api/claim/:id/',
  method: 'withdraw',
  right: 'claim.file',
  whileActing: 'asked',
  summary: 'Take a claim back that is not decided yet; again changes nothing',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, claim: claimDetails }),
})

export const uploadClaimFile = fileEndpoint({
  verb: 'POST',
  path: '/api/claimFile/',
  right: 'claim.file',
  summary: 'A photo (JPG, PNG, WEBP, HEIC) or PDF for a claim that is being written; photos are encoded anew',
  input: z.object({ name: z.optional(wireText(255)) }),
  takes: {
    mediaTypes: [mediaTypes.jpeg, mediaTypes.png, 'image/webp', 'image/heic', mediaTypes.pdf],
    maxBytes: maxClaimFileBytes,
    tooLarge: tooLargeMessage(maxClaimFileBytes),
  },
  reply: z.object({ ...success, file: claimFile }),
})

export const downloadClaimFile = fileEndpoint({
  verb: 'GET',
  path: '/api/claimFile/:id',
  right: 'claim.view',
  orRight: 'staff.claims',
  summary: 'A file of a claim',
  input: z.object({ id: wireId }),
  answers: ['image/webp', mediaTypes.pdf],
})

export const claimPdf = fileEndpoint({
  verb: 'GET',
  path: '/api/claim/:id/act.pdf',
  right: 'claim.view',
  summary: 'The act of discrepancies of a claim (ТОРГ-2), to sign',
  input: z.object({ id: wireId }),
  answers: [mediaTypes.pdf],
})
