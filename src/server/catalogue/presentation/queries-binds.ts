import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { firstPositionOf1c } from './bind-positions.ts'

export type BindKind = 'analogue' | 'related'
/** `exchange` is the position in 1C's list, null if 1C does not link it. */
export type StoredBind = { id: number; own: boolean; exchange: number | null }
export type BindChoice = { id: number; own: boolean; hidden: boolean; staffPosition: number | null }

/** Goods linked to a product, in 1C's order. */
export async function listBinds(
  db: Db,
  { productId, kind }: { productId: number; kind: BindKind },
): Promise<StoredBind[]> {
  const { rows } = await db.execute<StoredBind>(sql`
    select bound_id as id, own, case when own then exchange_position else coalesce(exchange_position, position) end
      as exchange
    from product_binds where product_id = ${productId} and kind = ${kind}
    order by exchange_position, position, bound_id`)
  return rows
}

/** Those of the ids that are products; variants cannot be linked. */
export async function existingProducts(db: Db, { ids }: { ids: readonly number[] }): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from products where id = any(${sql.param([...ids])}::int[]) and parent_id is null`,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Stores staff's links of a product. Links missing from the input lose staff's part; the row goes unless 1C has the
 * link, too.
 */
export async function writeBinds(
  db: Db,
  { productId, kind, choices }: { productId: number; kind: BindKind; choices: readonly BindChoice[] },
): Promise<void> {
  const named = sql`${sql.param(choices.map(({ id }) => id))}::int[]`
  await db.execute(sql`
    delete from product_binds where product_id = ${productId} and kind = ${kind} and own and exchange_position is null
      and bound_id <> all(${named})`)
  await db.execute(sql`
    update product_binds set own = false, staff_position = null, position = exchange_position + ${firstPositionOf1c}
    where product_id = ${productId} and kind = ${kind} and own and bound_id <> all(${named})`)
  await db.execute(sql`
    insert into product_binds as l (product_id, kind, bound_id, own, hidden, staff_position, position)
    select ${productId}, ${kind}, each.id, each.own, each.hidden, each."staffPosition", coalesce(each."staffPosition",
      ${firstPositionOf1c})
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) each(id int, own boolean, hidden boolean,
      "staffPosition" int)
    on conflict (product_id, kind, bound_id) do update set own = excluded.own, hidden = excluded.hidden,
      staff_position = excluded.staff_position,
      position = coalesce(excluded.staff_position, l.exchange_position + ${firstPositionOf1c}, l.position)`)
}
