/** The audit trail: who changed what, on whose behalf, before and after. */
import * as z from 'zod/mini'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { auditOrigins, auditTopics } from './audit-filters.ts'
import { chosen, success, wireDate, wireId, wireText } from '../wire.ts'

const filter = {
  /** First and last day, dd.mm.yyyy; without the first one seven days, or all with `object`. */
  from: chosen(wireDate),
  to: chosen(wireDate),
  /** An account's id, or one of `auditOrigins`. */
  who: chosen(z.union([z.enum(auditOrigins), wireId])),
  organisation: chosen(wireId),
  topic: chosen(z.enum(auditTopics)),
  /** All rows about one object: 'contract:12'. */
  object: chosen(wireText(100).check(z.regex(/^[a-z-]{1,30}:.{1,60}$/))),
  /** A number, a name, a login, ИНН, an action, a field or a network address. */
  query: chosen(wireText(100)),
}

const account = z.object({ id: z.number(), name: z.string() })

const row = z.object({
  id: z.number(),
  /** ISO */
  at: z.string(),
  /** `id` is null for 1C, jobs, the command line and guests. */
  who: z.object({ id: z.nullable(z.number()), name: z.string(), note: z.string() }),
  on_behalf: z.nullable(account),
  origin: z.enum(['web', 'exchange', 'command-line', 'system']),
  action: z.string(),
  topic: z.nullable(z.enum(auditTopics)),
  object: z.object({ type: z.string(), id: z.nullable(z.string()), title: z.string(), note: z.string() }),
  organisation: z.nullable(account),
  /** `before` is null for what was new. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() })),
})
export type AuditRow = z.output<typeof row>

export const listAudit = endpoint({
  verb: 'GET',
  path: '/api/staff/audit/',
  right: 'staff.audit',
  summary:
    'The audit trail, latest first, 50 rows a page. `before` or `after`: ' +
    'a row’s id, for the page of older or newer rows',
  input: z.object({ ...filter, before: chosen(wireId), after: chosen(wireId) }),
  reply: z.object({
    ...success,
    items: z.array(row),
    has_older: z.boolean(),
    has_newer: z.boolean(),
    /** Days of the period, dd.mm.yyyy; `from` is null for all rows about one object. */
    from: z.nullable(z.string()),
    to: z.string(),
    /** Counted up to `max`; the topics are null beyond it. */
    counts: z.object({
      total: z.number(),
      max: z.number(),
      topics: z.nullable(z.record(z.enum(auditTopics), z.number())),
    }),
    /** Our own people, and the account and organisation that are filtered by. */
    people: z.array(account),
    organisation: z.nullable(account),
    keep_days: z.number(),
  }),
})

export const readAudit = endpoint({
  verb: 'GET',
  path: '/api/staff/audit/:id',
  right: 'staff.audit',
  summary: 'One row of the audit trail',
  input: z.object({ id: wireId }),
  reply: z.object({ ...success, row }),
})

export const auditSheet = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/audit/audit.xlsx',
  right: 'staff.audit',
  summary: 'The filtered audit trail as a spreadsheet: its newest million rows. Audited',
  input: z.object(filter),
  answers: [mediaTypes.xlsx],
})

export const auditCsv = fileEndpoint({
  verb: 'GET',
  path: '/api/staff/audit/audit.csv',
  right: 'staff.audit',
  summary: 'The filtered audit trail as CSV: UTF-8, semicolons. Audited',
  input: z.object(filter),
  answers: [mediaTypes.csv],
})
