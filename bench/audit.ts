import { dayOf, addDays, formatDay } from '#shared/rules/dates.ts'
import { addAccount, addSession } from '#tests/support/fixtures.ts'
import type { BenchContext, BenchRow } from './context.ts'
import { callPortal, medianTimes, runStatement } from './ledger.ts'

const rows = 1_000_000
const rowsAtOnce = 50_000
const days = 365
/** Accounts and organisations by whom the rows are; a few do most of the work. */
const accounts = 400
const organisations = 300
const maxAboveSqlMs = 50
const bar = `≤ ${maxAboveSqlMs} ms above the bare SQL`

/** Pages of the audit trail with a million rows over a year, compared with plain SQL. */
export async function run(context: BenchContext): Promise<BenchRow[]> {
  const { db, pool } = context.database
  const adminId = await addAccount(db, { role: 'admin', name: 'Олег Старков' })
  const cookie = `sid=${await addSession(db, adminId)}`
  const { organisationId, accountId } = context.buyer
  await addRows(context, { adminId })
  const year = { from: formatDay(addDays(dayOf(new Date()), -days)) }
  const page = (query: Record<string, string>) => () =>
    callPortal(context, { ...context.buyer, cookie }, `/api/staff/audit/?${new URLSearchParams(query).toString()}`)
  const bare = (where: string) =>
    runStatement(pool, [
      `select * from audit_log where at >= now() - interval '${days} days' and ${where} order by at desc, id desc
        limit 50`,
    ])
  const { rows: middle } = await pool.query<{ id: number }>(
    `select id from audit_log order by at desc, id desc offset ${rows / 2} limit 1`,
  )
  const middleId = String(middle[0]?.id ?? 0)
  const beforeMiddle = `(at, id) < (select at, id from audit_log where id = ${middleId})`
  return [
    ...(await comparePage('audit, last week', page({}), bare('true'))),
    ...(await comparePage('audit, a year', page(year), bare('true'))),
    ...(await comparePage('audit, page in the middle', page({ ...year, before: middleId }), bare(beforeMiddle))),
    ...(await comparePage(
      'audit, one account',
      page({ ...year, who: String(accountId) }),
      bare(`account_id = ${accountId}`),
    )),
    ...(await comparePage(
      'audit, one organisation',
      page({ ...year, organisation: String(organisationId) }),
      bare(`organisation_id = ${organisationId}`),
    )),
    ...(await comparePage(
      'audit, one topic',
      page({ ...year, topic: 'money' }),
      bare(`action in ('contract.changed', 'contract.created')`),
    )),
    ...(await comparePage(
      'audit, found by a name',
      page({ ...year, query: 'Старков' }),
      bare(`account_id = ${adminId}`),
    )),
    ...(await comparePage(
      'audit, found by a field that few rows have',
      page({ ...year, query: 'Дней отсрочки' }),
      bare(`changes ? 'deferralDays'`),
    )),
  ]
}

/** Rows of a buyer and of an administrator are rare, those of others frequent. */
async function addRows({ database: { pool }, buyer }: BenchContext, { adminId }: { adminId: number }): Promise<void> {
  for (let first = 1; first <= rows; first += rowsAtOnce) await addRange(first)
  await pool.query('vacuum analyze audit_log')

  async function addRange(first: number): Promise<void> {
    await pool.query(
      `insert into audit_log (at, origin, account_id, action, object_type, object_id, organisation_id, changes)
     select now() - make_interval(secs => (${rows} - n) * ${(days * 86_400) / rows}), 'web',
       case when n % 5000 = 0 then $1 when n % 7000 = 0 then $2 else 1000000 + n % ${accounts} end,
       (array['order.placed','order.changed','sign-in.succeeded','account.changed','contract.changed',
         'setting.changed'])[1 + n % 6],
       (array['order','order','account','account','contract','setting'])[1 + n % 6], (n % 50000)::text,
       case when n % 7000 = 0 then $3 else 1000000 + n % ${organisations} end,
       case when n % 20000 = 4 then '{"deferralDays": {"before": 14, "after": 21}}'::jsonb
         else jsonb_build_object('comment', jsonb_build_object('before', n, 'after', n + 1)) end
     from generate_series(${first}, ${first + rowsAtOnce - 1}) n`,
      [adminId, buyer.accountId, buyer.organisationId],
    )
  }
}

async function comparePage(
  name: string,
  portal: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<BenchRow[]> {
  const { portalMs, bareMs } = await medianTimes(portal, bare)
  return [
    { name, value: portalMs, unit: 'ms', threshold: bar, pass: portalMs - bareMs <= maxAboveSqlMs },
    { name: `${name}: the bare SQL`, value: bareMs, unit: 'ms' },
  ]
}
