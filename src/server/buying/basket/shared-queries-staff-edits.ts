import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** A line as it was before a change. */
export type LineState = { productId: number; warehouseId: number; quantityMilli: number; note: string }

/** What staff did to a line while acting as the buyer. Quantity 0: the line was or is not there. */
export type StaffEdit = {
  productId: number
  warehouseId: number
  staffId: number
  /** Of the staff's account. */
  name: string
  /** ISO */
  at: string
  beforeMilli: number
  afterMilli: number
}

export async function listLineStates(db: Db, { basketId }: { basketId: number }): Promise<LineState[]> {
  const { rows } = await db.execute<LineState>(sql`
    select product_id as "productId", warehouse_id as "warehouseId", quantity_milli as "quantityMilli", note
    from basket_lines where basket_id = ${basketId}`)
  return rows
}

/**
 * Records which lines differ from `before`. A line that the same person edited before keeps what was there first,
 * unless the buyer changed it in between; one that is as it was first is no edit any more.
 */
export async function saveStaffEdits(
  tx: Db,
  { basketId, staffId, before }: { basketId: number; staffId: number; before: readonly LineState[] },
): Promise<void> {
  const column = (value: (line: LineState) => number | string, type: string) =>
    sql`${sql.param(before.map(value))}::${sql.raw(type)}[]`
  await tx.execute(sql`
    insert into basket_edits as edit (basket_id, product_id, warehouse_id, staff_id, before_milli, before_note,
      after_milli, after_note)
    select ${basketId}, product_id, warehouse_id, ${staffId}, coalesce(old.quantity, 0), coalesce(old.note, ''),
      coalesce(line.quantity_milli, 0), coalesce(line.note, '')
    from unnest(${column(({ productId }) => productId, 'int')}, ${column(({ warehouseId }) => warehouseId, 'int')},
        ${column(({ quantityMilli }) => quantityMilli, 'bigint')}, ${column(({ note }) => note, 'text')})
      as old (product_id, warehouse_id, quantity, note)
    full join (select product_id, warehouse_id, quantity_milli, note from basket_lines where basket_id = ${basketId})
      line using (product_id, warehouse_id)
    where old.quantity is distinct from line.quantity_milli or old.note is distinct from line.note
    on conflict (basket_id, product_id, warehouse_id) do update set
      before_milli = case when ${isContinued} then edit.before_milli else excluded.before_milli end,
      before_note = case when ${isContinued} then edit.before_note else excluded.before_note end,
      after_milli = excluded.after_milli, after_note = excluded.after_note, staff_id = excluded.staff_id,
      edited_at = now()`)
  await tx.execute(sql`
    delete from basket_edits
    where basket_id = ${basketId} and before_milli = after_milli and before_note = after_note`)
}

/** The person goes on from their own edit. */
const isContinued = sql.raw(`edit.staff_id = excluded.staff_id and edit.after_milli = excluded.before_milli
  and edit.after_note = excluded.before_note`)

/**
 * Edits that still stand: the lines are as staff left them. Of one person since a moment, or of all. In the order of
 * making.
 */
export async function listStaffEdits(
  db: Db,
  { basketId, staffId }: { basketId: number; staffId?: number | undefined },
): Promise<StaffEdit[]> {
  const { rows } = await db.execute<StaffEdit>(sql`
    select edit.product_id as "productId", edit.warehouse_id as "warehouseId", edit.staff_id as "staffId",
      staff.name, to_json(edit.edited_at) #>> '{}' as at, edit.before_milli as "beforeMilli",
      edit.after_milli as "afterMilli"
    from basket_edits edit join accounts staff on staff.id = edit.staff_id ${currentLine}
    where edit.basket_id = ${basketId} and ${isStanding} and ${isBy(staffId)}
    order by edit.edited_at, edit.product_id, edit.warehouse_id`)
  return rows
}

const currentLine = sql.raw(`
  left join basket_lines line on line.basket_id = edit.basket_id and line.product_id = edit.product_id
    and line.warehouse_id = edit.warehouse_id`)

const isStanding = sql.raw(`edit.after_milli = coalesce(line.quantity_milli, 0)
  and edit.after_note = coalesce(line.note, '')`)

const isBy = (staffId: number | undefined) =>
  sql`(${staffId ?? null}::int is null or edit.staff_id = ${staffId ?? null})`

/** A line that staff edited, named for the list of what they did. */
export type NamedEdit = Omit<StaffEdit, 'name'> & { header: string; articul: string; unit: string }

/** What one person did in the baskets of an account since a moment, latest first. */
export async function listEditsOf(
  db: Db,
  { staffId, accountId, since, limit }: { staffId: number; accountId: number; since: Date; limit: number },
): Promise<NamedEdit[]> {
  const { rows } = await db.execute<NamedEdit>(sql`
    select edit.product_id as "productId", edit.warehouse_id as "warehouseId", edit.staff_id as "staffId",
      to_json(edit.edited_at) #>> '{}' as at, edit.before_milli as "beforeMilli", edit.after_milli as "afterMilli",
      p.name as header, p.articul, p.unit
    from baskets basket join basket_edits edit on edit.basket_id = basket.id
    join products p on p.id = edit.product_id ${currentLine}
    where basket.account_id = ${accountId} and edit.staff_id = ${staffId} and ${isStanding}
      and edit.edited_at >= ${since.toISOString()}::timestamptz
    order by edit.edited_at desc, edit.product_id limit ${limit}`)
  return rows
}

/** Puts lines that are in the basket back to the quantities and comments before the edits. */
export async function restoreEdited(
  tx: Db,
  { basketId, edits }: { basketId: number; edits: readonly StaffEdit[] },
): Promise<void> {
  const keys = edits.filter(({ beforeMilli }) => beforeMilli > 0)
  await tx.execute(sql`
    update basket_lines line set quantity_milli = edit.before_milli, note = edit.before_note
    from basket_edits edit, unnest(${ids(keys.map(({ productId }) => productId))},
      ${ids(keys.map(({ warehouseId }) => warehouseId))}) as key (product, warehouse)
    where line.basket_id = ${basketId} and edit.basket_id = ${basketId} and line.product_id = key.product
      and line.warehouse_id = key.warehouse and edit.product_id = key.product and edit.warehouse_id = key.warehouse`)
}

/** Forgets edits of a basket: those given, or all. */
export async function deleteStaffEdits(
  tx: Db,
  { basketId, edits }: { basketId: number; edits?: readonly StaffEdit[] },
): Promise<void> {
  const given = edits ?? null
  await tx.execute(sql`
    delete from basket_edits where basket_id = ${basketId} and (${given === null} or (product_id, warehouse_id) in (
      select * from unnest(${ids((given ?? []).map(({ productId }) => productId))},
        ${ids((given ?? []).map(({ warehouseId }) => warehouseId))})))`)
}

/** Returns their number. */
export async function deleteOldStaffEdits(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from basket_edits where edited_at < now() - interval '7 days'`)
  return rowCount ?? 0
}

const ids = (list: number[]) => sql`${sql.param(list)}::int[]`
