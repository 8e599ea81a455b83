import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'
import { canOrderStep } from './shared-queries-stock.ts'
import { intArray, soldUnder, type UnavailableGood } from './shared-queries.ts'

/** The two personal lists of products: favourites and needs. */
export type Mark = 'favourite' | 'need'

const tables: Record<Mark, SQL> = { favourite: sql`favourites`, need: sql`needs` }

/**
 * Marks products, all or none. Returns the newly marked ones; undefined if the account would exceed `max`. Whether a
 * need is in stock is stored, because only a change is notified.
 */
export async function addMarks(
  db: Db,
  { accountId, mark, productIds, max }: { accountId: number; mark: Mark; productIds: readonly number[]; max: number },
): Promise<number[] | undefined> {
  const added =
    mark === 'favourite'
      ? sql`insert into favourites (account_id, product_id) select ${accountId}, id from fresh`
      : sql`
    insert into needs (account_id, product_id, in_stock)
    select ${accountId}, fresh.id, exists (select from (${allowedContracts({ accountId })}) as allotted
      where ${canOrderStep({
        contractId: sql`allotted.id`,
        priceTypeId: sql`allotted.price_type_id`,
        productId: sql`fresh.id`,
      })}) from fresh`
  const { rows } = await db.execute<{ fits: boolean; ids: number[] }>(sql`
    with requested as (
      select distinct id from unnest(${intArray(productIds)}) id
      where not exists (select from ${tables[mark]} existing where existing.account_id = ${accountId}
        and existing.product_id = id)),
    sums as (select (select count(*) from requested) = 0 or
      (select count(*) from requested) + (select count(*) from ${tables[mark]}
        where account_id = ${accountId}) <= ${max}
        as fits),
    fresh as (select id from requested, sums where fits),
    added as (${added} on conflict do nothing)
    select fits, coalesce((select array_agg(id order by id) from fresh), '{}') as ids from sums`)
  return rows[0]?.fits ? rows[0].ids : undefined
}

/** Lists with their products. */
export type Membership = readonly { id: number; ids: readonly number[] }[]
type Removed = { removed: number; lists: { id: number; ids: number[] }[] }

/** Removes marks; returns their number and the lists that favourites were removed from. */
export async function removeMarks(
  db: Db,
  { accountId, mark, productIds }: { accountId: number; mark: Mark; productIds: readonly number[] },
): Promise<Removed> {
  const fromLists = sql`
    delete from favourite_list_goods g using favourite_lists l
    where l.id = g.list_id and l.account_id = ${accountId} and g.product_id = any(${intArray(productIds)})
    returning g.list_id, g.product_id`
  const lists = sql`coalesce((select jsonb_agg(one) from (
    select list_id as id, jsonb_agg(product_id order by product_id) as ids from left_lists group by list_id
      order by list_id) one), '[]')`
  const { rows } = await db.execute<Removed>(sql`
    with deleted as (delete from ${tables[mark]} where account_id = ${accountId}
      and product_id = any(${intArray(productIds)}) returning product_id)
    ${mark === 'favourite' ? sql`, left_lists as (${fromLists})` : sql``}
    select count(*) as removed, ${mark === 'favourite' ? lists : sql`'[]'::jsonb`} as lists from deleted`)
  return rows[0] ?? { removed: 0, lists: [] }
}

/** `max`: how many of `unsoldIds` are listed; undefined: all. */
export type UnsoldInput = { accountId: number; unsoldIds: readonly number[]; max: number | undefined }

/** Needs of the account; those in `unsoldIds` with their names. */
export async function readNeeds(db: Db, unsold: UnsoldInput) {
  const { rows } = await db.execute<{ ids: number[]; unavailable: UnavailableGood[]; unavailableCount: number }>(sql`
    with members as (select product_id from needs where account_id = ${unsold.accountId})
    select ${idsOfMembers} as ids, ${unavailableMembers(unsold)}`)
  return rows[0] ?? { ids: [], unavailable: [], unavailableCount: 0 }
}

/** Over `members` (product_id). */
export const idsOfMembers = sql`coalesce((select array_agg(product_id) from members), '{}')`
export const unavailableMembers = ({ accountId, unsoldIds, max }: UnsoldInput) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('id', good.id, 'header', good.name, 'articul', good.articul, 'elsewhere',
      good.active and ${soldUnder({ productId: sql`good.id`, accountId })})
      order by lower(good.name), good.id)
    from (
      select p.id, p.name, p.articul, p.active from products p
      where p.id = any(${intArray(unsoldIds)}) and p.id in (select product_id from members)
      order by lower(p.name), p.id limit ${max ?? null}::int) good), '[]') as unavailable,
  (select count(*)::int from members where product_id = any(${intArray(unsoldIds)})) as "unavailableCount"`
