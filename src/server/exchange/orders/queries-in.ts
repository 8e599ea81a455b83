import { sql } from 'drizzle-orm'
import { vatPercent, vatRates, type VatRate } from '#shared/rules/vat.ts'
import type { Db } from '#server/db/client.ts'
import type { CurrentLine } from './match-lines.ts'
import type { AddedLine, CurrentOrder, PlannedLine, Product } from './plan-order.ts'

/** Orders by what a document calls them; visitors' orders never reached 1C and stay unknown to it. */
export async function findOrders(db: Db, { numbers }: { numbers: string[] }): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: number; number: string }>(sql`
    select o.id, o.number from orders o join organisations g on g.id = o.organisation_id
    where o.number = any(${sql.param(numbers)}::text[]) and not g.demo`)
  return new Map(rows.map(({ id, number }) => [number, id]))
}

/** An order with whom its changes are told. */
export type TakenOrder = CurrentOrder & { organisationId: number; accountId: number }

/** An order, locked until the transaction ends, with its lines. */
export async function lockOrder(tx: Db, { id }: { id: number }): Promise<TakenOrder | undefined> {
  const { rows } = await tx.execute<Omit<TakenOrder, 'lines'>>(sql`
    select o.id, o.number, o.state, o.code1c, o.sum_kopecks as "sumKopecks", o.paid_kopecks as "paidKopecks",
      o.delivery_kopecks as "deliveryKopecks", o.cancel_requested as "cancelRequested", o.confirmed_at is not null as confirmed,
      o.organisation_id as "organisationId", o.account_id as "accountId",
      coalesce(o.version > nullif(greatest(o.confirmed_version, (select max(h.version) from order_handovers h where h.order_id = o.id)), 0), false) as ahead
    from orders o where o.id = ${id} for update of o`)
  const [order] = rows
  return order === undefined ? undefined : { ...order, lines: await listLines(tx, { orderId: id }) }
}

/** Lines of a locked order. What they hold of the stock is certain only once the stock rows are locked too: an import ends reservations under that lock alone. */
export async function listLines(tx: Db, { orderId }: { orderId: number }): Promise<CurrentLine[]> {
  const { rows } = await tx.execute<CurrentLine>(sql`
    select l.position, l.product_id as "productId", p.code1c, l.warehouse_id as "warehouseId", l.quantity_milli as "quantityMilli",
      l.price_kopecks as "priceKopecks", l.sum_kopecks as "sumKopecks", l.shipped_milli as "shippedMilli", l.cancelled,
      l.reserved_milli as "reservedMilli"
    from order_lines l join products p on p.id = l.product_id where l.order_id = ${orderId} order by l.position`)
  return rows
}

/** Goods by Ид, as a line would keep them; a variant carries its good's article where it has none. */
export async function listProducts(tx: Db, { codes }: { codes: string[] }): Promise<Map<string, Product>> {
  const { rows } = await tx.execute<Omit<Product, 'vatPercent'> & { vat: string }>(sql`
    select p.id, p.code1c, p.name, coalesce(nullif(p.articul, ''), g.articul, '') as articul, p.unit, p.vat
    from products p left join products g on g.id = p.parent_id where p.code1c = any(${sql.param(codes)}::text[])`)
  return new Map(rows.map(({ vat, ...product }) => [product.code1c, { ...product, vatPercent: isRate(vat) ? vatPercent(vat) : null }]))
}

export async function listWarehouses(db: Db): Promise<{ id: number; code1c: string; name: string }[]> {
  const { rows } = await db.execute<{ id: number; code1c: string; name: string }>(sql`select id, code1c, name from warehouses order by id`)
  return rows
}

export async function updateLines(tx: Db, { orderId, lines }: { orderId: number; lines: PlannedLine[] }): Promise<void> {
  const rows = lines.map(({ position, quantityMilli, priceKopecks, sumKopecks, shippedMilli, cancelled }) => ({
    position, quantityMilli, priceKopecks, sumKopecks, shippedMilli, cancelled,
  }))
  await tx.execute(sql`
    update order_lines l set quantity_milli = n."quantityMilli", price_kopecks = n."priceKopecks", sum_kopecks = n."sumKopecks",
      shipped_milli = n."shippedMilli", cancelled = n.cancelled
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(position int, "quantityMilli" bigint, "priceKopecks" bigint,
      "sumKopecks" bigint, "shippedMilli" bigint, cancelled boolean)
    where l.order_id = ${orderId} and l.position = n.position`)
}

export async function insertLines(tx: Db, { orderId, lines }: { orderId: number; lines: AddedLine[] }): Promise<void> {
  await tx.execute(sql`
    insert into order_lines (order_id, position, product_id, warehouse_id, name, articul, unit, quantity_milli, price_kopecks,
      sum_kopecks, vat_percent, shipped_milli)
    select ${orderId}, n.position, n."productId", n."warehouseId", n.name, n.articul, n.unit, n."quantityMilli", n."priceKopecks",
      n."sumKopecks", n."vatPercent", n."shippedMilli"
    from json_to_recordset(${JSON.stringify(lines)}::json) as n(position int, "productId" int, "warehouseId" int, name text,
      articul text, unit text, "quantityMilli" bigint, "priceKopecks" bigint, "sumKopecks" bigint, "vatPercent" int,
      "shippedMilli" bigint)`)
}

type Changed = Pick<CurrentOrder, 'id' | 'state' | 'code1c' | 'sumKopecks' | 'paidKopecks' | 'deliveryKopecks' | 'cancelRequested'>

/**
 * 1C's own changes do not raise the version: it need not be told of them. Whoever looks at the order sees another
 * revision. What has left on deferred payment falls due so many days after today, as when staff say that it has left.
 */
export async function updateOrder(tx: Db, { id, linesChanged, state, code1c, sumKopecks, paidKopecks, deliveryKopecks, cancelRequested }: Changed & { linesChanged: boolean }): Promise<void> {
  await tx.execute(sql`
    update orders set revision = revision + case when ${linesChanged} or (state, sum_kopecks, paid_kopecks, delivery_kopecks, cancel_requested)
        is distinct from (${state}::int, ${sumKopecks}::bigint, ${paidKopecks}::bigint, ${deliveryKopecks}::bigint, ${cancelRequested}::boolean) then 1 else 0 end,
      state = ${state}, code1c = ${code1c}, sum_kopecks = ${sumKopecks}, paid_kopecks = ${paidKopecks},
      delivery_kopecks = ${deliveryKopecks}, cancel_requested = ${cancelRequested},
      pay_until = case when ${state}::int in (3, 11) and orders.state not in (3, 11) then coalesce(pay_until, (
        select (now() at time zone 'Europe/Moscow')::date + c.deferral_days from contracts c
        where c.id = contract_id and c.payment = 'deferred')) else pay_until end,
      confirmed_at = coalesce(confirmed_at, now()), updated_at = now()
    where id = ${id}`)
}

export async function insertEvent(tx: Db, { orderId, state, comment }: { orderId: number; state: number; comment: string }): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`insert into order_events (order_id, state, author, comment) values (${orderId}, ${state}, '1С', ${comment}) returning id`)
  return rows[0]?.id ?? 0
}

function isRate(vat: string): vat is VatRate {
  return vatRates.some((rate) => rate === vat)
}
