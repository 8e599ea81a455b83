import { sql } from 'drizzle-orm'
import { lineSumKopecks } from '#shared/rules/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, orders } from '#server/platform/db/schema/orders.ts'

export type OrderInput = Partial<typeof orders.$inferInsert> & {
  /** Units by product; price in kopecks, 100.00 by default. */
  lines: { productId: number; warehouseId: number; quantity: number; price?: number; reserved?: boolean }[]
}

let last = 0

/** Inserts an order directly into the tables, with its lines reserved in the stock rows. */
export async function addOrder(
  db: Db,
  buyer: { organisationId: number; contractId: number; ownerId: number },
  { lines, ...columns }: OrderInput,
): Promise<{ id: number; number: string }> {
  last += 1
  const number = columns.number ?? `T-${String(last).padStart(6, '0')}`
  const rows = lines.map(({ productId, warehouseId, quantity, price = 10_000, reserved = true }, index) => {
    const quantityMilli = Math.round(quantity * 1000)
    return {
      position: index + 1,
      productId,
      warehouseId,
      name: `Товар ${productId}`,
      articul: `A-${productId}`,
      unit: 'шт',
      quantityMilli,
      priceKopecks: price,
      sumKopecks: lineSumKopecks(price, quantityMilli),
      vatPercent: 22,
      reservedMilli: reserved ? quantityMilli : 0,
    }
  })
  const sumKopecks = rows.reduce((sum, row) => sum + row.sumKopecks, columns.deliveryKopecks ?? 0)
  const values = {
    organisationId: buyer.organisationId,
    contractId: buyer.contractId,
    accountId: buyer.ownerId,
    state: 1,
    deliveryMethodId: 3,
    sumKopecks,
    ...columns,
    number,
  }
  const [order] = await db.insert(orders).values(values).returning({ id: orders.id })
  const id = order?.id ?? 0
  if (rows.length > 0) await db.insert(orderLines).values(rows.map((row) => ({ ...row, orderId: id })))
  for (const { productId, warehouseId, reservedMilli } of rows) {
    await db.execute(
      sql`update stocks set reserved_milli = reserved_milli + ${reservedMilli}
        where product_id = ${productId} and warehouse_id = ${warehouseId}`,
    )
  }
  return { id, number }
}

/** Stock rows whose reservation differs from the sum of their lines: there must be none. */
export async function brokenReservations(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select s.product_id, s.warehouse_id, s.reserved_milli, coalesce(l.reserved, 0) as reserved
    from stocks s
      full join (select product_id, warehouse_id, sum(reserved_milli)::bigint as reserved from order_lines group by 1,
        2) l using (product_id, warehouse_id)
    where coalesce(s.reserved_milli, 0) <> coalesce(l.reserved, 0)`)
  return rows
}
