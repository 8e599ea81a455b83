import * as z from 'zod/mini'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, pagination, success, wireCount, wireFlag, wireId, wireText } from '../wire.ts'
import { staffActGroups } from '../administration/queue-groups.ts'
import { actDetails, actReplies, actRow, actSummary } from './acts.ts'

export const actNoteLength = 2000

const ofStaff = {
  organisation: z.string(),
  assignee_id: z.nullable(z.number()),
  assignee: z.string(),
  /** Disputed lines without a reply; `accepted` and `refused` count replies before they are sent, too. */
  unreplied: z.number(),
}
const staffAct = z.extend(actSummary, ofStaff)
export type StaffAct = z.output<typeof staffAct>

const staffActDetails = z.extend(actDetails, {
  ...ofStaff,
  note: z.string(),
  colleagues: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type StaffActDetails = z.output<typeof staffActDetails>

export const staffActs = endpoint({
  verb: 'GET',
  path: '/api/staff/acts/',
  right: 'staff.customers',
  summary: "Customers' acts of reconciliation: disputed ones that wait for a reply first, the longest wait at the top",
  input: z.object({
    group: chosen(z.enum(staffActGroups)),
    mine: z.optional(wireFlag),
    query: z.optional(wireText(100)),
    page: chosen(wireCount),
    perpage: chosen(wireCount),
  }),
  reply: z.object({
    ...success,
    items: z.array(staffAct),
    counts: z.record(z.enum(staffActGroups), z.number()),
    pagination,
  }),
})

const ofAct = { id: wireId }

export const staffGetAct = endpoint({
  verb: 'GET',
  path: '/api/staff/acts/:id/',
  right: 'staff.customers',
  summary: "A customer's act with its balances, and who of the staff works on it",
  input: z.object(ofAct),
  reply: z.object({ ...success, act: staffActDetails }),
})

export const staffActPdf = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/acts/:id/act.pdf',
  right: 'staff.customers',
  summary: "A customer's act of reconciliation, to be signed",
  input: z.object(ofAct),
  answers: [mediaTypes.pdf],
})

export const staffActRows = endpoint({
  verb: 'GET',
  path: '/api/staff/actRows/:id/',
  right: 'staff.customers',
  summary: "Disputed lines of a customer's act with the buyer's words and the replies, in the order of the act",
  input: z.object({ ...ofAct, page: chosen(wireCount), perpage: chosen(wireCount) }),
  reply: z.object({ ...success, items: z.array(actRow), pagination }),
})

const changed = z.object({ ...success, act: staffActDetails })

export const assignAct = endpoint({
  verb: 'POST',
  path: '/api/staff/acts/:id/',
  method: 'assign',
  right: 'staff.customers',
  summary: 'Assign an act or remove the assignee. Idempotent',
  input: z.object({ ...ofAct, assignee: chosen(wireId) }),
  reply: changed,
})

export const setActNote = endpoint({
  verb: 'POST',
  path: '/api/staff/acts/:id/',
  method: 'note',
  right: 'staff.customers',
  summary: 'Save the note that only staff see',
  input: z.object({ ...ofAct, note: wireText(actNoteLength) }),
  reply: changed,
})

export const replyToActLine = endpoint({
  verb: 'POST',
  path: '/api/staff/acts/:id/',
  method: 'line',
  right: 'staff.customers',
  summary: 'Accept or refuse a disputed line, with a reason; `none` withdraws. The buyer sees it once replies are sent',
  input: z.object({
    ...ofAct,
    match: wireId,
    reply: z.enum([...actReplies, 'none']),
    reason: z.optional(wireText(500)),
  }),
  reply: changed,
})

export const sendActReply = endpoint({
  verb: 'POST',
  path: '/api/staff/acts/:id/',
  method: 'send',
  right: 'staff.customers',
  summary: 'Send the replies to the buyer once every disputed line has one. Idempotent',
  input: z.object(ofAct),
  reply: changed,
})
