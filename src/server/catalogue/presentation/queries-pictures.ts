import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { picturesOf1c } from '#server/catalogue/pictures/shared-queries-shown.ts'

/** A row of staff_pictures; slot and position are explained in the schema. */
export type PictureChoice = { pictureId: number; own: boolean; hidden: boolean; slot: number; position: number }

/** 1C's pictures of a product in 1C's order. */
export async function listPicturesOf1c(
  db: Db,
  { productId }: { productId: number },
): Promise<{ id: number; position: number }[]> {
  const { rows } = await db.execute<{ id: number; position: number }>(sql`
    select picture_id as id, position from (${picturesOf1c(sql`w.product_id = ${productId}`)}) imported
    order by position, id`)
  return rows
}

export async function listOwnPictures(db: Db, { productId }: { productId: number }): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select picture_id as id from staff_pictures where product_id = ${productId} and own`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Replaces staff's choices for the product's pictures. */
export async function writePictureChoices(
  db: Db,
  { productId, choices }: { productId: number; choices: readonly PictureChoice[] },
): Promise<void> {
  await db.execute(sql`
    delete from staff_pictures where product_id = ${productId}
      and picture_id <> all(${sql.param(choices.map(({ pictureId }) => pictureId))}::int[])`)
  await db.execute(sql`
    insert into staff_pictures (product_id, picture_id, own, hidden, slot, position)
    select ${productId}, each."pictureId", each.own, each.hidden, each.slot, each.position
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) each("pictureId" int, own boolean, hidden boolean,
      slot int, position int)
    on conflict (product_id, picture_id) do update set own = excluded.own, hidden = excluded.hidden,
    slot = excluded.slot, position = excluded.position`)
}
