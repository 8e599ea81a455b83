import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { unavailableMembers, idsOfMembers, type Membership, type UnsoldInput } from './queries.ts'
import { intArray, type UnavailableGood } from './shared-queries.ts'

export type NamedList = { id: number; header: string; count: number }

export async function readLists(db: Db, { accountId }: { accountId: number }): Promise<NamedList[]> {
  const { rows } = await db.execute<{ lists: NamedList[] }>(sql`select ${listsOf(accountId)} as lists`)
  return rows[0]?.lists ?? []
}

/** Favourites, or those of one list, with the account's lists and the names of goods in `unsoldIds`. */
export async function readFavourites(db: Db, { listId, ...unsold }: UnsoldInput & { listId: number | undefined }) {
  const { accountId } = unsold
  const members =
    listId === undefined
      ? sql`select product_id from favourites where account_id = ${accountId}`
      : sql`select g.product_id from favourite_list_goods g join favourite_lists l on l.id = g.list_id
        where l.id = ${listId} and l.account_id = ${accountId}`
  const { rows } = await db.execute<{
    ids: number[]
    unavailable: UnavailableGood[]
    unavailableCount: number
    lists: NamedList[]
  }>(sql`
    with members as (${members})
    select ${idsOfMembers} as ids, ${unavailableMembers(unsold)}, ${listsOf(accountId)} as lists`)
  return rows[0] ?? { ids: [], unavailable: [], unavailableCount: 0, lists: [] }
}

export async function findList(db: Db, { accountId, listId }: { accountId: number; listId: number }): Promise<boolean> {
  const { rows } = await db.execute(sql`select from favourite_lists where id = ${listId} and account_id = ${accountId}`)
  return rows.length > 0
}

/** Undefined if the account has `max` lists already. A duplicate name violates `favourite_lists_name_key`. */
export async function insertList(
  db: Db,
  { accountId, name, max }: { accountId: number; name: string; max: number },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into favourite_lists (account_id, name) select ${accountId}, ${name}
    where (select count(*) from favourite_lists where account_id = ${accountId}) < ${max} returning id`)
  return rows[0]?.id
}

/** False if the account has no such list. */
export async function renameList(
  db: Db,
  { accountId, listId, name }: { accountId: number; listId: number; name: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`update favourite_lists set name = ${name} where id = ${listId} and account_id = ${accountId}`,
  )
  return rowCount === 1
}

export async function deleteList(db: Db, { accountId, listId }: { accountId: number; listId: number }): Promise<void> {
  await db.execute(sql`delete from favourite_lists where id = ${listId} and account_id = ${accountId}`)
}

export async function addToList(
  db: Db,
  { accountId, listId, productIds }: { accountId: number; listId: number; productIds: readonly number[] },
): Promise<void> {
  await db.execute(sql`
    insert into favourite_list_goods (list_id, product_id)
    select l.id, f.product_id from favourite_lists l join favourites f on f.account_id = l.account_id
    where l.id = ${listId} and l.account_id = ${accountId} and f.product_id = any(${intArray(productIds)})
    on conflict do nothing`)
}

/** Restores favourites to their lists; deleted lists are skipped. */
export async function restoreListMembership(
  db: Db,
  { accountId, lists }: { accountId: number; lists: Membership },
): Promise<void> {
  const members = lists.flatMap(({ id, ids }) => ids.map((productId) => [id, productId] as const))
  await db.execute(sql`
    insert into favourite_list_goods (list_id, product_id)
    select l.id, f.product_id from unnest(${intArray(members.map(([id]) => id))},
      ${intArray(members.map(([, productId]) => productId))}) as member(list_id, product_id)
    join favourite_lists l on l.id = member.list_id and l.account_id = ${accountId}
    join favourites f on f.account_id = ${accountId} and f.product_id = member.product_id
    on conflict do nothing`)
}

/** Removes goods from one list; they stay favourites. */
export async function removeFromList(
  db: Db,
  { accountId, listId, productIds }: { accountId: number; listId: number; productIds: readonly number[] },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from favourite_list_goods g using favourite_lists l
    where l.id = g.list_id and l.id = ${listId} and l.account_id = ${accountId}
    and g.product_id = any(${intArray(productIds)})`)
  return rowCount ?? 0
}

const listsOf = (accountId: number) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', l.id, 'header', l.name, 'count', (select count(*)
    from favourite_list_goods g where g.list_id = l.id)) order by lower(l.name), l.id)
  from favourite_lists l where l.account_id = ${accountId}), '[]')`
