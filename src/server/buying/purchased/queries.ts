import { sql, type SQL } from 'drizzle-orm'
import type { PurchasedReport, PurchasedSort } from '#shared/api/money/purchased.ts'
import type { Day } from '#shared/rules/dates.ts'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import type { Db } from '#server/platform/db/client.ts'
import { linesShipped, type LinesFilter } from './queries-lines.ts'

export type GoodRow = {
  productId: number | null
  /** The product itself of a variant. */
  cardId: number | null
  articul: string
  name: string
  unit: string
  quantityMilli: number
  sumKopecks: number
  lastOn: Day | null
  shipments: number
  shippedMilli: number
}

export type DocumentRow = {
  id: number
  kind: LedgerKind | 'order'
  paper: string
  number: string
  day: Day
  order: { id: number; number: string } | null
  goods: number
  sumKopecks: number
  vatKopecks: number
}

export type GroupRow = {
  category: { id: number; header: string } | null
  brand: { id: number; header: string } | null
  goods: number
  shipments: number
  sumKopecks: number
}

export type MonthRow = {
  /** First of the month. */
  month: Day
  goods: number
  shipments: number
  returnedKopecks: number
  sumKopecks: number
  vatKopecks: number
}

export type RowsOf = { 1: GoodRow; 2: DocumentRow; 3: GroupRow; 4: MonthRow }

export type Totals = {
  booked: boolean
  any: boolean
  sumKopecks: number
  returnedKopecks: number
  vatKopecks: number
  goods: number
  shipments: number
}

export type Purchased<Report extends PurchasedReport> = {
  totals: Totals
  chart: { from: Day; sumKopecks: number }[]
  count: number
  rows: RowsOf[Report][]
  choices: { category: boolean; id: number; header: string }[]
}

export type PurchasedFilter = LinesFilter & { sort: PurchasedSort; step: 'week' | 'month' }

/** One good, whatever 1C calls it; without a product by what is written on paper. */
const goodKey = sql`case when product_id is null then articul || chr(9) || name || chr(9) || unit end`
const goodsOf = (lines: SQL) => sql`(select count(*) from (select from ${lines} group by product_id, ${goodKey}) g)`
const countGoods = sql`count(distinct (product_id, ${goodKey}))::int`
const shipments = sql`count(distinct document) filter (where shipped)::int`
const sums = sql`sum(sum_kopecks)::bigint as "sumKopecks"`

/** How the rows of a report are made of `lines`, and their order. */
const reports: Record<PurchasedReport, { rows: SQL; order: (sort: PurchasedSort) => SQL }> = {
  1: {
    rows: sql`
      select product_id as "productId", max(articul) as articul, max(name) as name, max(unit) as unit,
        sum(quantity_milli)::bigint as "quantityMilli", ${sums}, max(day) filter (where shipped) as "lastOn", ${shipments}
          as shipments, coalesce(sum(quantity_milli) filter (where shipped), 0)::bigint as "shippedMilli"
      from lines group by product_id, ${goodKey}`,
    order: (sort) =>
      ({
        sum: sql`"sumKopecks" desc, lower(name), "productId"`,
        quantity: sql`"quantityMilli" desc, lower(name), "productId"`,
        header: sql`lower(name), articul, "productId"`,
        last: sql`"lastOn" desc nulls last, lower(name), "productId"`,
      })[sort],
  },
  2: {
    rows: sql`
      select document as id, kind, max(paper) as paper, max(number) as number, day, max(order_id) as order_id,
        ${countGoods} as goods, ${sums}, sum(vat_kopecks)::bigint as "vatKopecks"
      from lines group by document, kind, day`,
    order: () => sql`day desc, id desc`,
  },
  3: {
    rows: sql`
      select category, brand, count(*)::int as goods, sum(shipments)::int as shipments, sum(sum_kopecks)::bigint
        as "sumKopecks"
      from (select ${categoryOf(sql`lines.product_id`)} as category, ${brandOf(sql`lines.product_id`)} as brand, ${shipments}
            as shipments, sum(sum_kopecks) as sum_kopecks
          from lines group by product_id, ${goodKey}) g
      group by category, brand`,
    order: () => sql`"sumKopecks" desc, category ->> 'header', brand ->> 'header'`,
  },
  4: {
    rows: sql`
      select date_trunc('month', day)::date as month, ${countGoods} as goods, ${shipments} as shipments,
        coalesce(-sum(sum_kopecks) filter (where not shipped), 0)::bigint as "returnedKopecks", ${sums},
        sum(vat_kopecks)::bigint as "vatKopecks"
      from lines group by 1`,
    order: () => sql`month desc`,
  },
}

/** Columns that are read for the rows of a page alone. */
const details: Partial<Record<PurchasedReport, SQL>> = {
  1: sql`, (select coalesce(parent_id, id) from products where id = page."productId") as "cardId"`,
  2: sql`, (select jsonb_build_object('id', o.id, 'number', o.number) from orders o where o.id = page.order_id) as order`,
}

/** A page of a report with the sums of the whole period. */
export async function readReport<Report extends PurchasedReport>(
  db: Db,
  { report, limit, offset, sort, step, ...filter }: PurchasedFilter & { report: Report; limit: number; offset: number },
): Promise<Purchased<Report>> {
  const { rows, order } = reports[report]
  const { rows: found } = await db.execute<Purchased<Report>>(sql`
    with recursive ${linesShipped(filter)},
      report_rows as materialized (${rows}),
      page as (select * from report_rows order by ${order(sort)} limit ${limit} offset ${offset}::bigint)
    select
      (select count(*)::int from report_rows) as count,
      (select coalesce(jsonb_agg(to_jsonb(line) order by ${order(sort)}), '[]')
        from (select page.* ${details[report] ?? sql``} from page) line) as rows,
      (select jsonb_build_object('booked', coalesce((select booked from own), false), 'any', exists (select from ever),
          'sumKopecks', coalesce(sum(sum_kopecks), 0)::bigint,
          'returnedKopecks', coalesce(-sum(sum_kopecks) filter (where not shipped), 0)::bigint,
          'vatKopecks', coalesce(sum(vat_kopecks), 0)::bigint, 'goods', ${goodsOf(sql`lines`)},
          'shipments', (select count(distinct document) from lines where shipped))
        from lines) as totals,
      (select coalesce(jsonb_agg(to_jsonb(bar)), '[]')
        from (select date_trunc(${step}, day)::date as from, sum(sum_kopecks)::bigint as "sumKopecks"
          from lines group by 1) bar) as chart,
      (select coalesce(jsonb_agg(to_jsonb(choice) order by lower(choice.header), choice.id), '[]')
        from (${choices}) choice) as choices`)
  return found[0] as Purchased<Report>
}

/** Rows of a report from one to another, for a spreadsheet. */
export async function listReport<Report extends PurchasedReport>(
  db: Db,
  { report, limit, offset, sort, ...filter }: PurchasedFilter & { report: Report; limit: number; offset: number },
): Promise<RowsOf[Report][]> {
  const { rows, order } = reports[report]
  const { rows: found } = await db.execute<{ row: RowsOf[Report] }>(sql`
    with recursive ${linesShipped(filter)}, report_rows as materialized (${rows}),
      page as (select * from report_rows order by ${order(sort)} limit ${limit} offset ${offset}::bigint)
    select to_jsonb(line) as row from (select page.* ${details[report] ?? sql``} from page) line order by ${order(sort)}`)
  return found.map(({ row }) => row)
}

/** More brands or categories make no choice. */
const maxChoices = 500

/** Categories and brands of what was shipped in the period, whatever else is filtered. */
const choices = sql`
  (select distinct true as category, c.id, c.name as header from bought join product_categories pc
      on pc.product_id = bought.card_id join categories c on c.id = pc.category_id limit ${maxChoices})
  union all
  (select distinct false, b.id, b.name from bought join products p on p.id = bought.card_id
    join brands b on b.id = p.brand_id limit ${maxChoices})`

function categoryOf(productId: SQL): SQL {
  return sql`(
    select jsonb_build_object('id', c.id, 'header', c.name) from products p join product_categories held
        on held.product_id in (p.id, p.parent_id) join categories c on c.id = held.category_id
    where p.id = ${productId} order by c.active desc, c.id limit 1)`
}

function brandOf(productId: SQL): SQL {
  return sql`(
    select jsonb_build_object('id', b.id, 'header', b.name) from products p left join products parent
        on parent.id = p.parent_id join brands b on b.id = coalesce(parent.brand_id, p.brand_id)
    where p.id = ${productId})`
}
