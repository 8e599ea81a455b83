import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Rate } from '#server/catalogue/prices/shared-queries-rates.ts'

/** Who sets a rate: staff, or 1C. */
export type RateSource = { source: 'staff' | '1c'; accountId: number | null }

/** A written rate; `before` null: the day had none. */
export type WrittenRate = Rate & { before: Pick<Rate, 'nominal' | 'rate'> | null }

/** Writes the rates that differ and returns them. A rate that was applied must be applied again. */
export async function upsertRates(
  db: Db,
  { rates, by }: { rates: readonly Rate[]; by: RateSource },
): Promise<WrittenRate[]> {
  const { rows } = await db.execute<WrittenRate>(sql`
    with sent as (
      select * from json_to_recordset(${JSON.stringify(rates)}::json)
        r(currency text, "startsOn" date, nominal int, rate numeric(11, 4))),
    stored as (
      select r.* from currency_rates r join sent on sent.currency = r.currency and sent."startsOn" = r.starts_on),
    written as (
      insert into currency_rates as r (currency, starts_on, nominal, rate, source, account_id)
      select currency, "startsOn", nominal, rate, ${by.source}, ${by.accountId} from sent
      on conflict (currency, starts_on) do update set nominal = excluded.nominal, rate = excluded.rate,
        source = excluded.source, account_id = excluded.account_id, set_at = now(), applied = false
        where (r.nominal, r.rate) is distinct from (excluded.nominal, excluded.rate)
      returning r.currency, r.starts_on, r.nominal, r.rate)
    select w.currency, w.starts_on::text as "startsOn", w.nominal, w.rate::text as rate,
      case when stored.currency is not null
        then jsonb_build_object('nominal', stored.nominal, 'rate', stored.rate::text) end as before
    from written w left join stored on stored.currency = w.currency and stored.starts_on = w.starts_on
    order by w.currency, w.starts_on`)
  return rows
}

/** Deletes a rate whose day has not come; undefined if there is none. */
export async function deleteComingRate(
  db: Db,
  { currency, startsOn, today }: { currency: string; startsOn: Day; today: Day },
): Promise<Rate | undefined> {
  const { rows } = await db.execute<Rate>(sql`
    delete from currency_rates where currency = ${currency} and starts_on = ${startsOn} and starts_on > ${today}
    returning currency, starts_on::text as "startsOn", nominal, rate::text as rate`)
  return rows[0]
}

/** Makes the latest rate that has begun the applied one; returns the currencies where that is another than before. */
export async function applyDueRates(db: Db, { today }: { today: Day }): Promise<string[]> {
  const { rows } = await db.execute<{ currency: string }>(sql`
    with due as (
      select distinct on (currency) currency, starts_on from currency_rates where starts_on <= ${today}
      order by currency, starts_on desc),
    turned as (
      update currency_rates r set applied = r.starts_on = due.starts_on from due
      where due.currency = r.currency and r.applied <> (r.starts_on = due.starts_on) returning r.currency)
    select distinct currency from turned order by currency`)
  return rows.map(({ currency }) => currency)
}
