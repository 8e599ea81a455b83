import { sql, type SQL } from 'drizzle-orm'

/**
 * SQL fragments over `p` = product or variant, `parent` = its product, `price` = its row at the contract's price type.
 */

/** The price to pay: the sale price while a sale runs. Null: not sold at this price type. */
export const payableKopecks: SQL<number | null> = sql`coalesce(price.sale_kopecks, price.price_kopecks)`

export const isSold: SQL<boolean> = sql`(p.active and coalesce(parent.active, true) and price.price_kopecks is not null
  and not exists (select from products variant where variant.parent_id = p.id and variant.active))`

/**
 * For `from`: the parameter values of product `p`, as `assigned`. One by one by their ids: as a join each product would
 * read all values of the catalogue.
 */
export const assignedValues: SQL = sql`product_parameters link cross join lateral (
  select parameter_id, value from parameter_values where id = link.value_id limit 1) assigned`

/** A variant's name with its parameters, unless the name includes them. */
export const goodsHeader: SQL<string> = sql`case when p.parent_id is null then p.name else coalesce((
  select coalesce(nullif(p.name, ''), parent.name)
    || case when bool_and(strpos(lower(p.name), lower(assigned.value)) > 0) then ''
      else ' (' || string_agg(assigned.value, ', ' order by assigned.parameter_id, assigned.value) || ')' end
  from ${assignedValues} where link.product_id = p.id having count(*) > 0), nullif(p.name, ''), parent.name) end`

export const goodsArticul: SQL<string> = sql`coalesce(nullif(p.articul, ''), parent.articul, '')`

/** {id, type} of the first picture, the variant's own or its product's; null without one. */
export const mainPicture: SQL<{ id: number; type: string } | null> = sql`(
  select jsonb_build_object('id', picture.id, 'type', picture.type)
  from product_pictures shown join pictures picture on picture.id = shown.picture_id
  where shown.product_id in (p.id, p.parent_id)
  order by shown.product_id = p.id desc, shown.position limit 1)`
