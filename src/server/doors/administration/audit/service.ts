import type { AuditTopic } from '#shared/api/administration/audit-filters.ts'
import type { Day } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import { listAuditRows, type AuditRow } from '#server/platform/audit/shared-queries-audit.ts'
import { topicOf } from '#server/platform/audit/topics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import { buildAuditFilter, periodOf, type AuditInput } from './filter.ts'
import { countActions, listPageIds, type AuditCursor, type AuditFilter } from './queries-page.ts'
import {
  findOrganisationName,
  listAccountNames,
  listStaffNames,
  listTitles,
  type NamedAccount,
  type ObjectTitle,
} from './queries-search.ts'
import { objectsInChanges } from './text.ts'

export const pageSize = 50
export const maxCounted = 10_000

type Deps = { db: Db }

/** Rows with names of their people and objects. */
export type NamedRows = {
  rows: AuditRow[]
  nameOf: (accountId: number) => string | undefined
  titleOf: (key: { type: string; id: string }) => ObjectTitle | undefined
}

export type AuditCounts = { total: number; topics: Record<AuditTopic, number> | null }

export type AuditPage = NamedRows & {
  hasOlder: boolean
  hasNewer: boolean
  period: { from: Day | undefined; to: Day }
  counts: AuditCounts
  people: NamedAccount[]
  organisation: NamedAccount | undefined
  keepDays: number
}

export async function readPage(
  { db }: Deps,
  { cursor, now, ...input }: AuditInput & { cursor: AuditCursor; now: Date },
): Promise<AuditPage> {
  const filter = await buildAuditFilter(db, input, now)
  const ids = await listPageIds(db, filter, { cursor, limit: pageSize + 1 })
  const isCut = ids.length > pageSize
  const shown = ids.slice(0, pageSize)
  const isBackwards = cursor.after !== undefined
  return {
    ...(await addNames(db, isBackwards ? shown.toReversed() : shown)),
    hasOlder: isBackwards || isCut,
    hasNewer: isBackwards ? isCut : cursor.before !== undefined,
    period: periodOf(input, now),
    counts: await countRows(db, { ...filter, actions: undefined, onBehalf: undefined }),
    people: await listPeople(db, input.who),
    organisation: input.organisationId === undefined ? undefined : await findOrganisationName(db, input.organisationId),
    keepDays: await readSetting(db, 'audit.keepDays'),
  }
}

/** Rows since a moment, newest first. */
export async function readLatest(
  { db }: Deps,
  { limit, ...filter }: Omit<AuditFilter, 'until'> & { limit: number },
): Promise<NamedRows> {
  return addNames(db, await listPageIds(db, { ...filter, until: new Date() }, { cursor: {}, limit }))
}

export async function readRow({ db }: Deps, { id }: { id: number }): Promise<NamedRows> {
  const found = await addNames(db, [id])
  if (found.rows.length === 0) throw new AppError('notFound')
  return found
}

/** All filtered rows, newest first, in pages. */
export async function* streamRows({ db }: Deps, filter: AuditFilter, perPage: number): AsyncGenerator<NamedRows> {
  let before: number | undefined
  do {
    const ids = await listPageIds(db, filter, { cursor: { before }, limit: perPage })
    if (ids.length > 0) yield await addNames(db, ids)
    before = ids.length < perPage ? undefined : ids.at(-1)
  } while (before !== undefined)
}

async function countRows(db: Db, filter: AuditFilter): Promise<AuditCounts> {
  const counted = await countActions(db, filter, { limit: maxCounted + 1 })
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  if (total > maxCounted) return { total: maxCounted, topics: null }
  const topics = { money: 0, rights: 0, signIns: 0, onBehalf: 0 }
  for (const { action, onBehalf, count } of counted) {
    const topic = topicOf(action)
    if (topic) topics[topic] += count
    if (onBehalf) topics.onBehalf += count
  }
  return { total, topics }
}

/** Staff, and the buyer's account if the filter has one. */
async function listPeople(db: Db, who: AuditInput['who']): Promise<NamedAccount[]> {
  const staff = await listStaffNames(db)
  if (typeof who !== 'number' || staff.some(({ id }) => id === who)) return staff
  return [...(await listAccountNames(db, [who])), ...staff]
}

async function addNames(db: Db, ids: readonly number[]): Promise<NamedRows> {
  const found = await listAuditRows(db, { ids, limit: ids.length })
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const accounts = await listAccountNames(
    db,
    rows.flatMap(({ accountId, onBehalfOfAccountId }) => [accountId, onBehalfOfAccountId].filter((id) => id !== null)),
  )
  const titles = await listTitles(db, rows.flatMap(objectsOf))
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const byKey = new Map(titles.map((title) => [keyOf(title), title]))
  return { rows, nameOf: (id) => names.get(id), titleOf: (key) => byKey.get(keyOf(key)) }
}

function objectsOf(row: AuditRow) {
  const { objectType, objectId, organisationId } = row
  return [
    ...(objectId === null ? [] : [{ type: objectType, id: objectId }]),
    ...(organisationId === null ? [] : [{ type: 'organisation', id: String(organisationId) }]),
    ...objectsInChanges(row),
  ]
}

const keyOf = ({ type, id }: { type: string; id: string }) => `${type}:${id}`
