import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import type { BenchContext, BenchRow } from './context.ts'
import { addLedgerBuyer, runStatement, callPortal, compareWithSql } from './ledger.ts'

const today = dayOf(new Date())
const firstDay = addDays(today, -3 * 366)

/** Reports of purchased goods over 66,000 shipments of a contract, compared with plain SQL for the same content. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  const buyer = await addLedgerBuyer(context)
  const { pool } = context.database
  // Each shipment has one good, one of 3,000.
  await pool.query(
    `insert into ledger_lines (entry_id, position, product_id, articul, name, unit, quantity_milli, sum_kopecks,
      vat_kopecks)
     select e.id, 1, p.id, p.articul, p.name, p.unit, 1000 * (1 + e.id % 9), e.debit_kopecks, e.debit_kopecks * 22 / 122
     from ledger_entries e join (select id, articul, name, unit, row_number() over (order by id) as n
       from products where parent_id is null limit 3000) p on p.n = 1 + e.id % 3000
     where e.contract_id = $1 and e.kind = 'sale'`,
    [buyer.contractId],
  )
  await pool.query('vacuum analyze ledger_lines')
  const report = (number: number, days: number) => () =>
    callPortal(context, buyer, '/api/purchasedGoods/', {
      contract: buyer.contractId,
      report: number,
      startdate: formatDay(days === 0 ? firstDay : addDays(today, -days)),
      enddate: formatDay(today),
    })
  const bare = (rows: string, days: number) => {
    const from = days === 0 ? firstDay : addDays(today, -days)
    const lines = `from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.contract_id = ${buyer.contractId} and e.active and e.day between '${from}' and '${today}'`
    return runStatement(pool, [
      `select sum(l.sum_kopecks), sum(l.vat_kopecks), count(distinct l.product_id), count(distinct e.id) ${lines}`,
      `select date_trunc('month', e.day), sum(l.sum_kopecks) ${lines} group by 1`,
      rows.replace('LINES', lines),
      // The filters' choices: categories and brands of what was shipped.
      `select distinct c.id, c.name from (select distinct l.product_id ${lines}) b
       join product_categories pc on pc.product_id = b.product_id join categories c on c.id = pc.category_id`,
      `select distinct br.id, br.name from (select distinct l.product_id ${lines}) b
       join products p on p.id = b.product_id join brands br on br.id = p.brand_id`,
    ])
  }
  const goods = `select l.product_id, sum(l.quantity_milli), sum(l.sum_kopecks), max(e.day), count(distinct e.id) LINES
    group by 1 order by 3 desc limit 20`
  const months = `select date_trunc('month', e.day), count(distinct l.product_id), count(distinct e.id),
    sum(l.sum_kopecks)
    LINES group by 1 order by 1 desc`
  return [
    ...(await compareWithSql('purchased goods of 30 days', report(1, 30), bare(goods, 30))),
    ...(await compareWithSql('purchased goods of three years', report(1, 0), bare(goods, 0))),
    ...(await compareWithSql('purchases of three years by month', report(4, 0), bare(months, 0))),
  ]
}
