import type { AuditOrigin, AuditTopic } from '#shared/api/administration/audit-filters.ts'
import { addDays, dayOf, startOfDay, type Day } from '#shared/rules/dates.ts'
import { actionsNamed, auditTopics } from '#server/platform/audit/topics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { fieldNames } from './names.ts'
import type { AuditFilter, AuditMatch } from './queries-page.ts'
import { findObjects } from './queries-search.ts'

/** What the screen filters by. */
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

/** Seven days, unless a first day is given; all that is known of a single object. */
export function periodOf(
  { from, to, object }: Pick<AuditInput, 'from' | 'to' | 'object'>,
  now: Date,
): { from: Day | undefined; to: Day } {
  const last = to ?? dayOf(now)
  return { from: from ?? (object === undefined ? addDays(last, 1 - defaultDays) : undefined), to: last }
}

export async function filterOf(db: Db, input: AuditInput, now: Date): Promise<AuditFilter> {
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
    object: object === undefined ? undefined : objectOf(object),
    match: query === '' ? undefined : await matchOf(db, query),
  }
}

function objectOf(text: string) {
  const at = text.indexOf(':')
  return { type: text.slice(0, at), id: text.slice(at + 1) }
}

async function matchOf(db: Db, query: string): Promise<AuditMatch> {
  const objects = await findObjects(db, query)
  const idsOf = (type: string) => objects.filter((each) => each.type === type).map(({ id }) => Number(id))
  return {
    objects,
    accountIds: idsOf('account'),
    organisationIds: idsOf('organisation'),
    actions: actionsNamed(query),
    fields: fieldsNamed(query),
    address: networkAddress.test(query) ? query : undefined,
  }
}

/** Keys of fields whose Russian name begins with the text. */
function fieldsNamed(text: string): string[] {
  const wanted = text.toLocaleLowerCase('ru')
  return Object.entries(fieldNames).flatMap(([field, name]) =>
    name.toLocaleLowerCase('ru').startsWith(wanted) ? field : [],
  )
}
