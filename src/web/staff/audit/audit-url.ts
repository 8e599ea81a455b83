import { auditOrigins, auditTopics, type AuditTopic } from '#shared/api/administration/audit-filters.ts'
import { dateOf, parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the audit trail; `row` is the open one, `before` and `after` are the cursors of the page. */
export type AuditSearch = {
  from?: string
  to?: string
  who?: string
  organisation?: number
  topic?: AuditTopic
  object?: string
  query?: string
  before?: number
  after?: number
  row?: number
}

export function normaliseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  return withoutAbsent({
    from: dateOf(raw.from),
    to: dateOf(raw.to),
    who: whoOf(raw.who),
    organisation: parseInteger(raw.organisation),
    topic: auditTopics.find((topic) => topic === raw.topic),
    object: objectOf(raw.object),
    query: textOf(raw.query)?.trim(),
    before: parseInteger(raw.before),
    after: parseInteger(raw.after),
    row: parseInteger(raw.row),
  })
}

/** Changed filters, starting with the newest rows. */
export function changeAuditSearch(
  search: AuditSearch,
  change: { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined },
): AuditSearch {
  return normaliseAuditSearch({ ...search, before: undefined, after: undefined, row: undefined, ...change })
}

/** The filters without page and open row. */
export function auditFilterOf({ before: _before, after: _after, row: _row, ...filter }: AuditSearch) {
  return filter
}

/** Whether the start is not after the end; either may be missing. */
export function isValidAuditPeriod({ from, to }: AuditSearch): boolean {
  const sortKey = (date: string) => date.split('.').toReversed().join('')
  return from === undefined || to === undefined || sortKey(from) <= sortKey(to)
}

function whoOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  return parseInteger(text) !== undefined || (auditOrigins as readonly string[]).includes(text) ? text : undefined
}

function objectOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^[a-z-]{1,30}:.{1,60}$/.test(text) ? text : undefined
}
