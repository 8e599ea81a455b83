import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { escapeLike } from '#server/platform/db/like.ts'

/** What a condition or a break is about, as staff find it. */
export type Target = { id: number; header: string; articul: string }

const maxTargets = 20

/**
 * Categories or brands by name; those that begin with the query first. A category has the one above it in place
 * of an article.
 */
export async function findTargets(
  db: Db,
  { kind, query }: { kind: 'category' | 'brand'; query: string },
): Promise<Target[]> {
  const contained = `%${escapeLike(query)}%`
  const begun = `${escapeLike(query)}%`
  const { rows } = await db.execute<Target>(
    kind === 'brand'
      ? sql`select id, name as header, '' as articul from brands where name ilike ${contained}
          order by name ilike ${begun} desc, name, id limit ${maxTargets}`
      : sql`select c.id, c.name as header, case when parent.code1c is null then '' else parent.name end as articul
          from categories c left join categories parent on parent.id = c.parent_id
          where c.code1c is not null and c.active and c.name <> '' and c.name ilike ${contained}
          order by c.name ilike ${begun} desc, c.name, c.id limit ${maxTargets}`,
  )
  return rows
}

type TargetIds = { categoryId: number | null; brandId: number | null; productId: number | null }

/** Whether the category, brand or good exists. */
export async function hasTarget(db: Db, { categoryId, brandId, productId }: TargetIds): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(sql`
    select (${categoryId}::int is null or exists (select from categories where id = ${categoryId}))
      and (${brandId}::int is null or exists (select from brands where id = ${brandId}))
      and (${productId}::int is null or exists (select from products where id = ${productId})) as known`)
  return rows[0]?.known ?? false
}
