import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import { done, fullyShipped, partlyShipped } from '#shared/rules/order-states.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'

export type LinesFilter = {
  accountId: number
  contractId: number
  from: Day
  to: Day
  /** Descendants included. */
  categoryId: number | undefined
  brandId: number | undefined
  query: string
}

/** Columns of `lines` that not every report needs. */
export type LineColumns = 'texts' | 'paper'
const columnSets: Record<LineColumns, SQL> = {
  texts: sql`, articul, name, unit, quantity_milli`,
  paper: sql`, kind, paper, number, order_id`,
}

/**
 * Common table expressions for `with recursive`, from 1C's ledger, or from orders if there is no ledger:
 * - `allowed_contract`: the contract, if the account may use it;
 * - `lines`: shipped and returned lines, returns negative (document, day, product_id, good_key, sum_kopecks,
 *   vat_kopecks, shipped, and `columns`: few, because lines are read several times);
 * - `days`: sums by day; `shipments`: number of shipping documents by day;
 * - `bought`: products of the period before other filters, as one array `ids`;
 * - `any_purchase`: one row if anything was ever shipped.
 */
export function shippedLinesSql(
  { accountId, contractId, from, to, ...goods }: LinesFilter,
  columns: LineColumns | undefined,
): SQL {
  const inPeriod = (day: SQL) => sql`${day} between ${from}::date and ${to}::date`
  const isFiltered = goods.categoryId !== undefined || goods.brandId !== undefined || goods.query !== ''
  return sql`
    allowed_contract as materialized (
      select c.id, exists (select from ledger_entries e where e.contract_id = c.id and e.active and e.feed = 'ledger')
        as booked
      from (${allowedContracts({ accountId })}) c where c.id = ${contractId}),
    any_purchase as (
      select from allowed_contract c join ledger_entries e on e.contract_id = c.id and e.active and e.kind = 'sale'
      where c.booked
      union all
      select from allowed_contract c join orders o on o.contract_id = c.id and o.state in (${shippedStates})
      where not c.booked
      limit 1),
    period as not materialized (${bookedLines(inPeriod)} union all ${orderedLines(inPeriod)}),
    ${categoryTreeCte(goods)}
    lines as materialized (
      select document, day, product_id, ${goodKey} as good_key, sum_kopecks, vat_kopecks, shipped
        ${columns === undefined ? sql`` : columnSets[columns]}
      from period ${goodsFilter(goods)}),
    days as materialized (
      select day, sum(sum_kopecks) as sum_kopecks, sum(sum_kopecks) filter (where not shipped) as returned_kopecks,
        sum(vat_kopecks) as vat_kopecks
      from lines group by day),
    shipments as materialized (
      select day, count(*) as count from (select document, day from lines where shipped group by document, day) each
      group by day),
    bought as materialized (
      select array(select distinct product_id from ${isFiltered ? sql`period` : sql`lines`}
        where product_id is not null) as ids)`
}

/** Identifies a good without a product by the texts of its line. */
const goodKey = sql`case when product_id is null then articul || chr(9) || name || chr(9) || unit end`

const shippedStates = sql`${partlyShipped}, ${fullyShipped}, ${done}`

/** Lines of ledger documents; a document without a list of goods is one line. */
const bookedLines = (inPeriod: (day: SQL) => SQL) => sql`
  select e.id as document, e.kind, e.paper, e.number, e.day, e.order_id, l.product_id,
    coalesce(l.articul, '') as articul,
    coalesce(l.name, 'Без перечня товаров') as name, coalesce(l.unit, '') as unit,
    direction.sign * coalesce(l.quantity_milli, 0) as quantity_milli,
    case when l.entry_id is null then e.debit_kopecks - e.credit_kopecks else direction.sign * l.sum_kopecks end
      as sum_kopecks,
    direction.sign * coalesce(l.vat_kopecks, 0) as vat_kopecks, direction.sign > 0 as shipped
  from allowed_contract c join ledger_entries e on e.contract_id = c.id and e.active
    and e.kind in ('sale', 'return', 'correction') and ${inPeriod(sql`e.day`)}
  cross join lateral (select case when e.credit_kopecks > 0 or e.debit_kopecks < 0 then -1 else 1 end as sign) direction
  left join ledger_lines l on l.entry_id = e.id
  where c.booked and (l.entry_id is not null or e.kind <> 'correction')`

/** Shipped lines of orders, on the day when the order first reached a shipped state. */
const orderedLines = (inPeriod: (day: SQL) => SQL) => sql`
  select o.id, 'order', '', o.number, s.day, o.id, l.product_id, l.articul, l.name, l.unit, l.shipped_milli, w.kopecks,
    round(w.kopecks * coalesce(l.vat_percent, 0) / (100 + coalesce(l.vat_percent, 0)))::bigint, true
  from allowed_contract c join orders o on o.contract_id = c.id and o.state in (${shippedStates})
  cross join lateral (
    select (coalesce(min(at), o.updated_at) at time zone 'Europe/Moscow')::date as day from order_events
    where order_id = o.id and state in (${shippedStates})) s
  join order_lines l on l.order_id = o.id and l.shipped_milli > 0 and not l.cancelled
  cross join lateral (select round(l.price_kopecks * l.shipped_milli / 1000.0)::bigint as kopecks) w
  where not c.booked and ${inPeriod(sql`s.day`)}`

type GoodsFilter = Pick<LinesFilter, 'categoryId' | 'brandId' | 'query'>

const categoryTreeCte = ({ categoryId }: GoodsFilter): SQL =>
  categoryId === undefined
    ? sql``
    : sql`
    inside as (
      select id from categories where id = ${categoryId}
      union select c.id from categories c join inside on c.parent_id = inside.id),`

function goodsFilter({ categoryId, brandId, query }: GoodsFilter): SQL {
  const conditions = [
    ...(categoryId === undefined
      ? []
      : [
          sql`product_id in (
            select p.id from products p where coalesce(p.parent_id, p.id) in (
              select pc.product_id from product_categories pc where pc.category_id in (select id from inside)))`,
        ]),
    ...(brandId === undefined
      ? []
      : [
          sql`product_id in (
            select p.id from products p left join products parent on parent.id = p.parent_id
            where coalesce(parent.brand_id, p.brand_id) = ${brandId})`,
        ]),
    ...(query === '' ? [] : [sql`position(lower(${query}) in lower(articul || ' ' || name)) > 0`]),
  ]
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
