import * as z from 'zod/mini'
import { actStates } from '../../rules/act-states.ts'
import { matchOutcomes, type MatchOutcome } from '../../rules/act-outcomes.ts'
import { tooLargeMessage } from '../../rules/file-size.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, pagination, success, wireCount, wireDate, wireFlag, wireId, wireText } from '../wire.ts'

export const actGroups = ['all', 'waiting', 'working', 'failed', 'confirmed'] as const
export type ActGroup = (typeof actGroups)[number]
const stateNames = Object.keys(actStates) as [keyof typeof actStates, ...(keyof typeof actStates)[]]
/** Of the supplier to a disputed line: the buyer is right, or not. */
export const actReplies = ['accept', 'refuse'] as const
export type ActReply = (typeof actReplies)[number]
const outcomeNames = Object.keys(matchOutcomes) as [MatchOutcome, ...MatchOutcome[]]

/** Dates are dd.mm.yyyy, moments ISO, sums roubles. */
export const actSummary = z.object({
  id: z.number(),
  number: z.string(),
  contract_id: z.number(),
  contragent_id: z.number(),
  contract: z.object({ number: z.string(), contragent: z.string() }),
  startdate: z.string(),
  enddate: z.string(),
  state: z.enum(stateNames),
  status: z.string(),
  requested_at: z.string(),
  requested_by: z.string(),
  /** Why it failed. */
  error: z.string(),
  ready_at: z.nullable(z.string()),
  /** The instant of 1C's data that the act shows. */
  as_of: z.nullable(z.string()),
  answer_by: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  answered_by: z.string(),
  /** In the supplier's accounting: opening + debit − credit = closing. */
  opening: z.number(),
  debit: z.number(),
  credit: z.number(),
  closing: z.number(),
  lines: z.number(),
  /** Differences from the buyer's file, and lines that the buyer agrees with, disputes, or has still to answer. */
  differences: z.number(),
  agreed: z.number(),
  disputed: z.number(),
  unanswered: z.number(),
  /** The supplier's reply to the disputed lines: null until it is sent. */
  replied_at: z.nullable(z.string()),
  replied_by: z.string(),
  /** Disputed lines where the supplier accepts the buyer's side, and where not. */
  accepted: z.number(),
  refused: z.number(),
})
export type Act = z.output<typeof actSummary>

export const getActs = endpoint({
  verb: 'POST',
  path: '/api/getActs/',
  right: 'acts.view',
  summary: 'Acts of reconciliation, by default of the last 12 months [C.25]; polled every 10 s',
  input: z.object({
    contract: chosen(wireId),
    contragent: chosen(wireId),
    /** Default period of the list: the days on which acts were requested. */
    startdate: chosen(wireDate),
    enddate: chosen(wireDate),
    group: chosen(z.enum(actGroups)),
    page: chosen(wireCount),
    perpage: chosen(wireCount),
  }),
  reply: z.object({
    ...success,
    items: z.array(actSummary),
    count: z.number(),
    counts: z.record(z.enum(actGroups), z.number()),
    startDate: z.string(),
    endDate: z.string(),
    pagination,
  }),
})

export const requestAct = endpoint({
  verb: 'POST',
  path: '/api/act/',
  right: 'acts.view',
  summary: 'Request an act for a contract and a period [C.26]; returns the existing one while it is being built',
  input: z.object({
    /** Absent: the chosen contract. */
    contract_id: chosen(wireId),
    contragent_id: chosen(wireId),
    startdate: wireDate,
    enddate: wireDate,
    /** Send an e-mail when the act is ready. */
    mail: z.optional(wireFlag),
  }),
  reply: z.object({ ...success, act: actSummary }),
})

const party = z.object({ name: z.string(), inn: z.string(), kpp: z.string() })

/** The buyer's own ledger, uploaded as a file; debit and credit are swapped to match the act. */
const book = z.object({
  name: z.string(),
  uploaded_at: z.string(),
  lines: z.number(),
  outside: z.number(),
  opening: z.nullable(z.number()),
  closing: z.nullable(z.number()),
  debit: z.number(),
  credit: z.number(),
})

/** Steps from our closing balance to the buyer's: opening balances first, then each difference. */
const step = z.object({
  match: z.nullable(z.number()),
  title: z.string(),
  outcome: z.nullable(z.enum(outcomeNames)),
  effect: z.number(),
})

export const actDetails = z.extend(actSummary, {
  seller: z.nullable(party),
  buyer: party,
  book: z.nullable(book),
  /** Number of matches per outcome. */
  outcomes: z.record(z.enum(outcomeNames), z.number()),
  steps: z.array(step),
  /** Number of differences not listed in `steps`. */
  further_steps: z.number(),
  /** Our closing balance minus the buyer's. */
  difference: z.nullable(z.number()),
  /** The part that the differences do not explain: 0, unless the buyer's file is inconsistent. */
  unexplained: z.nullable(z.number()),
  /** The first line that still needs an answer, and its page of the view `differences`. */
  first_unanswered: z.nullable(z.object({ match: z.number(), title: z.string(), page: z.number() })),
})
export type ActDetails = z.output<typeof actDetails>

export const readAct = endpoint({
  verb: 'GET',
  path: '/api/act/:id',
  right: 'acts.view',
  summary: 'An act with its parties, balances and differences',
  input: z.object({ id: wireId }),
  reply: z.object({
    ...success,
    act: actDetails,
  }),
})
export const actViews = ['differences', 'all', 'same', 'disputed'] as const
export type ActView = (typeof actViews)[number]

const side = z.object({ count: z.number(), debit: z.number(), credit: z.number() })

/** Matching lines of both sides; without a file only the act's. */
export const actRow = z.object({
  match: z.number(),
  outcome: z.enum(outcomeNames),
  cause: z.string(),
  effect: z.number(),
  answer: z.nullable(z.enum(['agree', 'dispute'])),
  comment: z.string(),
  /** Of the supplier to a disputed line: null until it is sent. */
  reply: z.nullable(z.enum(actReplies)),
  reply_reason: z.string(),
  ours: z.array(
    z.object({
      date: z.string(),
      title: z.string(),
      operation: z.string(),
      basis: z.string(),
      debit: z.number(),
      credit: z.number(),
    }),
  ),
  theirs: z.array(
    z.object({
      row: z.number(),
      date: z.nullable(z.string()),
      document: z.string(),
      debit: z.number(),
      credit: z.number(),
    }),
  ),
})
export type ActRow = z.output<typeof actRow>

/** A collapsed range of matches that agree, by number. */
const run = z.object({
  before: z.nullable(z.number()),
  from: z.number(),
  to: z.number(),
  startdate: z.nullable(z.string()),
  enddate: z.nullable(z.string()),
  ours: side,
  theirs: side,
})
export type ActRun = z.output<typeof run>

export const actRows = endpoint({
  verb: 'GET',
  path: '/api/actRows/',
  right: 'acts.view',
  summary: 'Lines of an act with the matching lines of the buyer’s file',
  input: z.object({
    id: wireId,
    view: chosen(z.enum(actViews)),
    /** First and last match of the range, both included. */
    from: chosen(wireCount),
    to: chosen(wireCount),
    page: chosen(wireCount),
    perpage: chosen(wireCount),
  }),
  reply: z.object({ ...success, items: z.array(actRow), runs: z.array(run), pagination }),
})

const ofAct = { id: wireId }
const changed = z.object({ ...success, act: actSummary })

export const answerActMatch = endpoint({
  verb: 'POST',
  path: '/api/act/:id',
  method: 'answer',
  right: 'acts.view',
  summary:
    'Accept or dispute a line of the act; `none` withdraws the answer. Kept for the buyer; staff see it once sent',
  input: z.object({
    ...ofAct,
    match: wireId,
    answer: z.enum(['agree', 'dispute', 'none']),
    comment: z.optional(wireText(500)),
  }),
  reply: changed,
})

export const confirmAct = endpoint({
  verb: 'POST',
  path: '/api/act/:id',
  method: 'confirm',
  right: 'acts.view',
  whileActing: 'asked',
  summary: 'Confirm an act; refused while a line is disputed or unanswered',
  input: z.object(ofAct),
  reply: changed,
})

export const disputeAct = endpoint({
  verb: 'POST',
  path: '/api/act/:id',
  method: 'dispute',
  right: 'acts.view',
  whileActing: 'asked',
  summary: 'Send the disputed lines to the supplier',
  input: z.object(ofAct),
  reply: changed,
})

export const retryAct = endpoint({
  verb: 'POST',
  path: '/api/act/:id',
  method: 'retry',
  right: 'acts.view',
  summary: 'Retry a failed act',
  input: z.object(ofAct),
  reply: changed,
})

export const cancelAct = endpoint({
  verb: 'POST',
  path: '/api/act/:id',
  method: 'cancel',
  right: 'acts.view',
  summary: 'Cancel a request that is not built yet',
  input: z.object(ofAct),
  reply: z.object(success),
})

export const removeActBook = endpoint({
  verb: 'POST',
  path: '/api/act/:id',
  method: 'removeFile',
  right: 'acts.view',
  summary: 'Remove the buyer’s file from an act, with the answers',
  input: z.object(ofAct),
  reply: changed,
})

export const maxBookBytes = 20 * 1024 * 1024

export const uploadActBook = fileEndpoint({
  verb: 'POST',
  path: '/api/act/:id/book',
  right: 'acts.view',
  summary: 'Upload the buyer’s own ledger of the period (XLSX, XLS, ODS, CSV), to be matched with the act',
  input: z.object({ ...ofAct, name: z.optional(wireText(200)) }),
  takes: {
    mediaTypes: [mediaTypes.xlsx, mediaTypes.xls, mediaTypes.csv],
    maxBytes: maxBookBytes,
    tooLarge: tooLargeMessage(maxBookBytes),
  },
  reply: changed,
})

export const actPdf = fileEndpoint({
  verb: 'GET',
  path: '/api/act/:id/act.pdf',
  right: 'acts.view',
  summary: 'An act of reconciliation, to be signed',
  input: z.object(ofAct),
  answers: [mediaTypes.pdf],
})

export const actSheet = fileEndpoint({
  verb: 'GET',
  path: '/api/act/:id/act.xlsx',
  right: 'acts.view',
  summary: 'Lines of an act with the matching lines of the buyer’s file, as a spreadsheet',
  input: z.object(ofAct),
  answers: [mediaTypes.xlsx],
})
