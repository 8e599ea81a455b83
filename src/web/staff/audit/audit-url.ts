import { auditOrigins, auditTopics, type AuditTopic } from '#shared/api/administration/audit-filters.ts'
import { dateOf, parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** The address of the audit trail; `row` is the one that is open, `before` and `after` choose the page. */
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

/** Another filter; it begins with the newest rows. */
export function changeAuditSearch(
  search: AuditSearch,
  change: { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined },
): AuditSearch {
  return normaliseAuditSearch({ ...search, before: undefined, after: undefined, row: undefined, ...change })
}

/** Of the filters, what the calls take. */
export function auditFilter({ before: _before, after: _after, row: _row, ...filter }: AuditSearch) {
  return filter
}

/** Both days in order, or either alone. */
export function isAuditPeriod({ from, to }: AuditSearch): boolean {
  const order = (date: string) => date.split('.').toReversed().join('')
  return from === undefined || to === undefined || order(from) <= order(to)
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
