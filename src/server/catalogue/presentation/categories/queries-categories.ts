import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type CategoryRow = {
  id: number
  header: string
  depth: number
  description: string
  staffDescription: string | null
}

/** Visible categories below the root in tree order, with excerpts of their descriptions. */
export async function listCategories(db: Db, { beginning }: { beginning: number }): Promise<CategoryRow[]> {
  const { rows } = await db.execute<CategoryRow>(sql`
    with recursive tree as (
      select c.id, c.name, c.description, c.staff_description, 0 as depth, array[c.position, c.id] as path
      from categories c left join categories parent on parent.id = c.parent_id
      where c.active and c.id <> 2 and (c.parent_id is null or c.parent_id = 2 or not parent.active)
      union all
      select c.id, c.name, c.description, c.staff_description, tree.depth + 1, tree.path || array[c.position, c.id]
      from categories c join tree on tree.id = c.parent_id where c.active
    )
    select id, name as header, depth, left(description, ${beginning}) as description, left(staff_description,
      ${beginning}) as "staffDescription"
    from tree order by path`)
  return rows
}

export type CategoryDescription = {
  id: number
  header: string
  description: string
  staffDescription: string | null
  version: string
}

/** The version covers only staff's decisions: an import does not make an open page stale. */
export async function findCategoryDescription(
  db: Db,
  { id, lock = false }: { id: number; lock?: boolean },
): Promise<CategoryDescription | undefined> {
  const { rows } = await db.execute<CategoryDescription>(sql`
    select id, name as header, description, staff_description as "staffDescription",
      md5(coalesce('text ' || staff_description, '')) as version
    from categories where id = ${id} and id <> 2 and active ${lock ? sql`for update` : sql``}`)
  return rows[0]
}

export async function writeStaffDescription(db: Db, { id, text }: { id: number; text: string | null }): Promise<void> {
  await db.execute(sql`update categories set staff_description = ${text} where id = ${id}`)
}
