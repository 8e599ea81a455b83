import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isVisibleTo, placementColumns, setPlacement, type Placement, type Reader } from './queries-placement.ts'

export type Material = Placement & {
  id: number
  title: string
  html: string
  published: boolean
  version: number
  updatedAt: string
}

const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const columns = sql`id, title, html, published, version, ${iso(sql`updated_at`)} as "updatedAt", ${placementColumns}`

/** All, for staff. */
export async function listMaterials(db: Db): Promise<Material[]> {
  const { rows } = await db.execute<Material>(sql`select ${columns} from materials order by position, title, id`)
  return rows
}

export type MaterialTitle = { id: number; title: string; updatedAt: string }

export async function listVisibleTitles(db: Db, reader: Reader): Promise<MaterialTitle[]> {
  const { rows } = await db.execute<MaterialTitle>(sql`
    select id, title, ${iso(sql`updated_at`)} as "updatedAt" from materials m
    where published and ${isVisibleTo(sql`m`, reader)} order by position, title, id`)
  return rows
}

export async function findMaterial(db: Db, { id }: { id: number }): Promise<Material | undefined> {
  const { rows } = await db.execute<Material>(sql`select ${columns} from materials where id = ${id} for no key update`)
  return rows[0]
}

/** Without a lock, for a reader who may see it. */
export async function readMaterial(db: Db, { id, ...reader }: Reader & { id: number }): Promise<Material | undefined> {
  const { rows } = await db.execute<Material>(sql`
    select ${columns} from materials m where id = ${id} and published and ${isVisibleTo(sql`m`, reader)}`)
  return rows[0]
}

export type MaterialText = Placement & { title: string; html: string; published: boolean }

export async function insertMaterial(tx: Db, { title, html, published, ...placement }: MaterialText): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into materials (title, html, published) values (${title}, ${html}, ${published}) returning id`)
  const id = rows[0]?.id ?? 0
  await tx.execute(sql`update materials set ${setPlacement(placement)} where id = ${id}`)
  return id
}

export async function updateMaterial(tx: Db, { id, ...text }: MaterialText & { id: number }): Promise<void> {
  await tx.execute(sql`
    update materials set title = ${text.title}, html = ${text.html}, published = ${text.published},
      ${setPlacement(text)}, version = version + 1, updated_at = now() where id = ${id}`)
}

export async function insertVersion(tx: Db, { id, savedBy }: { id: number; savedBy: string }): Promise<void> {
  await tx.execute(sql`
    insert into material_versions (material_id, version, title, html, saved_by)
    select id, version, title, html, ${savedBy} from materials where id = ${id}`)
}

export type Version = { version: number; title: string; html: string; savedAt: string; savedBy: string }

export async function listVersions(db: Db, { id }: { id: number }): Promise<Version[]> {
  const { rows } = await db.execute<Version>(sql`
    select version, title, html, ${iso(sql`saved_at`)} as "savedAt", saved_by as "savedBy"
    from material_versions where material_id = ${id} order by version desc limit 100`)
  return rows
}
