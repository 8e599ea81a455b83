import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { tags } from '#server/platform/db/schema/catalogue.ts'

export type Label = { id: number; header: string; count: number; version: string }

/** Serialises writers of labels, so that a repeated request finds the existing name. */
export async function lockLabels(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('labels'))`)
}

export async function listLabels(db: Db): Promise<Label[]> {
  const { rows } = await db.execute<Label>(sql`
    select t.id, t.name as header, md5(t.name) as version, (select count(*)::int from product_tags where tag_id = t.id)
      as count
    from tags t order by lower(t.name), t.id`)
  return rows
}

export async function writeLabel(db: Db, id: number | undefined, name: string): Promise<number> {
  const [written] =
    id === undefined
      ? await db.insert(tags).values({ name }).returning({ id: tags.id })
      : await db.update(tags).set({ name }).where(eq(tags.id, id)).returning({ id: tags.id })
  if (!written) throw new Error('a locked label was not found')
  return written.id
}

export async function removeLabel(db: Db, { id }: { id: number }): Promise<boolean> {
  return (await db.delete(tags).where(eq(tags.id, id)).returning({ id: tags.id })).length > 0
}

/** Those of the ids that exist. */
export async function existingLabels(db: Db, { ids }: { ids: readonly number[] }): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from tags where id = any(${ints(ids)})`)
  return new Set(rows.map(({ id }) => id))
}

/** Adds labels to products; returns the products that changed. */
export async function assignLabels(
  db: Db,
  { productIds, labelIds }: { productIds: readonly number[]; labelIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into product_tags (product_id, tag_id)
    select p.id, t.id from products p cross join tags t where p.id = any(${ints(productIds)}) and p.parent_id is null
      and t.id = any(${ints(labelIds)})
    on conflict do nothing returning product_id as id`)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Removes labels from products; returns the products that changed. */
export async function unassignLabels(
  db: Db,
  { productIds, labelIds }: { productIds: readonly number[]; labelIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    delete from product_tags where product_id = any(${ints(productIds)}) and tag_id = any(${ints(labelIds)})
    returning product_id as id`)
  return [...new Set(rows.map(({ id }) => id))]
}

export async function listLabelsOf(db: Db, { productId }: { productId: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select tag_id as id from product_tags where product_id = ${productId}`,
  )
  return rows.map(({ id }) => id)
}

const ints = (list: readonly number[]) => sql`${sql.param([...list])}::int[]`
