import { sql, type SQL } from 'drizzle-orm'
import { endedStates, partlyShipped } from '#shared/rules/order-states.ts'

/** Unshipped sum of the contract's orders on deferred payment. Paid delivery counts as shipped with the first goods. */
export const unshippedKopecks = (contractId: SQL): SQL => sql`(
  select coalesce(sum(goods.kopecks + case when o.state = ${partlyShipped} then 0 else o.delivery_kopecks end),
    0)::bigint
  from orders o cross join lateral (
    select coalesce(sum(round(l.price_kopecks::numeric * (l.quantity_milli - l.shipped_milli) / 1000)), 0) as kopecks
    from order_lines l where l.order_id = o.id and not l.cancelled) goods
  where o.contract_id = ${contractId} and o.state <> all(${sql.param([...endedStates])}::int[]))`
