import { sql, type SQL } from 'drizzle-orm'
import { orderableMilli } from '#server/catalogue/prices/orderable-stock.ts'

/**
 * Whether a contract sells a product and a step of it (itself or a variant) can be ordered from its warehouses. Uses
 * indexes for each triple, so the cost grows only with their number.
 */
export const canOrderStep = ({
  contractId,
  priceTypeId,
  productId,
}: {
  contractId: SQL
  priceTypeId: SQL
  productId: SQL
}) => sql`exists (
  select from products item join prices price on price.product_id = item.id and price.price_type_id = ${priceTypeId}
  left join products parent on parent.id = item.parent_id
  where (item.id = ${productId} or item.parent_id = ${productId}) and item.active and parent.active is distinct
    from false
    and not exists (select from products variant where variant.parent_id = item.id and variant.active)
    and item.step_milli <= (
      select sum(${orderableMilli(sql`stock`, sql`item`)})
      from contract_warehouses allowed join stocks stock on stock.warehouse_id = allowed.warehouse_id
        and stock.product_id = item.id
      where allowed.contract_id = ${contractId}))`

/** Products and variants with recently changed stock, and the products of those variants. */
export const changedStock = ({ minutes }: { minutes: number }) => sql`
  select unnest(array[item.id, item.parent_id]) from stocks stock join products item on item.id = stock.product_id
  where stock.updated_at > now() - make_interval(mins => ${minutes})`
