import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import type { BenchBuyer, BenchContext, BenchRow } from './context.ts'
import { addLedgerBuyer, runStatement, callPortal, compareWithSql, ledgerRows } from './ledger.ts'

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
  const { before, turnovers, copy, lines } = timeSql(buyer, id)
  const built = await compareWithSql(
    `act of ${ledgerRows} lines, from the request until it is ready`,
    () => buildAct(context, buyer),
    runStatement(pool, ['begin', 'truncate bench_act_lines', before, copy, 'commit']),
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
      runStatement(pool, [before, turnovers, lines(0)]),
    )),
    ...(await compareWithSql(
      'act, page in the middle',
      rows(`&page=${ledgerRows / 200}`),
      runStatement(pool, [before, turnovers, lines(ledgerRows / 2)]),
    )),
    await timedRow('act as XLSX, 100,000 lines', () => download(context, buyer, `/api/act/${id}/act.xlsx`)),
    await timedRow('act as PDF, its first lines and totals', () => download(context, buyer, `/api/act/${id}/act.pdf`)),
    await timedRow(`own books of ${bookRows} lines read and matched with ${ledgerRows}`, () =>
      uploadBook(context, buyer, id),
    ),
  ]
}

async function timedRow(name: string, act: () => Promise<unknown>): Promise<BenchRow> {
  await act()
  const startedMs = performance.now()
  for (let round = 0; round < buildRounds; round += 1) await act()
  return { name, value: (performance.now() - startedMs) / buildRounds, unit: 'ms' }
}

async function download({ origin }: BenchContext, { cookie }: BenchBuyer, path: string): Promise<void> {
  const response = await fetch(origin + path, { headers: { cookie } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  await response.arrayBuffer()
}

/** Nearly as many rows as a file may have, with its heading: the last ones of the ledger, debit and credit swapped. */
const bookRows = 19_900

async function uploadBook({ origin, database }: BenchContext, { contractId, cookie }: BenchBuyer, id: number) {
  const { rows } = await database.pool.query<{ line: string }>(
    `select to_char(day, 'DD.MM.YYYY') || ';УПД ' || number || ';' || case
      when credit_kopecks > 0 then to_char(credit_kopecks / 100.0, 'FM999999990.00') else '' end
       || ';' || case when debit_kopecks > 0 then to_char(debit_kopecks / 100.0, 'FM999999990.00') else '' end as line
     from ledger_entries where contract_id = $1 and active order by day desc, id desc limit $2`,
    [contractId, bookRows],
  )
  const text = ['Дата;Документ;Дебет;Кредит', ...rows.map(({ line }) => line)].join('\n')
  const response = await fetch(`${origin}/api/act/${id}/book?name=books.csv`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/csv', 'x-requested-with': 'bench' },
    body: text,
  })
  if (!response.ok) throw new Error(`own books were answered ${response.status}: ${await response.text()}`)
}

/** Requests an act and polls its state like the screen, until it is ready; returns its id. */
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

/** The same from the ledger itself, including the copy into a table like that of acts. */
function timeSql({ contractId }: BenchBuyer, actId: number) {
  const ledger = `from ledger_entries where contract_id = ${contractId} and active`
  const inPeriod = `${ledger} and day between '${firstDay}' and '${lastDay}'`
  return {
    before: `select sum(debit_kopecks - credit_kopecks) ${ledger} and day < '${firstDay}'`,
    turnovers: `select count(*), sum(debit_kopecks), sum(credit_kopecks) ${inPeriod}`,
    copy: `insert into bench_act_lines
      select ${actId}, row_number() over (order by day, id), day, kind, paper, number, basis, debit_kopecks,
        credit_kopecks,
        row_number() over (order by day, id) ${inPeriod}`,
    lines: (offset: number) => `select * ${inPeriod} order by day, id limit 100 offset ${offset}`,
  }
}
