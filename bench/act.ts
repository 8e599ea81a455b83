import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import type { BenchBuyer, BenchContext, BenchRow } from './context.ts'
import { addLedgerBuyer, asking, callPortal, compareWithSql, ledgerRows } from './ledger.ts'

const lastDay = dayOf(new Date())
const firstDay = addDays(lastDay, -3 * 366)
const buildRounds = 3

/** An act of reconciliation over 100,000 documents and payments, against the bare SQL of the same. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  const buyer = await addLedgerBuyer(context)
  const { pool } = context.database
  await pool.query('create table bench_act_lines (like act_lines including all)')
  await pool.query('alter table bench_act_lines add foreign key (act_id) references acts on delete cascade')
  const id = await buildAct(context, buyer)
  const { before, turnovers, copy, lines } = bareSql(buyer, id)
  const built = await compareWithSql(
    `act of ${ledgerRows} lines, from the request until it is ready`,
    () => buildAct(context, buyer),
    asking(pool, ['begin', 'truncate bench_act_lines', before, copy, 'commit']),
    { times: buildRounds },
  )
  const rows = (query: string) => async () => {
    await callPortal(context, buyer, `/api/act/${id}`)
    await callPortal(context, buyer, `/api/actRows/?id=${id}${query}`)
  }
  return [
    ...built,
    ...(await compareWithSql(
      'act, opened: balances and its first 100 lines',
      rows(''),
      asking(pool, [before, turnovers, lines(0)]),
    )),
    ...(await compareWithSql(
      'act, page in the middle',
      rows(`&page=${ledgerRows / 200}`),
      asking(pool, [before, turnovers, lines(ledgerRows / 2)]),
    )),
  ]
}

/** Asks for an act as the screen does, and for its state until it is ready; its id. */
async function buildAct(context: BenchContext, buyer: BenchBuyer): Promise<number> {
  const request = {
    contract_id: buyer.contractId,
    startdate: formatDay(firstDay),
    enddate: formatDay(lastDay),
  }
  const { act } = JSON.parse(await callPortal(context, buyer, '/api/act/', request)) as { act: { id: number } }
  for (;;) {
    const reply = JSON.parse(await callPortal(context, buyer, `/api/act/${act.id}`)) as { act: { state: string } }
    if (reply.act.state === 'ready') return act.id
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The same from the ledger itself, the copy into a table like that of the acts. */
function bareSql({ contractId }: BenchBuyer, actId: number) {
  const ledger = `from ledger_entries where contract_id = ${contractId} and active`
  const inPeriod = `${ledger} and day between '${firstDay}' and '${lastDay}'`
  return {
    before: `select sum(debit_kopecks - credit_kopecks) ${ledger} and day < '${firstDay}'`,
    turnovers: `select count(*), sum(debit_kopecks), sum(credit_kopecks) ${inPeriod}`,
    copy: `insert into bench_act_lines
      select ${actId}, row_number() over (order by day, id), day, kind, paper, number, basis, debit_kopecks, credit_kopecks,
        row_number() over (order by day, id) ${inPeriod}`,
    lines: (offset: number) => `select * ${inPeriod} order by day, id limit 100 offset ${offset}`,
  }
}
