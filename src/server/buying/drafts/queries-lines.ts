import { sql } from 'drizzle-orm'
import type { Decimals } from '#shared/rules/step.ts'
import type { Db } from '#server/platform/db/client.ts'
import { goodsArticul, goodsHeader, mainPicture } from '#server/catalogue/prices/shared-queries.ts'

/** A stored line with the current name of its good. */
export type DraftLineRow = {
  productId: number
  position: number
  parentId: number | null
  header: string
  articul: string
  unit: string
  decimals: Decimals
  picture: { id: number; type: string } | null
  quantityMilli: number
  priceKopecks: number
  stepMilli: number
  warehouseIds: number[]
  note: string
}

/** Stored values of a line. */
export type StoredLine = Pick<
  DraftLineRow,
  'productId' | 'position' | 'quantityMilli' | 'priceKopecks' | 'stepMilli' | 'warehouseIds' | 'note'
>

/** The caller has checked that the draft is the buyer's. */
export async function listDraftLines(db: Db, { draftId }: { draftId: number }): Promise<DraftLineRow[]> {
  const { rows } = await db.execute<DraftLineRow>(sql`
    select p.id as "productId", line.position, p.parent_id as "parentId", ${goodsHeader} as header, ${goodsArticul}
      as articul, p.unit, p.decimals,
      ${mainPicture} as picture, line.quantity_milli as "quantityMilli", line.price_kopecks as "priceKopecks",
        line.step_milli as "stepMilli",
      to_jsonb(line.warehouse_ids) as "warehouseIds", line.note
    from draft_lines line join products p on p.id = line.product_id left join products parent on parent.id = p.parent_id
    where line.draft_id = ${draftId} and line.removed_at is null
    order by line.position, p.id`)
  return rows
}

export type PricedLine = Pick<DraftLineRow, 'productId' | 'quantityMilli' | 'priceKopecks'> & {
  draftId: number
  contractId: number
}

/** Lines of several drafts for their sums. The caller has checked that they are the buyer's. */
export async function listPricedLines(db: Db, { draftIds }: { draftIds: readonly number[] }): Promise<PricedLine[]> {
  const { rows } = await db.execute<PricedLine>(sql`
    select line.draft_id as "draftId", d.contract_id as "contractId", line.product_id as "productId",
      line.quantity_milli as "quantityMilli", line.price_kopecks as "priceKopecks"
    from draft_lines line join drafts d on d.id = line.draft_id
    where line.draft_id = any(${ints(draftIds)}) and line.removed_at is null`)
  return rows
}

/** Writes lines at their positions; replaces lines of the same product, also removed ones. */
export async function writeLines(
  db: Db,
  { draftId, lines }: { draftId: number; lines: readonly StoredLine[] },
): Promise<void> {
  if (lines.length === 0) return
  const stored = lines.map(({ productId, position, quantityMilli, priceKopecks, stepMilli, warehouseIds, note }) => ({
    productId,
    position,
    quantityMilli,
    priceKopecks,
    stepMilli,
    warehouseIds,
    note,
  }))
  await db.execute(sql`
    insert into draft_lines (draft_id, product_id, position, quantity_milli, price_kopecks, step_milli, warehouse_ids,
      note)
    select ${draftId}, "productId", position, "quantityMilli", "priceKopecks", "stepMilli",
      array(select jsonb_array_elements_text("warehouseIds")::int), note
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as stored (
      "productId" int, position int, "quantityMilli" bigint, "priceKopecks" bigint, "stepMilli" bigint,
        "warehouseIds" jsonb, note text)
    on conflict (draft_id, product_id) do update set quantity_milli = excluded.quantity_milli,
      price_kopecks = excluded.price_kopecks,
      step_milli = excluded.step_milli, warehouse_ids = excluded.warehouse_ids, note = excluded.note,
        position = excluded.position, removed_at = null`)
}

/** Can be restored for a day. */
export async function removeLines(
  db: Db,
  { draftId, productIds }: { draftId: number; productIds: readonly number[] },
): Promise<void> {
  if (productIds.length === 0) return
  await db.execute(sql`
    update draft_lines set removed_at = now()
    where draft_id = ${draftId} and product_id = any(${ints(productIds)}) and removed_at is null`)
}

/** Returns those that are in the draft now. */
export async function restoreLines(
  db: Db,
  { draftId, productIds }: { draftId: number; productIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update draft_lines set removed_at = null where draft_id = ${draftId} and product_id = any(${ints(productIds)})
    returning product_id as id`)
  return rows.map(({ id }) => id)
}

/** Deletes lines permanently, before another good replaces them. */
export async function deleteLines(
  db: Db,
  { draftId, productIds }: { draftId: number; productIds: readonly number[] },
): Promise<void> {
  if (productIds.length === 0) return
  await db.execute(sql`delete from draft_lines where draft_id = ${draftId} and product_id = any(${ints(productIds)})`)
}

const ints = (list: readonly number[]) => sql`${sql.param([...list])}::int[]`
