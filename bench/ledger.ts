import type pg from 'pg'
import type { BenchBuyer, BenchContext, BenchRow } from './context.ts'

export const ledgerRows = 100_000
/** Documents and payments per day, so that the ledger covers three years. */
const rowsADay = 91
const unpaidRows = 2000
const rounds = Number(process.env.BENCH_ROUNDS ?? 30)
const maxRatio = 2
const bar = `≤ ${maxRatio} × the bare SQL`

/** A buyer whose contract has 100,000 documents and payments; each third row pays the one before it. */
export async function addLedgerBuyer({ addBuyer, database }: BenchContext): Promise<BenchBuyer> {
  const buyer = await addBuyer()
  const { pool } = database
  const code = `'bench-${buyer.contractId}-' || `
  await pool.query(
    `insert into ledger_entries (code1c, feed, contract_id, kind, number, day, debit_kopecks, credit_kopecks, due_on,
      left_kopecks, basis, digest)
     select ${code} n, case when pays then 'payments' else 'ledger' end, $1,
       case when pays then 'payment' else 'sale' end,
       n::text, day, case when pays then 0 else sum end, case when pays then sum else 0 end,
       case when not pays then day + 30 end, case when not pays and n > $2 - $3 then sum else 0 end,
       'Заказ 0000-' || lpad(n::text, 6, '0'), ''
     from (select n, n % 3 = 2 as pays, 100000 + n / 3 * 7 as sum,
       (now() at time zone 'Europe/Moscow')::date - ($2::int - n) / ${rowsADay} as day
       from generate_series(1, $2::int) n) r`,
    [buyer.contractId, ledgerRows, unpaidRows],
  )
  await pool.query(
    `insert into ledger_settlements (entry_id, document_code1c, sum_kopecks)
     select id, ${code} (number::int - 1), credit_kopecks from ledger_entries
     where contract_id = $1 and kind = 'payment'`,
    [buyer.contractId],
  )
  await pool.query(
    `insert into ledger_states (feed, as_of) values ('ledger', now()), ('payments', now())
      on conflict (feed) do update set as_of = now()`,
  )
  await pool.query(
    `update contracts set payment = 'deferred', credit_limit_kopecks = 100000000000,
      debt_kopecks = (select sum(left_kopecks)
       from ledger_entries where contract_id = $1) where id = $1`,
    [buyer.contractId],
  )
  await pool.query('vacuum analyze ledger_entries, ledger_settlements')
  return buyer
}

/** Medians of a call of the portal and of plain SQL, in alternation. */
export async function medianTimes(
  portal: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  { times = rounds }: { times?: number } = {},
): Promise<{ portalMs: number; bareMs: number }> {
  const [served, plain]: [number[], number[]] = [[], []]
  await portal()
  await bare()
  for (let round = 0; round < times; round += 1) {
    served.push(await timed(portal))
    plain.push(await timed(bare))
  }
  return { portalMs: median(served), bareMs: median(plain) }
}

/** Alternates one call of the portal with the same query in plain SQL; records both medians. */
export async function compareWithSql(
  name: string,
  portal: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  { times = rounds, hasThreshold = true }: { times?: number; hasThreshold?: boolean } = {},
): Promise<BenchRow[]> {
  const { portalMs, bareMs } = await medianTimes(portal, bare, { times })
  const ratio = portalMs / bareMs
  return [
    { name, value: portalMs, unit: 'ms', ratio, ...(hasThreshold ? { threshold: bar, pass: ratio <= maxRatio } : {}) },
    { name: `${name}: the bare SQL`, value: bareMs, unit: 'ms' },
  ]
}

/** Runs statements one after another on one connection. */
export function runStatement(pool: pg.Pool, statements: readonly string[]): () => Promise<void> {
  return async () => {
    const client = await pool.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      client.release()
    }
  }
}

/** A call as sent by the browser; a refusal ends the run. */
export async function callPortal(
  { origin }: BenchContext,
  { cookie }: BenchBuyer,
  path: string,
  body?: object,
): Promise<string> {
  const response = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await act()
  return performance.now() - startedMs
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
