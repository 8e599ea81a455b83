import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** A line as it was before a change. */
export type LineState = { productId: number; warehouseId: number; quantityMilli: number; note: string }

/** What one person of the staff did to a line while acting as the buyer. Quantity 0: the line was or is not there. */
export type StaffEdit = {
  productId: number
  warehouseId: number
  staffId: number
  /** Of the staff's account. */
  name: string
  /** ISO */
  at: string
  /** As the person found the line. */
  beforeMilli: number
  beforeNote: string
  /** As the buyer left the line, before the edits of all staff. */
  originalMilli: number
  originalNote: string
  afterMilli: number
}

export async function listLineStates(db: Db, { basketId }: { basketId: number }): Promise<LineState[]> {
  const { rows } = await db.execute<LineState>(sql`
    select product_id as "productId", warehouse_id as "warehouseId", quantity_milli as "quantityMilli", note
    from basket_lines where basket_id = ${basketId}`)
  return rows
}

/**
 * Records which lines differ from `before`. Whoever goes on from an edit that stands keeps what was there first: their
 * own `before`, and the buyer's original of anybody's edit. A line that is as it was is no edit any more.
 */
export async function saveStaffEdits(
  tx: Db,
  { basketId, staffId, before }: { basketId: number; staffId: number; before: readonly LineState[] },
): Promise<void> {
  const column = (value: (line: LineState) => number | string, type: string) =>
    sql`${sql.param(before.map(value))}::${sql.raw(type)}[]`
  await tx.execute(sql`
    with changed as (
      select product_id, warehouse_id, coalesce(old.quantity, 0) as before_milli, coalesce(old.note, '') as before_note,
        coalesce(line.quantity_milli, 0) as after_milli, coalesce(line.note, '') as after_note
      from unnest(${column(({ productId }) => productId, 'int')}, ${column(({ warehouseId }) => warehouseId, 'int')},
          ${column(({ quantityMilli }) => quantityMilli, 'bigint')}, ${column(({ note }) => note, 'text')})
        as old (product_id, warehouse_id, quantity, note)
      full join (select product_id, warehouse_id, quantity_milli, note from basket_lines where basket_id = ${basketId})
        line using (product_id, warehouse_id)
      where old.quantity is distinct from line.quantity_milli or old.note is distinct from line.note)
    insert into basket_edits as edit (basket_id, product_id, warehouse_id, staff_id, before_milli, before_note,
      original_milli, original_note, after_milli, after_note)
    select ${basketId}, product_id, warehouse_id, ${staffId}, before_milli, before_note,
      coalesce(standing.original_milli, before_milli), coalesce(standing.original_note, before_note), after_milli,
      after_note
    from changed left join lateral (
      select original_milli, original_note from basket_edits e
      where e.basket_id = ${basketId} and e.product_id = changed.product_id and e.warehouse_id = changed.warehouse_id
        and e.after_milli = changed.before_milli and e.after_note = changed.before_note
      order by e.edited_at desc limit 1) standing on true
    on conflict (basket_id, product_id, warehouse_id, staff_id) do update set
      before_milli = case when ${isContinued} then edit.before_milli else excluded.before_milli end,
      before_note = case when ${isContinued} then edit.before_note else excluded.before_note end,
      original_milli = excluded.original_milli, original_note = excluded.original_note,
      after_milli = excluded.after_milli, after_note = excluded.after_note, edited_at = now()`)
  await tx.execute(sql`
    delete from basket_edits where basket_id = ${basketId} and (after_milli, after_note) in (
      (before_milli, before_note), (original_milli, original_note))`)
}

/** The person goes on from their own edit. */
const isContinued = sql.raw(`edit.after_milli = excluded.before_milli and edit.after_note = excluded.before_note`)

/** Edits that still stand, of one person or of all: the lines are as staff left them. In the order of making. */
export async function listStaffEdits(
  db: Db,
  { basketId, staffId }: { basketId: number; staffId?: number | undefined },
): Promise<StaffEdit[]> {
  const { rows } = await db.execute<StaffEdit>(sql`
    select edit.product_id as "productId", edit.warehouse_id as "warehouseId", edit.staff_id as "staffId",
      coalesce(nullif(staff.name, ''), staff.login::text) as name, to_json(edit.edited_at) #>> '{}' as at,
      edit.before_milli as "beforeMilli", edit.before_note as "beforeNote", edit.original_milli as "originalMilli",
      edit.original_note as "originalNote", edit.after_milli as "afterMilli"
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

const isBy = (staffId: number | undefined) => (staffId === undefined ? sql`true` : sql`edit.staff_id = ${staffId}`)

/** A line that staff edited, named for the list of what they did. */
export type NamedEdit = Pick<StaffEdit, 'at' | 'beforeMilli' | 'afterMilli'> & { header: string; unit: string }

/** What one person did in the baskets of an account since a moment, latest first. */
export async function listEditsOf(
  db: Db,
  { staffId, accountId, since, limit }: { staffId: number; accountId: number; since: Date; limit: number },
): Promise<NamedEdit[]> {
  const { rows } = await db.execute<NamedEdit>(sql`
    select to_json(edit.edited_at) #>> '{}' as at, edit.before_milli as "beforeMilli",
      edit.after_milli as "afterMilli", p.name as header, p.unit
    from baskets basket join basket_edits edit on edit.basket_id = basket.id
    join products p on p.id = edit.product_id ${currentLine}
    where basket.account_id = ${accountId} and edit.staff_id = ${staffId} and ${isStanding}
      and edit.edited_at >= ${since.toISOString()}::timestamptz
    order by edit.edited_at desc, edit.product_id limit ${limit}`)
  return rows
}

/** Puts lines that are in the basket back to these quantities and comments. */
export async function restoreStates(
  tx: Db,
  { basketId, states }: { basketId: number; states: readonly LineState[] },
): Promise<void> {
  await tx.execute(sql`
    update basket_lines line set quantity_milli = state.quantity, note = state.note
    from unnest(${ids(states.map(({ productId }) => productId))}, ${ids(states.map(({ warehouseId }) => warehouseId))},
      ${sql.param(states.map(({ quantityMilli }) => quantityMilli))}::bigint[],
      ${sql.param(states.map(({ note }) => note))}::text[]) as state (product, warehouse, quantity, note)
    where line.basket_id = ${basketId} and line.product_id = state.product and line.warehouse_id = state.warehouse`)
}

/** Forgets what staff did to these lines. */
export async function deleteStaffEdits(
  tx: Db,
  { basketId, edits }: { basketId: number; edits: readonly StaffEdit[] },
): Promise<void> {
  await tx.execute(sql`
    delete from basket_edits where basket_id = ${basketId} and (product_id, warehouse_id, staff_id) in (
      select * from unnest(${ids(edits.map(({ productId }) => productId))},
        ${ids(edits.map(({ warehouseId }) => warehouseId))}, ${ids(edits.map(({ staffId }) => staffId))}))`)
}

/** Forgets all edits of a basket. */
export async function clearStaffEdits(tx: Db, { basketId }: { basketId: number }): Promise<void> {
  await tx.execute(sql`delete from basket_edits where basket_id = ${basketId}`)
}

/** Returns their number. */
export async function deleteOldStaffEdits(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from basket_edits where edited_at < now() - interval '7 days'`)
  return rowCount ?? 0
}

const ids = (list: number[]) => sql`${sql.param(list)}::int[]`
