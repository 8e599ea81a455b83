import { sql } from 'drizzle-orm'
import type { Day } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { escapeLike } from '#server/platform/db/like.ts'
import { rateObject, type Rate } from '#server/catalogue/prices/shared-queries-rates.ts'

export type PriceTypeRow = {
  id: number
  code1c: string
  name: string
  currency: string
  isRrc: boolean
  goods: number
  unrated: number
  contracts: number
  pricesAt: Date | null
}

export async function listPriceTypeRows(db: Db): Promise<PriceTypeRow[]> {
  const { rows } = await db.execute<Omit<PriceTypeRow, 'pricesAt'> & { pricesAt: string | null }>(sql`
    select t.id, t.code1c, t.name, t.currency, t.is_rrc as "isRrc", t.prices_at as "pricesAt",
      coalesce(sold.n, 0)::int as goods, coalesce(waiting.n, 0)::int as unrated,
      (select count(*) from contracts c join organisations o on o.id = c.organisation_id
        where c.price_type_id = t.id and not o.demo)::int as contracts
    from price_types t
      left join (select price_type_id, count(*) as n from prices group by 1) sold on sold.price_type_id = t.id
      left join (
        select f.price_type_id, count(*) as n from foreign_prices f where not exists (
          select from prices x where x.product_id = f.product_id and x.price_type_id = f.price_type_id)
        group by 1) waiting on waiting.price_type_id = t.id
    where t.base_id is null order by t.is_rrc, contracts desc, t.name, t.id`)
  return rows.map((row) => ({ ...row, pricesAt: row.pricesAt === null ? null : new Date(row.pricesAt) }))
}

export type CurrencyRow = {
  code: string
  goods: number
  rate: Rate | null
  former: Rate | null
  coming: Rate | null
  source: 'staff' | '1c' | null
}

/** Currencies of price types and prices, and those with a rate. */
export async function listCurrencyRows(db: Db, { today }: { today: Day }): Promise<CurrencyRow[]> {
  const { rows } = await db.execute<CurrencyRow>(sql`
    with used as (
      select currency from price_types where currency <> 'RUB' union select currency from currency_rates
      union select currency from foreign_prices),
    now_applied as (select currency, starts_on, source from currency_rates where applied)
    select used.currency as code, a.source,
      (select count(distinct product_id) from foreign_prices f where f.currency = used.currency)::int as goods,
      (select ${rateObject} from currency_rates rate where rate.currency = a.currency and rate.starts_on = a.starts_on)
        as rate,
      (select ${rateObject} from currency_rates rate where rate.currency = a.currency and rate.starts_on < a.starts_on
        order by rate.starts_on desc limit 1) as former,
      (select ${rateObject} from currency_rates rate where rate.currency = used.currency and rate.starts_on > ${today}
        order by rate.starts_on limit 1) as coming
    from used left join now_applied a on a.currency = used.currency order by used.currency`)
  return rows
}

export type HistoryRow = Rate & { applied: boolean; source: 'staff' | '1c'; author: string | null; setAt: string }

const maxHistory = 200

export async function listRates(db: Db, { currency }: { currency: string }): Promise<HistoryRow[]> {
  const { rows } = await db.execute<HistoryRow>(sql`
    select r.currency, r.starts_on::text as "startsOn", r.nominal, r.rate::text as rate, r.applied, r.source,
      case when r.source = 'staff' then coalesce(nullif(a.name, ''), a.login::text) end as author,
      to_char(r.set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "setAt"
    from currency_rates r left join accounts a on a.id = r.account_id
    where r.currency = ${currency} order by r.starts_on desc limit ${maxHistory}`)
  return rows
}

export async function findPriceTypeCode(db: Db, { id }: { id: number }): Promise<string | undefined> {
  const { rows } = await db.execute<{ code1c: string }>(
    sql`select code1c from price_types where id = ${id} and base_id is null`,
  )
  return rows[0]?.code1c
}

export type ContractChoice = { id: number; number: string; contragent: string; priceType: string; customer: number }

const maxChoices = 20
const maxOfType = 500

/** Without those of demo visitors. With a price type: all of it. */
export async function findContracts(
  db: Db,
  { query, typeId = null }: { query: string; typeId: number | null | undefined },
): Promise<ContractChoice[]> {
  const pattern = `%${escapeLike(query)}%`
  const { rows } = await db.execute<ContractChoice>(sql`
    select c.id, c.number, g.company as contragent, t.name as "priceType", c.organisation_id as customer
    from contracts c join contragents g on g.id = c.contragent_id join price_types t on t.id = c.price_type_id
      join organisations o on o.id = c.organisation_id and not o.demo
    where (${typeId}::int is null and g.status <> 'deleted' or c.price_type_id = ${typeId}::int)
      and (c.number ilike ${pattern} or g.company ilike ${pattern} or g.inn like ${pattern} or o.name ilike ${pattern})
    order by c.status <> 'active', g.company, c.number, c.id limit ${typeId === null ? maxChoices : maxOfType}`)
  return rows
}
