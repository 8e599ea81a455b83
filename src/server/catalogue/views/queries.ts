import { sql } from 'drizzle-orm'
import { type UnavailableGood } from '#server/catalogue/lists/shared-queries.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isInCard, parameterHeader, parameterPosition } from '#server/catalogue/snapshot/parameters-sql.ts'

type AccountScope = { accountId: number }

/** In the order of adding. */
export async function listCompared(db: Db, { accountId }: AccountScope): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select product_id as id from compared_goods where account_id = ${accountId} order by added_at, product_id`,
  )
  return rows.map(({ id }) => id)
}

export type Compared = UnavailableGood & {
  /** With the values of its active variants; several are joined. */
  params: { id: number; header: string; position: number; value: string }[]
}

export async function readCompared(db: Db, { accountId }: AccountScope): Promise<Compared[]> {
  const { rows } = await db.execute<Compared>(sql`
    select p.id, p.name as header, p.articul, coalesce((
      select jsonb_agg(to_jsonb(one)) from (
        select parameter.id, ${sql.raw(parameterHeader)} as header, ${sql.raw(parameterPosition)} as position,
          string_agg(distinct chosen.value, ', ' order by chosen.value) as value
        from products item join product_parameters link on link.product_id = item.id
        join parameter_values chosen on chosen.id = link.value_id join parameters parameter
          on parameter.id = chosen.parameter_id
        where (item.id = p.id or item.parent_id = p.id and item.active) and ${sql.raw(isInCard)}
          group by parameter.id) one), '[]') as params
    from compared_goods c join products p on p.id = c.product_id
    where c.account_id = ${accountId} order by c.added_at, c.product_id`)
  return rows
}

/** False if the account compares `max` products already. */
export async function addCompared(
  db: Db,
  { accountId, productId, max }: AccountScope & { productId: number; max: number },
): Promise<boolean> {
  const { rows } = await db.execute<{ fits: boolean }>(sql`
    with sums as (
      select exists (select from compared_goods where account_id = ${accountId} and product_id = ${productId})
        or (select count(*) from compared_goods where account_id = ${accountId}) < ${max} as fits),
    added as (
      insert into compared_goods (account_id, product_id, added_at) select ${accountId}, ${productId},
        clock_timestamp() from sums where fits
      on conflict do nothing)
    select fits from sums`)
  return rows[0]?.fits ?? false
}

/** Removes one product or all. */
export async function removeCompared(
  db: Db,
  { accountId, productId }: AccountScope & { productId: number | undefined },
): Promise<void> {
  await db.execute(sql`
    delete from compared_goods where account_id = ${accountId}
      and (${productId ?? null}::int is null or product_id = ${productId ?? null}::int)`)
}

/** Newest first. */
export async function listSeen(db: Db, { accountId }: AccountScope): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select product_id as id from seen_goods where account_id = ${accountId} order by seen_at desc, product_id`,
  )
  return rows.map(({ id }) => id)
}

/** Keeps the newest `max`. */
export async function writeSeen(
  db: Db,
  { accountId, productId, max }: AccountScope & { productId: number; max: number },
): Promise<void> {
  await db.execute(sql`
    with seen as (
      insert into seen_goods (account_id, product_id, seen_at) values (${accountId}, ${productId}, clock_timestamp())
      on conflict (account_id, product_id) do update set seen_at = excluded.seen_at)
    delete from seen_goods where account_id = ${accountId} and product_id in (
      select product_id from seen_goods where account_id = ${accountId} and product_id <> ${productId}
        order by seen_at desc, product_id offset ${max - 1})`)
}

export type SavedFilter = { id: number; header: string; address: string }

export async function listFilters(db: Db, { accountId }: AccountScope): Promise<SavedFilter[]> {
  const { rows } = await db.execute<SavedFilter>(sql`
    select id, name as header, address from saved_filters where account_id = ${accountId} order by lower(name), id`)
  return rows
}

/** Undefined if the account has `max` filters with other names. */
export async function writeFilter(
  db: Db,
  { accountId, name, address, max }: AccountScope & { name: string; address: string; max: number },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into saved_filters (account_id, name, address) select ${accountId}, ${name}, ${address}
    where (select count(*) from saved_filters where account_id = ${accountId} and name <> ${name}) < ${max}
    on conflict (account_id, name) do update set address = excluded.address returning id`)
  return rows[0]?.id
}

export async function deleteFilter(
  db: Db,
  { accountId, filterId }: AccountScope & { filterId: number },
): Promise<void> {
  await db.execute(sql`delete from saved_filters where id = ${filterId} and account_id = ${accountId}`)
}
