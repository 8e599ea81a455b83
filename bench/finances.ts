import type { BenchContext, BenchRow } from './context.ts'
import { addLedgerBuyer, runStatement, callPortal, compareWithSql, ledgerRows } from './ledger.ts'

/** Pages of the finances of a contract with 100,000 documents and payments, compared with plain SQL. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  const buyer = await addLedgerBuyer(context)
  const { pool } = context.database
  const page = (query: string) => () =>
    callPortal(context, buyer, `/api/finances/?contract=${buyer.contractId}${query}`)
  const bare = (view: string, order: string) => {
    const rows = `from ledger_entries e where contract_id = ${buyer.contractId} and active ${view}`
    return runStatement(pool, [
      // Debts by age, as plain SQL.
      `select (current_date - due_on) / 15 as age, sum(left_kopecks) from ledger_entries
       where contract_id = ${buyer.contractId} and active and left_kopecks > 0 group by 1`,
      `select count(*) ${rows}`,
      `select e.* ${rows} order by ${order}`,
    ])
  }
  const newest = 'day desc, id desc limit 20'
  const pages = Math.floor(ledgerRows / 20)
  return [
    ...(await compareWithSql('finances, first page of 5,000', page(''), bare('', newest))),
    ...(await compareWithSql(
      'finances, page in the middle',
      page(`&page=${pages / 2}`),
      bare('', `${newest} offset ${ledgerRows / 2}`),
    )),
    ...(await compareWithSql('finances, payments', page('&view=payments'), bare(payments, newest))),
    // Reading two thousand rows is faster than any call, so there is no threshold.
    ...(await compareWithSql('finances, to pay', page('&view=unpaid'), bare(unpaid, 'due_on, day, id limit 20'), {
      hasThreshold: false,
    })),
    ...(await compareWithSql('finances, found by number', page('&query=99999'), bare(found, newest))),
  ]
}

const payments = `and kind in ('payment', 'refund')`
const unpaid = 'and left_kopecks > 0'
const found = `and position('99999' in lower(paper || ' ' || number || ' ' || basis)) > 0`
