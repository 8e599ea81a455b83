import { sql, type SQL } from 'drizzle-orm'
import type { PurchasedReport, PurchasedSort } from '#shared/api/money/purchased.ts'
import type { Day } from '#shared/rules/dates.ts'
import type { LedgerKind } from '#shared/rules/ledger.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shippedLinesSql, type LineColumns, type LinesFilter } from './queries-lines.ts'

export type GoodRow = {
  productId: number | null
  /** The product of a variant. */
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
  /** First day of the month. */
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

/** Groups in two steps, because `count(distinct)` would sort all lines. */
const shipmentsOfGoods = (among: SQL) => sql`
  select product_id, good_key, count(*)::int as shipments from (
    select l.product_id, l.good_key, l.document from lines l ${among} where l.shipped
    group by l.product_id, l.good_key, l.document) each
  group by product_id, good_key`
/** Null-safe equality that PostgreSQL can hash. */
const isSameGood = (one: SQL, other: SQL) => sql`coalesce(${one}.product_id, 0) = coalesce(${other}.product_id, 0)
  and coalesce(${one}.good_key, '') = coalesce(${other}.good_key, '')`

type ReportSql = {
  columns?: LineColumns
  rows: SQL
  order: (sort: PurchasedSort) => SQL
  /** Number of goods. */
  goods: SQL
}
const goodsOfLines = sql`(select count(*) from (select from lines group by product_id, good_key) g)`

/** SQL of each report over `lines`, and its order. */
const reports: Record<PurchasedReport, ReportSql> = {
  1: {
    columns: 'texts',
    rows: sql`
      select product_id, good_key, max(articul) as articul, max(name) as name, max(unit) as unit,
        sum(quantity_milli)::bigint as "quantityMilli", sum(sum_kopecks)::bigint as "sumKopecks",
        max(day) filter (where shipped) as "lastOn",
        coalesce(sum(quantity_milli) filter (where shipped), 0)::bigint as "shippedMilli"
      from lines group by product_id, good_key`,
    order: (sort) =>
      ({
        sum: sql`"sumKopecks" desc, lower(name), product_id`,
        quantity: sql`"quantityMilli" desc, lower(name), product_id`,
        header: sql`lower(name), articul, product_id`,
        last: sql`"lastOn" desc nulls last, lower(name), product_id`,
      })[sort],
    goods: sql`(select count(*) from report_rows)`,
  },
  2: {
    columns: 'paper',
    rows: sql`
      select document as id, day from lines group by document, day`,
    order: () => sql`day desc, id desc`,
    goods: goodsOfLines,
  },
  3: {
    rows: sql`
      select category, brand, count(*)::int as goods, coalesce(sum(shipments), 0)::int as shipments,
        sum(sum_kopecks)::bigint
        as "sumKopecks"
      from (
        select ${categoryOf(sql`g.product_id`)} as category, ${brandOf(sql`g.product_id`)} as brand, s.shipments,
          g.sum_kopecks
        from (select product_id, good_key, sum(sum_kopecks) as sum_kopecks from lines group by product_id, good_key) g
        left join (${shipmentsOfGoods(sql``)}) s on ${isSameGood(sql`s`, sql`g`)}) each
      group by category, brand`,
    order: () => sql`"sumKopecks" desc, category ->> 'header', brand ->> 'header'`,
    goods: goodsOfLines,
  },
  4: {
    rows: sql`
      select month, goods, shipments, "returnedKopecks", "sumKopecks", "vatKopecks"
      from (
        select ${monthOf(sql`day`)} as month, coalesce(sum(shipments.count), 0)::int as shipments,
          coalesce(-sum(returned_kopecks), 0)::bigint as "returnedKopecks", sum(sum_kopecks)::bigint as "sumKopecks",
          sum(vat_kopecks)::bigint as "vatKopecks"
        from days left join shipments using (day) group by 1) sums
      join (
        select month, count(*)::int as goods
        from (select ${monthOf(sql`day`)} as month from lines group by 1, product_id, good_key) each group by 1) counts
      using (month)`,
    order: () => sql`month desc`,
    goods: goodsOfLines,
  },
}

/** First day of the month; cheaper than `date_trunc`, which converts to timestamps with time zone. */
function monthOf(day: SQL): SQL {
  return sql`${day} - date_part('day', ${day})::int + 1`
}

/** Columns that are read only for the rows of a page. */
const details: Partial<Record<PurchasedReport, { columns: SQL; from: SQL }>> = {
  1: {
    columns: sql`, page.product_id as "productId", coalesce(s.shipments, 0) as shipments,
      (select coalesce(parent_id, id) from products where id = page.product_id) as "cardId"`,
    from: sql`left join (${shipmentsOfGoods(sql`join page on ${isSameGood(sql`l`, sql`page`)}`)}) s
      on ${isSameGood(sql`s`, sql`page`)}`,
  },
  2: {
    columns: sql`, d.kind, d.paper, d.number, d.goods, d."sumKopecks", d."vatKopecks",
      (select jsonb_build_object('id', o.id, 'number', o.number) from orders o where o.id = d.order_id) as order`,
    from: sql`join (
      select document, max(kind) as kind, max(paper) as paper, max(number) as number, max(order_id) as order_id,
        count(distinct (product_id, good_key))::int as goods, sum(sum_kopecks)::bigint as "sumKopecks",
        sum(vat_kopecks)::bigint as "vatKopecks"
      from lines join page on page.id = lines.document group by document) d on d.document = page.id`,
  },
}

function pageSql(report: PurchasedReport): SQL {
  const { columns, from } = details[report] ?? { columns: sql``, from: sql`` }
  return sql`select page.* ${columns} from page ${from}`
}

/** A page of a report with totals of the whole period. */
export async function readReport<Report extends PurchasedReport>(
  db: Db,
  { report, limit, offset, sort, step, ...filter }: PurchasedFilter & { report: Report; limit: number; offset: number },
): Promise<Purchased<Report>> {
  const { rows, order, columns, goods } = reports[report]
  const { rows: found } = await db.execute<Purchased<Report>>(sql`
    with recursive ${shippedLinesSql(filter, columns)}, ${cards},
      report_rows as materialized (${rows}),
      page as (select * from report_rows order by ${order(sort)} limit ${limit} offset ${offset}::bigint)
    select
      (select count(*)::int from report_rows) as count,
      (select coalesce(jsonb_agg(to_jsonb(line) order by ${order(sort)}), '[]')
        from (${pageSql(report)}) line) as rows,
      (select jsonb_build_object('booked', coalesce((select booked from allowed_contract), false), 'any', exists (select
        from any_purchase),
          'sumKopecks', coalesce(sum(sum_kopecks), 0)::bigint,
          'returnedKopecks', coalesce(-sum(returned_kopecks), 0)::bigint,
          'vatKopecks', coalesce(sum(vat_kopecks), 0)::bigint, 'goods', ${goods},
          'shipments', (select coalesce(sum(count), 0)::int from shipments))
        from days) as totals,
      (select coalesce(jsonb_agg(to_jsonb(bar)), '[]')
        from (select date_trunc(${step}, day)::date as from, sum(sum_kopecks)::bigint as "sumKopecks"
          from days group by 1) bar) as chart,
      (select coalesce(jsonb_agg(to_jsonb(choice) order by lower(choice.header), choice.id), '[]')
        from (${choices}) choice) as choices`)
  return found[0] as Purchased<Report>
}

/** A range of a report's rows, for a spreadsheet. */
export async function listReport<Report extends PurchasedReport>(
  db: Db,
  { report, limit, offset, sort, ...filter }: PurchasedFilter & { report: Report; limit: number; offset: number },
): Promise<RowsOf[Report][]> {
  const { rows, order, columns } = reports[report]
  const { rows: found } = await db.execute<{ row: RowsOf[Report] }>(sql`
    with recursive ${shippedLinesSql(filter, columns)}, report_rows as materialized (${rows}),
      page as (select * from report_rows order by ${order(sort)} limit ${limit} offset ${offset}::bigint)
    select to_jsonb(line) as row from (${pageSql(report)}) line order by ${order(sort)}`)
  return found.map(({ row }) => row)
}

/** With more brands or categories the filter is not offered. */
const maxChoices = 500

/** Categories and brands of the goods shipped in the period, regardless of other filters. */
const choices = sql`
  (select distinct true as category, c.id, c.name as header from cards join product_categories pc
      on pc.product_id = cards.id join categories c on c.id = pc.category_id limit ${maxChoices})
  union all
  (select distinct false, b.id, b.name from cards join brands b on b.id = cards.brand_id limit ${maxChoices})`

/** An array of ids leads to each product by its index; joined, all the products of the catalogue would be read. */
const cards = sql`
  cards as materialized (
    select coalesce(parent.id, p.id) as id, coalesce(parent.brand_id, p.brand_id) as brand_id
    from products p left join products parent on parent.id = p.parent_id
    where p.id = any((select ids from bought)::int[]))`

function categoryOf(productId: SQL): SQL {
  return sql`(
    select jsonb_build_object('id', c.id, 'header', c.name) from products p join product_categories assigned
        on assigned.product_id in (p.id, p.parent_id) join categories c on c.id = assigned.category_id
    where p.id = ${productId} order by c.active desc, c.id limit 1)`
}

function brandOf(productId: SQL): SQL {
  return sql`(
    select jsonb_build_object('id', b.id, 'header', b.name) from products p left join products parent
        on parent.id = p.parent_id join brands b on b.id = coalesce(parent.brand_id, p.brand_id)
    where p.id = ${productId})`
}
