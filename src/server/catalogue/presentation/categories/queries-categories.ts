import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type CategoryRow = {
  id: number
  header: string
  depth: number
  description: string
  staffDescription: string | null
  picture: number
  picturetype: string
}

/** Visible categories below the root in tree order, with excerpts of their descriptions. */
export async function listCategories(db: Db, { beginning }: { beginning: number }): Promise<CategoryRow[]> {
  const { rows } = await db.execute<CategoryRow>(sql`
    with recursive tree as (
      select c.id, c.name, c.description, c.staff_description, c.staff_picture_id, 0 as depth,
        array[c.position, c.id] as path
      from categories c left join categories parent on parent.id = c.parent_id
      where c.active and c.id <> 2 and (c.parent_id is null or c.parent_id = 2 or not parent.active)
      union all
      select c.id, c.name, c.description, c.staff_description, c.staff_picture_id,
        tree.depth + 1, tree.path || array[c.position, c.id]
      from categories c join tree on tree.id = c.parent_id where c.active
    )
    select tree.id, name as header, depth, left(description, ${beginning}) as description, left(staff_description,
      ${beginning}) as "staffDescription", coalesce(p.id, 0) as picture, coalesce(p.type, '') as picturetype
    from tree left join pictures p on p.id = tree.staff_picture_id order by path`)
  return rows
}

export type CategoryPresentation = {
  id: number
  header: string
  description: string
  staffDescription: string | null
  /** Chosen by staff; 0 = none. */
  picture: number
  picturetype: string
  version: string
}

/** The version covers only staff's decisions: an import does not make an open page stale. */
export async function findCategoryPresentation(
  db: Db,
  { id, lock = false }: { id: number; lock?: boolean },
): Promise<CategoryPresentation | undefined> {
  const { rows } = await db.execute<CategoryPresentation>(sql`
    select c.id, c.name as header, c.description, c.staff_description as "staffDescription",
      coalesce(p.id, 0) as picture, coalesce(p.type, '') as picturetype,
      md5(concat(coalesce('text ' || staff_description, ''), ' picture ' || staff_picture_id)) as version
    from categories c left join pictures p on p.id = c.staff_picture_id
    where c.id = ${id} and c.id <> 2 and c.active ${lock ? sql`for update of c` : sql``}`)
  return rows[0]
}

export async function writeCategoryPresentation(
  db: Db,
  { id, text, picture }: { id: number; text: string | null; picture: number },
): Promise<void> {
  await db.execute(sql`
    update categories set staff_description = ${text}, staff_picture_id = nullif(${picture}::int, 0) where id = ${id}`)
}
