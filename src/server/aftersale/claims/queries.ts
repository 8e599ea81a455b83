import { sql, type SQL } from 'drizzle-orm'
import type { ClaimGroup } from '#shared/api/claims.ts'
import type { StaffClaimGroup } from '#shared/api/administration/queue-groups.ts'
import type { ClaimSettlement, ClaimState, ClaimType, RequestedRemedy } from '#shared/rules/aftersale/claims.ts'
import type { Day } from '#shared/rules/dates.ts'
import { mainPicture } from '#server/catalogue/prices/shared-queries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'
import type { ClaimScope } from './claim-scope.ts'
import { isUndecidedState } from './shared-queries-states.ts'

export type StoredClaim = {
  id: number
  number: string
  organisationId: number
  organisation: string
  contractId: number
  contractNumber: string
  contragent: string
  orderId: number
  orderNumber: string
  filedById: number
  filedBy: string
  type: ClaimType
  remedy: RequestedRemedy
  text: string
  state: ClaimState
  filedAt: string
  late: boolean
  decideBy: Day
  question: string
  answerBy: Day | null
  assigneeId: number | null
  assignee: string
  decidedAt: string | null
  decision: string
  endedAt: string | null
  document: string
  lines: number
  quantityMilli: number
  acceptedMilli: number | null
  unit: string
  sumKopecks: number
  types: ClaimType[]
  /** Number of messages that the caller has not read. */
  unread: number
}

const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const columnsFor = ({ unread }: ClaimScope) => sql`
  c.id, c.number, c.organisation_id as "organisationId", customer.name as organisation, c.contract_id as "contractId",
  contract.number as "contractNumber", contragent.company as contragent, c.order_id as "orderId",
  o.number as "orderNumber", c.filed_by_id as "filedById", c.filed_by as "filedBy", c.type, c.wish as remedy, c.text,
    c.state,
  ${iso(sql`c.filed_at`)} as "filedAt", c.late, c.decide_by::text as "decideBy", c.question,
  c.answer_by::text as "answerBy", c.assignee_id as "assigneeId", coalesce(assignee.name, '') as assignee,
  ${iso(sql`c.decided_at`)} as "decidedAt", c.decision, ${iso(sql`c.ended_at`)} as "endedAt", c.document,
  sums.types, ${unread} as unread, sums.lines, sums.quantity as "quantityMilli", sums.accepted as "acceptedMilli",
  sums.unit, sums.kopecks as "sumKopecks"`

const sources = sql`
  claims c join organisations customer on customer.id = c.organisation_id
  join contracts contract on contract.id = c.contract_id
  join contragents contragent on contragent.id = contract.contragent_id
  join orders o on o.id = c.order_id
  left join accounts assignee on assignee.id = c.assignee_id
  cross join lateral (
    select count(*) as lines, coalesce(sum(l.quantity_milli), 0)::bigint as quantity,
      sum(l.accepted_milli)::bigint as accepted, coalesce(min(l.unit), '') as unit,
      coalesce(sum(round(l.price_kopecks * l.quantity_milli / 1000.0)), 0)::bigint as kopecks,
      array_agg(l.type order by l.position) as types
    from claim_lines l where l.claim_id = c.id) sums`

export async function findClaim(
  db: Db,
  { scope, claimId }: { scope: ClaimScope; claimId: number },
): Promise<StoredClaim | undefined> {
  const { rows } = await db.execute<StoredClaim>(
    sql`select ${columnsFor(scope)} from ${sources} where c.id = ${claimId} and ${scope.visible}`,
  )
  return rows[0]
}

/** Locks a claim visible to the caller; serialises its changes. */
export async function lockClaim(
  tx: Db,
  { scope, claimId }: { scope: ClaimScope; claimId: number },
): Promise<StoredClaim | undefined> {
  await tx.execute(sql`select from claims c where c.id = ${claimId} and ${scope.visible} for update`)
  return findClaim(tx, { scope, claimId })
}

export async function findClaimId(db: Db, { number }: { number: string }): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from claims where number = ${number}`)
  return rows[0]?.id
}

export async function findByKey(
  db: Db,
  { accountId, key }: { accountId: number; key: string },
): Promise<{ id: number; number: string } | undefined> {
  const { rows } = await db.execute<{ id: number; number: string }>(
    sql`select id, number from claims where filed_by_id = ${accountId} and key = ${key}`,
  )
  return rows[0]
}

const isUndecided = isUndecidedState(sql`c.state`)
const buyerGroups: Record<ClaimGroup, SQL> = {
  all: sql`true`,
  open: isUndecided,
  closed: sql`not ${isUndecided}`,
}
/** After the deadline for the buyer's answer the claim waits for staff again. */
const isAnswerOverdue = sql`(c.state = 'asked' and c.answer_by < (now() at time zone 'Europe/Moscow')::date)`
const awaitsStaff = sql`(c.state in ('new', 'working') or ${isAnswerOverdue})`
const staffGroups: Record<StaffClaimGroup, SQL> = {
  waiting: awaitsStaff,
  buyer: sql`c.state = 'asked' and not ${isAnswerOverdue}`,
  decided: sql`c.state in ('satisfied', 'partial', 'rejected')`,
  all: sql`true`,
}

export type ClaimFilter = {
  scope: ClaimScope
  query: string
  assigneeId?: number | undefined
}

function matching({ scope, query, assigneeId }: ClaimFilter): SQL {
  const pattern = containsPattern(query)
  const found = sql`(c.number ilike ${pattern} or o.number ilike ${pattern} or customer.name ilike ${pattern}
    or contragent.company ilike ${pattern} or exists (
      select from claim_lines l where l.claim_id = c.id and (l.articul ilike ${pattern} or l.name ilike ${pattern})))`
  return sql`${scope.visible} and ${query === '' ? sql`true` : found}
    and (${assigneeId ?? null}::int is null or c.assignee_id = ${assigneeId ?? null}::int)`
}

type Counts<Group extends string> = Record<Group, number> & {
  openKopecks: number
  /** Claims with news or a question for the caller. */
  news: number
}

async function countIn<Group extends string>(
  db: Db,
  groups: Record<Group, SQL>,
  filter: ClaimFilter,
): Promise<Counts<Group>> {
  const counted = (Object.keys(groups) as Group[]).map(
    (group) => sql`count(*) filter (where ${groups[group]}) as ${sql.identifier(group)}`,
  )
  const { rows } = await db.execute<Counts<Group>>(sql`
    select ${sql.join(counted, sql`, `)}, coalesce(sum(sums.kopecks) filter (where ${isUndecided}), 0)::bigint
      as "openKopecks", count(*) filter (where c.state = 'asked' or ${filter.scope.unread} > 0) as news from ${sources}
      where ${matching(filter)}`)
  return rows[0] as Counts<Group>
}

export const countClaims = (db: Db, filter: ClaimFilter) => countIn(db, buyerGroups, filter)
export const countStaffClaims = (db: Db, filter: ClaimFilter) => countIn(db, staffGroups, filter)

type Page = { limit: number; offset: number }

/** Undecided ones first, then newest. */
export async function listClaims(
  db: Db,
  { group, limit, offset, ...filter }: ClaimFilter & Page & { group: ClaimGroup },
): Promise<StoredClaim[]> {
  const { rows } = await db.execute<StoredClaim>(sql`
    select ${columnsFor(filter.scope)} from ${sources} where ${matching(filter)} and ${buyerGroups[group]}
    order by ${isUndecided} desc, c.state <> 'asked', c.filed_at desc, c.id desc limit ${limit} offset ${offset}`)
  return rows
}

/** Waiting for staff first, by deadline. */
export async function listStaffClaims(
  db: Db,
  { group, limit, offset, ...filter }: ClaimFilter & Page & { group: StaffClaimGroup },
): Promise<StoredClaim[]> {
  const { rows } = await db.execute<StoredClaim>(sql`
    select ${columnsFor(filter.scope)} from ${sources} where ${matching(filter)} and ${staffGroups[group]}
    order by case when ${awaitsStaff} then 0 when c.state = 'asked' then 1 else 2 end,
      case when ${isUndecided} then c.decide_by end, coalesce(c.decided_at, c.filed_at) desc, c.id
    limit ${limit} offset ${offset}`)
  return rows
}

export type StoredLine = {
  position: number
  orderPosition: number | null
  productId: number
  name: string
  articul: string
  unit: string
  type: ClaimType
  remedy: RequestedRemedy
  text: string
  shippedMilli: number
  quantityMilli: number
  priceKopecks: number
  acceptedMilli: number | null
  settleBy: ClaimSettlement | null
  reason: string
  picture: { id: number; type: string } | null
}

export async function listLines(db: Db, { claimId }: { claimId: number }): Promise<StoredLine[]> {
  const { rows } = await db.execute<StoredLine>(sql`
    select l.position, l.order_position as "orderPosition", l.product_id as "productId", l.name, l.articul, l.unit,
      l.type, l.wish as remedy, l.text, l.shipped_milli as "shippedMilli", l.quantity_milli as "quantityMilli",
      l.price_kopecks as "priceKopecks",
      l.accepted_milli as "acceptedMilli", l.settle_by as "settleBy", l.reason, ${mainPicture} as picture
    from claim_lines l join products p on p.id = l.product_id where l.claim_id = ${claimId} order by l.position`)
  return rows
}

export type PricedLine = {
  claimId: number
  contractId: number
  productId: number
  quantityMilli: number
  priceKopecks: number
}

const pricedColumns = sql`
  l.claim_id as "claimId", c.contract_id as "contractId", l.product_id as "productId",
  l.quantity_milli as "quantityMilli", l.price_kopecks as "priceKopecks"`

/** Lines of several claims, for their sums. */
export async function listPricedLines(db: Db, { claimIds }: { claimIds: readonly number[] }): Promise<PricedLine[]> {
  const { rows } = await db.execute<PricedLine>(sql`
    select ${pricedColumns} from claim_lines l join claims c on c.id = l.claim_id
    where l.claim_id = any(${sql.param([...claimIds])}::int[])`)
  return rows
}

/** Lines of all undecided claims. */
export async function listOpenLines(db: Db, filter: ClaimFilter): Promise<PricedLine[]> {
  const { rows } = await db.execute<PricedLine>(sql`
    select ${pricedColumns} from ${sources} join claim_lines l on l.claim_id = c.id
    where ${isUndecided} and ${matching(filter)}`)
  return rows
}

export type StoredMessage = {
  id: number
  at: string
  author: string
  side: 'buyer' | 'staff' | 'portal'
  kind: string
  text: string
  /** Whether the other side has seen it. */
  read: boolean
}

/** Internal notes are only for staff. */
export async function listMessages(
  db: Db,
  { claimId, notes }: { claimId: number; notes: boolean },
): Promise<StoredMessage[]> {
  const { rows } = await db.execute<StoredMessage>(sql`
    select m.id, ${iso(sql`m.at`)} as at, m.author, m.side, m.kind, m.text, exists (
      select from claim_reads r join accounts reader on reader.id = r.account_id
      where r.claim_id = m.claim_id and r.message_id >= m.id and (reader.organisation_id is null) = (m.side = 'buyer')
    ) as read
    from claim_messages m where m.claim_id = ${claimId} and (${notes} or m.kind <> 'note') order by m.id`)
  return rows
}

export type StoredFile = {
  id: number
  key: string
  name: string
  type: 'webp' | 'pdf'
  sizeBytes: number
}

const fileColumns = sql`f.id, f.key, f.name, f.type, f.size_bytes as "sizeBytes"`

export async function listFiles(db: Db, { claimId }: { claimId: number }): Promise<StoredFile[]> {
  const { rows } = await db.execute<StoredFile>(
    sql`select ${fileColumns} from claim_files f where f.claim_id = ${claimId} order by f.id`,
  )
  return rows
}

/** A file of a claim visible to the caller, or one that they have just uploaded. */
export async function findFile(
  db: Db,
  { scope, accountId, fileId }: { scope: ClaimScope; accountId: number; fileId: number },
): Promise<StoredFile | undefined> {
  const { rows } = await db.execute<StoredFile>(sql`
    select ${fileColumns} from claim_files f where f.id = ${fileId} and (
      f.claim_id is null and f.account_id = ${accountId}
      or exists (select from claims c where c.id = f.claim_id and ${scope.visible}))`)
  return rows[0]
}

export type RecentClaims = {
  count: number
  accepted: number
  acceptedKopecks: number
}

/** Claims of a customer in 90 days. */
export async function findRecentClaims(db: Db, { organisationId }: { organisationId: number }): Promise<RecentClaims> {
  const { rows } = await db.execute<RecentClaims>(sql`
    select count(distinct c.id) as count, count(distinct c.id) filter (where l.accepted_milli > 0) as accepted,
      coalesce(sum(round(l.price_kopecks * l.accepted_milli / 1000.0)), 0)::bigint as "acceptedKopecks"
    from claims c join claim_lines l on l.claim_id = c.id
    where c.organisation_id = ${organisationId} and c.state <> 'withdrawn' and c.filed_at > now() - interval '90 days'`)
  return rows[0] ?? { count: 0, accepted: 0, acceptedKopecks: 0 }
}
