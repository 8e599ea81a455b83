import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { cardsOf, type Side, type StoredClaim, type StoredInvoice } from './queries-cards.ts'

export type StoredFile = { id: number; name: string; type: string; sizeBytes: number; createdAt: string }
export type StoredMessage = {
  id: number
  authorId: number | null
  author: string
  fromStaff: boolean
  note: boolean
  message: string
  createdAt: string
  files: StoredFile[]
  orders: { id: number; number: string; state: number; sumKopecks: number }[]
  goods: { id: number; name: string; articul: string }[]
  claims: StoredClaim[]
  invoices: StoredInvoice[]
}

export type StoredChat = {
  version: number
  assigneeId: number | null
  buyerReadId: number
  staffReadId: number
  waiting: boolean
  unread: number
}

export const noChat: StoredChat = {
  version: 0,
  assigneeId: null,
  buyerReadId: 0,
  staffReadId: 0,
  waiting: false,
  unread: 0,
}

/** The chat of an account; `unread` is the buyer's. */
export async function findChat(db: Db, { accountId }: { accountId: number }): Promise<StoredChat | undefined> {
  const { rows } = await db.execute<StoredChat>(sql`
    select version, assignee_id as "assigneeId", buyer_read_id as "buyerReadId", staff_read_id as "staffReadId",
      waiting_since is not null as waiting,
      (select count(*)::int from chat_messages m where m.account_id = c.account_id and m.id > c.buyer_read_id
        and m.from_staff and not m.note) as unread
    from chats c where account_id = ${accountId}`)
  return rows[0]
}

/** Creates the chat if missing and locks it, so that messages are numbered in the order of their commits. */
export async function lockChat(
  tx: Db,
  { accountId, organisationId }: { accountId: number; organisationId: number },
): Promise<void> {
  await tx.execute(sql`
    insert into chats (account_id, organisation_id) values (${accountId}, ${organisationId}) on conflict do nothing`)
  await tx.execute(sql`select from chats where account_id = ${accountId} for update`)
}

/** The last messages of a chat, or those before one, in their order; up to `limit` + 1, to show whether more exist. */
export async function listMessages(
  db: Db,
  filter: { accountId: number; side: Side; limit: number; before?: number | undefined; id?: number; query?: string },
): Promise<StoredMessage[]> {
  const { accountId, side, limit, before = null, id = null, query = '' } = filter
  const { rows } = await db.execute<StoredMessage>(sql`
    with page as (
      select * from chat_messages m where m.account_id = ${accountId} and (${side === 'staff'} or not m.note)
        and (${before}::int is null or m.id < ${before}) and (${id}::int is null or m.id = ${id})
        ${query === '' ? sql`` : sql`and ${matchesText(query)}`}
      order by m.id desc limit ${limit + 1})
    select m.id, m.author_id as "authorId", m.author, m.from_staff as "fromStaff", m.note, m.message,
      ${isoMoment(sql`m.created_at`)} as "createdAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'sizeBytes',
          f.size_bytes, 'createdAt', ${isoMoment(sql`f.created_at`)}) order by f.id)
        from chat_files f where f.message_id = m.id and f.account_id = m.account_id), '[]') as files,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'state', o.state, 'sumKopecks',
          o.sum_kopecks) order by o.id)
        from orders o where o.id = any(m.order_ids) and ${ordersOf(side, accountId)}), '[]') as orders,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'articul', p.articul) order by p.id)
        from products p where p.id = any(m.product_ids)), '[]') as goods,
      ${cardsOf(side, accountId)}
    from page m order by m.id`)
  return rows
}

/** In the text or in the name of a file. */
function matchesText(query: string): SQL {
  return sql`(strpos(lower(m.message), lower(${query})) > 0 or exists (
    select from chat_files f where f.message_id = m.id and strpos(lower(f.name), lower(${query})) > 0))`
}

function ordersOf(side: Side, accountId: number): SQL {
  if (side === 'staff')
    return sql`o.organisation_id = (select organisation_id from chats where account_id = ${accountId})`
  return sql`o.contract_id in (select id from (${allowedContracts({ accountId })}) as allowed)`
}

export const isoMoment = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Those of the orders that the chat may show. */
export async function listAllowedOrders(
  db: Db,
  { ids, side, accountId }: { ids: number[]; side: Side; accountId: number },
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select o.id from orders o where o.id = any(${sql.param(ids)}::int[]) and ${ordersOf(side, accountId)}`)
  return rows.map(({ id }) => id)
}

export async function listExistingGoods(db: Db, { ids }: { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from products where id = any(${sql.param(ids)}::int[]) and active`)
  return rows.map(({ id }) => id)
}

export async function findByKey(
  tx: Db,
  { accountId, authorId, key }: { accountId: number; authorId: number; key: string },
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from chat_messages where account_id = ${accountId} and author_id = ${authorId} and key = ${key}`)
  return rows[0]?.id
}

export type NewMessage = {
  accountId: number
  authorId: number
  author: string
  fromStaff: boolean
  note: boolean
  message: string
  orderIds: number[]
  productIds: number[]
  claimIds: number[]
  entryIds: number[]
  key: string | undefined
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into chat_messages (account_id, author_id, author, from_staff, note, message, order_ids, product_ids,
      claim_ids, entry_ids, key)
    values (${message.accountId}, ${message.authorId}, ${message.author}, ${message.fromStaff}, ${message.note},
      ${message.message}, ${sql.param(message.orderIds)}::int[], ${sql.param(message.productIds)}::int[],
      ${sql.param(message.claimIds)}::int[], ${sql.param(message.entryIds)}::int[], ${message.key ?? null})
    returning id`)
  return rows[0]?.id ?? 0
}

/**
 * A buyer's message waits for an answer, an answer ends the waiting; both end a postponement. The author has read
 * everything before.
 */
export async function updateChatAfterMessage(
  tx: Db,
  { accountId, id, side, note }: { accountId: number; id: number; side: Side; note: boolean },
): Promise<void> {
  const change = note
    ? sql``
    : side === 'buyer'
      ? sql`, last_at = now(), waiting_since = coalesce(waiting_since, now()), postponed_until = null,
          buyer_read_id = ${id}`
      : sql`, last_at = now(), waiting_since = null, postponed_until = null, staff_read_id = ${id}`
  await tx.execute(sql`update chats set version = version + 1 ${change} where account_id = ${accountId}`)
}

/** Moves the mark only forward, and no further than the last message. */
export async function markRead(
  tx: Db,
  { accountId, id, side }: { accountId: number; id: number; side: Side },
): Promise<void> {
  const column = side === 'buyer' ? sql`buyer_read_id` : sql`staff_read_id`
  await tx.execute(sql`
    update chats c set ${column} = last.id, version = version + 1
      ${side === 'buyer' ? sql`, buyer_read_at = now()` : sql``}
    from (select max(id) as id from chat_messages where account_id = ${accountId} and id <= ${id}) as last
    where c.account_id = ${accountId} and last.id > c.${column}`)
}

export type Manager = { name: string; phone: string; email: string }

export async function findManager(
  db: Db,
  { organisationId }: { organisationId: number },
): Promise<Manager | undefined> {
  const { rows } = await db.execute<Manager>(sql`
    select m.name, m.phone, m.email from personal_managers m join organisations o on o.personal_manager_id = m.id
    where o.id = ${organisationId}`)
  return rows[0]
}
