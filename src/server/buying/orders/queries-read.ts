import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'

export type OrderRow = {
  id: number
  number: string
  code1c: string | null
  clientNumber: string
  createdAt: string
  state: number
  cancelRequested: boolean
  paidKopecks: number
  sumKopecks: number
  payUntil: string | null
  lines: number
  contractId: number
  contractNumber: string
  contragent: string
  account: string
  delivery: string
  deliveryDate: string | null
  comment: string
  approval: 'waiting' | 'approved' | null
  revision: number
}

/** ISO 8601, UTC. */
export const isoText = (column: SQL): SQL<string> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const orderColumns = sql`
  o.id, o.number, o.code1c, o.client_number as "clientNumber", ${isoText(sql`o.created_at`)} as "createdAt", o.state,
  o.cancel_requested as "cancelRequested", o.paid_kopecks as "paidKopecks", o.sum_kopecks as "sumKopecks",
  o.pay_until::text as "payUntil", (select count(*) from order_lines l where l.order_id = o.id and not l.cancelled)
    as lines,
  o.contract_id as "contractId", c.number as "contractNumber", contragent.company as contragent, author.name as account,
  concat_ws(', ', method.name, company.name, zone.name) as delivery, o.delivery_date::text as "deliveryDate", o.comment,
  o.approval, o.revision`

export const orderSources = sql`
  orders o
  join contracts c on c.id = o.contract_id
  join contragents contragent on contragent.id = c.contragent_id
  join accounts author on author.id = o.account_id
  join delivery_methods method on method.id = o.delivery_method_id
  left join delivery_companies company on company.id = o.delivery_company_id
  left join delivery_zones zone on zone.id = o.delivery_zone_id`

export type OrderFilter = {
  contractId: number | undefined
  /** Instants: `from` inclusive, `until` exclusive. */
  from: Date | undefined
  until: Date | undefined
  states: readonly number[] | undefined
  warehouseId: number | undefined
  query: string
}

/** Number, 1C's number, the buyer's own number or an article of its lines; staff also search by buyer. */
export function matchesFilter(filter: OrderFilter, { buyers = false } = {}): SQL {
  const conditions = [sql`true`]
  if (filter.contractId !== undefined) conditions.push(sql`o.contract_id = ${filter.contractId}`)
  if (filter.from) conditions.push(sql`o.created_at >= ${filter.from.toISOString()}::timestamptz`)
  if (filter.until) conditions.push(sql`o.created_at < ${filter.until.toISOString()}::timestamptz`)
  if (filter.states) conditions.push(sql`o.state = any(${sql.param([...filter.states])}::int[])`)
  if (filter.warehouseId !== undefined) {
    conditions.push(
      sql`exists (select from order_lines l where l.order_id = o.id and l.warehouse_id = ${filter.warehouseId})`,
    )
  }
  if (filter.query !== '') {
    const pattern = containsPattern(filter.query)
    const buyer = buyers ? sql`or contragent.company ilike ${pattern} or contragent.inn like ${pattern}` : sql``
    conditions.push(sql`(o.number ilike ${pattern} or o.code1c ilike ${pattern}
      or o.client_number ilike ${pattern} ${buyer}
      or exists (select from order_lines l where l.order_id = o.id and l.articul ilike ${pattern}))`)
  }
  return sql.join(conditions, sql` and `)
}

export async function countOrders(db: Db, { scope, where }: { scope: SQL; where: SQL }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) from ${orderSources} where ${scope} and ${where}`,
  )
  return rows[0]?.count ?? 0
}

export async function listOrderRows(
  db: Db,
  { scope, where, offset, limit }: { scope: SQL; where: SQL; offset: number; limit: number },
): Promise<OrderRow[]> {
  const { rows } = await db.execute<OrderRow>(sql`
    select ${orderColumns} from ${orderSources} where ${scope} and ${where}
    order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`)
  return rows
}

export async function isContractAllowed(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number },
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from (${allowedContracts({ accountId })}) as allowed where id = ${contractId}`,
  )
  return rows.length > 0
}
