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
      select id, base_id, derived_for from price_types
      where base_id is not null and ${types === undefined ? sql`true` : sql`id = any(${ints(types)})`}),
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

/** The price types that have conditions, with one for each contract that has its own. */
export async function createDerivedTypes(db: Db, { today }: { today: Day }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with wanted as (
      select distinct c.price_type_id as base_id, null::int as derived_for from price_conditions c
      where c.price_type_id is not null and ${isNotOver(sql`c`, today)}
      union
      select distinct k.price_type_id, k.id from price_conditions c join contracts k on k.id = c.contract_id
      where ${isNotOver(sql`c`, today)})
    insert into price_types (code1c, name, currency, vat_included, base_id, derived_for)
    select 'derived ' || gen_random_uuid(), base.name, base.currency, base.vat_included, base.id, wanted.derived_for
    from wanted join price_types base on base.id = wanted.base_id
    where not exists (select from price_types d where d.base_id = wanted.base_id
      and d.derived_for is not distinct from wanted.derived_for)
    returning id`)
  return rows.map(({ id }) => id)
}

/** Deletes derived types that no condition needs any more, with their prices. Contracts must have left them. */
export async function deleteDerivedTypes(db: Db, { today }: { today: Day }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    delete from price_types t where t.base_id is not null and case when t.derived_for is null
      then not exists (select from price_conditions c where c.price_type_id = t.base_id and ${isNotOver(sql`c`, today)})
      else not exists (select from price_conditions c join contracts k on k.id = c.contract_id
        where k.id = t.derived_for and k.price_type_id = t.base_id and ${isNotOver(sql`c`, today)}) end
    returning t.id`)
  return rows.map(({ id }) => id)
}

/** Derived types whose prices obey the conditions of another day. */
export async function listOutdatedTypes(db: Db, { today }: { today: Day }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from price_types where base_id is not null and derived_on is distinct from ${today}::date order by id`)
  return rows.map(({ id }) => id)
}

/** Records that prices of these types obey the conditions of a day. */
export async function markDerived(db: Db, { types, today }: { types: readonly number[]; today: Day }): Promise<void> {
  await db.execute(sql`update price_types set derived_on = ${today}::date where id = any(${ints(types)})`)
}

export async function hasDerivedTypes(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select from price_types where base_id is not null limit 1`)
  return rows.length > 0
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
