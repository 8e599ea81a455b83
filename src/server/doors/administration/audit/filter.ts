import type { AuditOrigin, AuditTopic } from '#shared/api/administration/audit-filters.ts'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import { findActionsByName, auditTopics } from '#server/platform/audit/topics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { fieldNames } from './names.ts'
import type { AuditFilter, AuditMatch } from './queries-page.ts'
import { findObjects } from './queries-search.ts'

/** Filters of the screen. */
export type AuditInput = {
  from: Day | undefined
  to: Day | undefined
  who: AuditOrigin | number | undefined
  organisationId: number | undefined
  topic: AuditTopic | undefined
  object: string | undefined
  query: string
}

const defaultDays = 7
const networkAddress = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f]*:[\da-f:.]+)$/i

/** The last seven days unless a first day is given; without limit for a single object. */
export function periodOf(
  { from, to, object }: Pick<AuditInput, 'from' | 'to' | 'object'>,
  now: Date,
): { from: Day | undefined; to: Day } {
  const last = to ?? dayOf(now)
  return { from: from ?? (object === undefined ? addDays(last, 1 - defaultDays) : undefined), to: last }
}

export async function buildAuditFilter(db: Db, input: AuditInput, now: Date): Promise<AuditFilter> {
  const { from, to } = periodOf(input, now)
  const { who, organisationId, topic, object, query } = input
  return {
    since: from === undefined ? new Date(0) : startOfDay(from),
    until: startOfDay(addDays(to, 1)),
    accountId: typeof who === 'number' ? who : undefined,
    origin: typeof who === 'string' ? (who === 'guest' ? 'web' : who) : undefined,
    organisationId,
    actions: topic === undefined || topic === 'onBehalf' ? undefined : auditTopics[topic],
    onBehalf: topic === 'onBehalf',
    object: object === undefined ? undefined : parseObjectKey(object),
    match: query === '' ? undefined : await findMatch(db, query),
  }
}

function parseObjectKey(text: string) {
  const at = text.indexOf(':')
  return { type: text.slice(0, at), id: text.slice(at + 1) }
}

async function findMatch(db: Db, query: string): Promise<AuditMatch> {
  const objects = await findObjects(db, query)
  const idsOf = (type: string) => objects.filter((each) => each.type === type).map(({ id }) => Number(id))
  return {
    objects,
    accountIds: idsOf('account'),
    organisationIds: idsOf('organisation'),
    actions: findActionsByName(query),
    fields: findFieldsByName(query),
    address: networkAddress.test(query) ? query : undefined,
  }
}

/** Keys of fields whose Russian name starts with the text. */
function findFieldsByName(text: string): string[] {
  const prefix = text.toLocaleLowerCase('ru')
  return Object.entries(fieldNames).flatMap(([field, name]) =>
    name.toLocaleLowerCase('ru').startsWith(prefix) ? field : [],
  )
}
