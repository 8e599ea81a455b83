import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Price types that the portal derives from another one under conditions (ADR 37). The callers hold the lock of
 * catalogue writers.
 */

/** Which prices are derived again; left out: all. */
export type DerivedScope = { products?: readonly number[]; types?: readonly number[] }

/**
 * Writes the prices of derived types where they differ: the lowest of the base's price, a fixed price and the largest
 * discount of the day, with every good of the base. Returns the goods whose price changed.
 */
export async function writeDerivedPrices(
  db: Db,
  { products, types, today }: DerivedScope & { today: Day },
): Promise<number[]> {
  const inProducts = (id: SQL) => (products === undefined ? sql`true` : sql`${id} = any(${ints(products)})`)
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive derived as (
      select id, base_id, derived_for from price_types t where base_id is not null and ${isInUse(sql`t`)}
        and ${types === undefined ? sql`true` : sql`id = any(${ints(types)})`}),
    rule as materialized (
      select d.id as type_id, c.id, c.discount, c.category_id, c.brand_id, c.product_id, c.price_kopecks
      from derived d join price_conditions c on c.contract_id = d.derived_for or c.price_type_id = d.base_id
      where ${isInForceOn(sql`c`, today)}),
    below (type_id, id, discount, category_id) as (
      select type_id, id, discount, category_id from rule where category_id is not null
      union
      select below.type_id, below.id, below.discount, child.id
      from below join categories child on child.parent_id = below.category_id),
    base as materialized (
      select d.id as type_id, x.product_id, x.price_kopecks
      from derived d join prices x on x.price_type_id = d.base_id where ${inProducts(sql`x.product_id`)}),
    good as materialized (
      select p.id, p.parent_id, coalesce(parent.brand_id, p.brand_id) as brand_id
      from products p left join products parent on parent.id = p.parent_id where ${inProducts(sql`p.id`)}),
    belongs as (
      select good.id, m.category_id from good join product_categories m on m.product_id = good.id
      union
      select good.id, m.category_id from good join product_categories m on m.product_id = good.parent_id),
    discounted as (
      select distinct on (type_id, product_id) type_id, product_id, discount, id from (
        select below.type_id, belongs.id as product_id, below.discount, below.id
        from below join belongs on belongs.category_id = below.category_id
        union all
        select rule.type_id, good.id, rule.discount, rule.id from rule join good on good.brand_id = rule.brand_id
        union all
        select rule.type_id, good.id, rule.discount, rule.id from rule cross join good
        where num_nonnulls(rule.category_id, rule.brand_id, rule.product_id) = 0) each
      order by type_id, product_id, discount desc, id),
    fixed as (
      select distinct on (type_id, product_id) type_id, product_id, price_kopecks, id from (
        select rule.type_id, good.id as product_id, rule.price_kopecks, rule.id
        from rule join good on good.id = rule.product_id
        union all
        select rule.type_id, good.id, rule.price_kopecks, rule.id
        from rule join good on good.parent_id = rule.product_id) each
      order by type_id, product_id, price_kopecks, id),
    considered as (
      select base.type_id, base.product_id, base.price_kopecks as list, fixed.price_kopecks as fixed,
        fixed.id as fixed_id, ${discounted(sql`base.price_kopecks`, sql`discounted.discount`)} as discounted,
        discounted.id as discount_id
      from base left join fixed using (type_id, product_id) left join discounted using (type_id, product_id)),
    meant as (
      select type_id, product_id, least(list, fixed, discounted) as kopecks,
        case when list <= least(list, fixed, discounted) then null
          when fixed <= least(fixed, discounted) then fixed_id else discount_id end as condition_id
      from considered),
    gone as (
      delete from prices x using derived d where x.price_type_id = d.id and ${inProducts(sql`x.product_id`)}
        and not exists (select from prices b where b.product_id = x.product_id and b.price_type_id = d.base_id)
      returning x.product_id),
    written as (
      insert into prices (product_id, price_type_id, price_kopecks, condition_id)
      select meant.product_id, meant.type_id, meant.kopecks, meant.condition_id from meant
        left join prices old on old.product_id = meant.product_id and old.price_type_id = meant.type_id
      where (old.price_kopecks, old.condition_id) is distinct from (meant.kopecks, meant.condition_id)
      on conflict (product_id, price_type_id) do update
        set price_kopecks = excluded.price_kopecks, condition_id = excluded.condition_id
      returning product_id)
    select product_id as id from gone union select product_id from written`)
  return rows.map(({ id }) => id)
}

/** A contract, or a price type for all its contracts: one of the two. */
export type OwnerOfConditions = { contractId: number | null; priceTypeId: number | null }

/** Creates the missing derived types: of price types with conditions, and of contracts with their own. */
export async function createDerivedTypes(
  db: Db,
  { today, owner = { contractId: null, priceTypeId: null } }: { today: Day; owner?: OwnerOfConditions },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into price_types (code1c, name, currency, vat_included, base_id, derived_for)
    select 'derived ' || gen_random_uuid(), base.name, base.currency, base.vat_included, base.id, missing.derived_for
    from (${missingTypes(today)}) missing join price_types base on base.id = missing.base_id
    where (${owner.contractId}::int is null or missing.derived_for = ${owner.contractId})
      and (${owner.priceTypeId}::int is null or missing.base_id = ${owner.priceTypeId} and missing.derived_for is null)
    returning id`)
  return rows.map(({ id }) => id)
}

/** The owners whose derived types are missing. */
export async function listOwnersWithoutType(db: Db, { today }: { today: Day }): Promise<OwnerOfConditions[]> {
  const { rows } = await db.execute<OwnerOfConditions>(sql`
    select derived_for as "contractId", case when derived_for is null then base_id end as "priceTypeId"
    from (${missingTypes(today)}) missing order by derived_for nulls first, base_id`)
  return rows
}

const missingTypes = (today: Day): SQL => sql`
  select wanted.base_id, wanted.derived_for from (
    select c.price_type_id as base_id, null::int as derived_for from price_conditions c
    where c.price_type_id is not null and ${isNotOver(sql`c`, today)}
    union
    select k.price_type_id, k.id from price_conditions c join contracts k on k.id = c.contract_id
    where ${isNotOver(sql`c`, today)}) wanted
  where not exists (select from price_types d where d.base_id = wanted.base_id
    and d.derived_for is not distinct from wanted.derived_for)`

/**
 * Takes derived types that no condition needs any more from their contracts, which pay by the base from now on. Quick,
 * while deleting prices is slow: no contract has the negative number that a retired type is for.
 */
export async function retireDerivedTypes(db: Db, { today }: { today: Day }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update price_types t set derived_for = -t.id
    where t.base_id is not null and ${isInUse(sql`t`)} and case when t.derived_for is null
      then not exists (select from price_conditions c where c.price_type_id = t.base_id and ${isNotOver(sql`c`, today)})
      else not exists (select from price_conditions c join contracts k on k.id = c.contract_id
        where k.id = t.derived_for and k.price_type_id = t.base_id and ${isNotOver(sql`c`, today)}) end
    returning t.id`)
  return rows.map(({ id }) => id)
}

export async function listRetiredTypes(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from price_types t where base_id is not null and not ${isInUse(sql`t`)} order by id`)
  return rows.map(({ id }) => id)
}

/**
 * With its prices, which it counts. `prices` has no index led by the type, which each import would pay for: this reads
 * all of it.
 */
export async function deleteRetiredType(db: Db, { id }: { id: number }): Promise<number> {
  const { rows } = await db.execute<{ prices: number }>(sql`
    with gone as (
      delete from price_types t where t.id = ${id} and t.base_id is not null and not ${isInUse(sql`t`)} returning t.id)
    select count(*)::int as prices from prices where price_type_id in (select id from gone)`)
  return rows[0]?.prices ?? 0
}

const isInUse = (type: SQL): SQL => sql`coalesce(${type}.derived_for, 0) >= 0`

/** Makes the job write these types again, or all. */
export async function markOutdated(db: Db, { types }: { types: readonly number[] | 'all' }): Promise<void> {
  if (types.length === 0) return
  await db.execute(sql`
    update price_types set derived_on = null
    where base_id is not null and ${types === 'all' ? sql`true` : sql`id = any(${ints(types)})`}`)
}

/** Derived types, or that one, whose prices obey the conditions of another day. */
export async function listOutdatedTypes(db: Db, { today, type }: { today: Day; type?: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from price_types t where base_id is not null and ${isInUse(sql`t`)}
      and derived_on is distinct from ${today}::date and ${type === undefined ? sql`true` : sql`id = ${type}`}
    order by id`)
  return rows.map(({ id }) => id)
}

/** Records that prices of a type obey the conditions of a day. */
export async function markDerived(db: Db, { type, today }: { type: number; today: Day }): Promise<void> {
  await db.execute(sql`update price_types set derived_on = ${today}::date where id = ${type}`)
}

export async function hasDerivedTypes(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select from price_types where base_id is not null limit 1`)
  return rows.length > 0
}

/** Whether a change of contracts may create or retire derived types. */
export async function hasConditions(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ some: boolean }>(sql`
    select exists (select from price_conditions)
      or exists (select from price_types where base_id is not null) as some`)
  return rows[0]?.some ?? false
}

/** Over `condition` = price_conditions. */
export const isInForceOn = (condition: SQL, today: Day): SQL =>
  sql`(${condition}.starts_on <= ${today}::date and ${isNotOver(condition, today)})`

export const isNotOver = (condition: SQL, today: Day): SQL =>
  sql`(${condition}.ends_on is null or ${condition}.ends_on >= ${today}::date)`

/** Equal to `discountedKopecks` of shared/rules/prices/discount.ts; null without a discount. */
export const discounted = (kopecks: SQL, discount: SQL): SQL => sql`case when ${discount} is not null
  then greatest(1, (2 * ${kopecks} * (10000 - ${discount}) + 10000) / 20000) end`

const ints = (list: readonly number[]) => sql`${sql.param([...list])}::int[]`
