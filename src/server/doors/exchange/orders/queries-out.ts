import { sql } from 'drizzle-orm'
import type { SellerVat } from '#shared/rules/vat.ts'
import { confirmVersions, isDueForExport } from '#server/buying/orders/shared-queries-handover.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { OutgoingLine } from './order-document.ts'

/** Orders that wait for 1C, since when the longest does, and when 1C last confirmed an order. */
export async function countDueOrders(
  db: Db,
): Promise<{ waiting: number; since: Date | null; confirmedAt: Date | null }> {
  type Row = { waiting: number; since: string | null; confirmedAt: string | null }
  const { rows } = await db.execute<Row>(sql`
    select count(*)::int as waiting, to_json(min(o.updated_at)) #>> '{}' as since,
      (select to_json(max(confirmed_at)) #>> '{}' from orders) as "confirmedAt"
    from orders o where ${isDueForExport}`)
  const { waiting = 0, since = null, confirmedAt = null } = rows[0] ?? {}
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  return { waiting, since: dateOf(since), confirmedAt: dateOf(confirmedAt) }
}

/**
 * Records the orders and versions that an exchange account is about to receive; returns their ids in order of creation.
 * A confirmed order is exported again only with a higher version.
 */
export async function recordHandover(db: Db, { exchangeAccountId }: { exchangeAccountId: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with due as (
      select o.id, o.version from orders o where ${isDueForExport}
    ), earlier as (
      update order_handovers h set latest = false
      where h.exchange_account_id = ${exchangeAccountId} and h.latest and not exists (select from due
        where due.id = h.order_id)
    ), given as (
      insert into order_handovers (exchange_account_id, order_id, version, given_at, latest)
      select ${exchangeAccountId}, id, version, now(), true from due order by id
      on conflict (exchange_account_id, order_id) do update set version = excluded.version,
        given_at = excluded.given_at, latest = true
      returning order_id
    )
    select order_id as id from given order by order_id`)
  return rows.map(({ id }) => id)
}

/**
 * Confirms the pairs of the account's last `query`. Idempotent; an order changed since then has a higher version and is
 * exported again.
 */
export function confirmHandover(db: Db, { exchangeAccountId }: { exchangeAccountId: number }): Promise<number> {
  const given = sql`
    select order_id as id, version from order_handovers where exchange_account_id = ${exchangeAccountId} and latest`
  return confirmVersions(db, { given })
}

export type OrderRow = {
  number: string
  date: string
  time: string
  state: number
  version: number
  cancel_requested: boolean
  sum: number
  paid: number
  pay_until: string | null
  comment: string
  client_number: string
  contragent_id: number
  contragent_code: string | null
  company: string
  full_name: string
  legal_form: string
  inn: string
  kpp: string
  legal_address: string
  phone: string
  email: string
  contract_number: string
  contract_code: string | null
  payment: string
  prepayment_percent: number
  deferral_days: number
  account_name: string
  account_phone: string
  delivery_method: string
  delivery_company: string | null
  terminal: string | null
  delivery_zone: string | null
  delivery_date: string | null
  delivery_kopecks: number
  seller_vat: SellerVat
  address: string | null
  consignee: string | null
  consignee_phone: string | null
  lines: OutgoingLine[]
}

/** Orders with all data of a document in one statement, so that order and lines are consistent. */
export async function listOrdersToExport(db: Db, { ids }: { ids: number[] }): Promise<OrderRow[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select
      o.number, to_char(o.created_at at time zone 'Europe/Moscow', 'YYYY-MM-DD') as date,
      to_char(o.created_at at time zone 'Europe/Moscow', 'HH24:MI:SS') as time,
      o.state, o.version, o.cancel_requested, o.sum_kopecks as sum, o.paid_kopecks as paid, o.pay_until::text,
      o.comment, o.client_number,
      g.id as contragent_id, g.code1c as contragent_code, g.company, g.full_name, g.legal_form, g.inn, g.kpp,
      g.legal_address, g.phone, g.email,
      c.number as contract_number, c.code1c as contract_code, c.payment, c.prepayment_percent, c.deferral_days,
      a.name as account_name, a.phone as account_phone,
      m.name as delivery_method, dc.name as delivery_company, t.city || ', ' || t.address as terminal, z.name
        as delivery_zone,
      o.delivery_date::text, o.delivery_kopecks,
      coalesce((select vat from sellers where id = coalesce(o.seller_id, c.seller_id, (select id from sellers
        where is_default))), 'goods') as seller_vat,
      concat_ws(', ', nullif(d.postindex, ''), d.full_address) as address,
      concat_ws(' ', nullif(n.company, ''), n.surname, n.name, nullif(n.patronymic, '')) as consignee, n.phone
        as consignee_phone,
      coalesce(l.lines, '[]'::json) as lines
    from orders o
      join contracts c on c.id = o.contract_id
      join contragents g on g.id = c.contragent_id
      join accounts a on a.id = o.account_id
      join delivery_methods m on m.id = o.delivery_method_id
      left join delivery_companies dc on dc.id = o.delivery_company_id
      left join delivery_terminals t on t.id = o.terminal_id
      left join delivery_zones z on z.id = o.delivery_zone_id
      left join addresses d on d.id = o.address_id
      left join consignees n on n.id = o.consignee_id
      left join lateral (
        select json_agg(json_build_object(
          'code1c', p.code1c, 'articul', l.articul, 'name', l.name, 'unit', l.unit, 'okei', p.okei,
          'quantityMilli', l.quantity_milli, 'priceKopecks', l.price_kopecks, 'sumKopecks', l.sum_kopecks,
          'vatPercent', l.vat_percent, 'warehouse', w.name, 'warehouseCode', w.code1c, 'note', l.note
        ) order by l.position) as lines
        from order_lines l join products p on p.id = l.product_id join warehouses w on w.id = l.warehouse_id
        where l.order_id = o.id and not l.cancelled and l.quantity_milli > 0
      ) l on true
    where o.id = any(${sql.param(ids)}::int[])
    order by o.id`)
  return rows
}

export async function listDeliveryMethods(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select id, name from delivery_methods order by position, id`,
  )
  return rows
}
