import { sql } from 'drizzle-orm'
import { vatPercent, vatRates, type VatRate } from '#shared/rules/vat.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Product } from './plan-order.ts'

/** Orders by number. Orders of demo visitors are never exported, so they are not found. */
export async function findOrders(db: Db, { numbers }: { numbers: string[] }): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: number; number: string }>(sql`
    select o.id, o.number from orders o join organisations g on g.id = o.organisation_id
    where o.number = any(${sql.param(numbers)}::text[]) and not g.demo`)
  return new Map(rows.map(({ id, number }) => [number, id]))
}

/** Goods by Ид with the values of an order line; a variant without an article takes that of its product. */
export async function listProducts(tx: Db, { codes }: { codes: string[] }): Promise<Map<string, Product>> {
  const { rows } = await tx.execute<Omit<Product, 'vatPercent'> & { vat: string }>(sql`
    select p.id, p.code1c, p.name, coalesce(nullif(p.articul, ''), g.articul, '') as articul, p.unit, p.vat
    from products p left join products g on g.id = p.parent_id where p.code1c = any(${sql.param(codes)}::text[])`)
  return new Map(
    rows.map(({ vat, ...product }) => [
      product.code1c,
      { ...product, vatPercent: isRate(vat) ? vatPercent(vat) : null },
    ]),
  )
}

export async function listWarehouses(db: Db): Promise<{ id: number; code1c: string; name: string }[]> {
  const { rows } = await db.execute<{ id: number; code1c: string; name: string }>(
    sql`select id, code1c, name from warehouses order by id`,
  )
  return rows
}

function isRate(vat: string): vat is VatRate {
  return vatRates.some((rate) => rate === vat)
}
