import { sql, type SQL } from 'drizzle-orm'

/**
 * Of the pairs `wanted` (contract_id, price_type_id, product_id): those of which the contract's warehouses have a step
 * together and that it sells, the product itself or one of its variants. `among` narrows the products `p` that are
 * looked at where `wanted` is small.
 */
export const inStock = (wanted: SQL, among: SQL = sql`true`) => sql`
  select distinct wanted.contract_id, wanted.product_id
  from (
    select asked.contract_id, asked.product_id, item.id
    from (select distinct contract_id, price_type_id, product_id from ${wanted}) asked
    join (${items(among)}) item on item.product_id = asked.product_id
    join prices price on price.product_id = item.id and price.price_type_id = asked.price_type_id
    join contract_warehouses place on place.contract_id = asked.contract_id
    join stocks stock on stock.product_id = item.id and stock.warehouse_id = place.warehouse_id
    group by asked.contract_id, asked.product_id, item.id, item.step_milli
    having sum(greatest(0, stock.on_hand_milli - stock.reserved_milli - stock.safety_milli)) >= item.step_milli
  ) wanted`

/** What can be bought for the sake of a product: itself without variants, each of its variants, a variant itself. */
const items = (among: SQL) => sql`
  with sold as materialized (
    select p.id, p.parent_id, p.step_milli from products p left join products parent on parent.id = p.parent_id
    where (${among}) and p.active and parent.active is distinct from false
      and not exists (select from products variant where variant.parent_id = p.id and variant.active))
  select id as product_id, id, step_milli from sold
  union all
  select parent_id, id, step_milli from sold where parent_id is not null`
