import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type Material = {
  id: number
  title: string
  html: string
  published: boolean
  version: number
  updatedAt: string
}

const iso = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const columns = sql`id, title, html, published, version, ${iso(sql`updated_at`)} as "updatedAt"`

export async function listMaterials(db: Db, { published }: { published: boolean }): Promise<Material[]> {
  const { rows } = await db.execute<Material>(sql`
    select ${columns} from materials where published or ${!published} order by title, id`)
  return rows
}

export async function findMaterial(db: Db, { id }: { id: number }): Promise<Material | undefined> {
  const { rows } = await db.execute<Material>(sql`select ${columns} from materials where id = ${id} for no key update`)
  return rows[0]
}

/** Without a lock, for readers. */
export async function readMaterial(db: Db, { id }: { id: number }): Promise<Material | undefined> {
  const { rows } = await db.execute<Material>(sql`select ${columns} from materials where id = ${id} and published`)
  return rows[0]
}

type Text = { title: string; html: string; published: boolean }

export async function insertMaterial(tx: Db, { title, html, published }: Text): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into materials (title, html, published) values (${title}, ${html}, ${published}) returning id`)
  return rows[0]?.id ?? 0
}

export async function updateMaterial(tx: Db, { id, title, html, published }: Text & { id: number }): Promise<void> {
  await tx.execute(sql`
    update materials set title = ${title}, html = ${html}, published = ${published}, version = version + 1,
      updated_at = now() where id = ${id}`)
}

export async function keepVersion(tx: Db, { id, savedBy }: { id: number; savedBy: string }): Promise<void> {
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

export type News = { id: number; text: string; link: string; shown: boolean; createdAt: string; hidden: number }

/** What the account has not hidden, the newest first. */
export async function listOpenNews(db: Db, { accountId }: { accountId: number }): Promise<News[]> {
  const { rows } = await db.execute<News>(sql`
    select id, text, link, shown, ${iso(sql`created_at`)} as "createdAt", 0 as hidden from top_news n
    where shown and not exists (select from hidden_top_news h where h.news_id = n.id and h.account_id = ${accountId})
    order by id desc limit 5`)
  return rows
}

export async function hideNews(db: Db, { accountId, id }: { accountId: number; id: number }): Promise<void> {
  await db.execute(sql`
    insert into hidden_top_news (account_id, news_id) select ${accountId}, id from top_news where id = ${id}
    on conflict do nothing`)
}

export async function listNews(db: Db): Promise<News[]> {
  const { rows } = await db.execute<News>(sql`
    select id, text, link, shown, ${iso(sql`created_at`)} as "createdAt",
      (select count(*)::int from hidden_top_news h where h.news_id = n.id) as hidden
    from top_news n order by id desc limit 200`)
  return rows
}

type NewsText = { text: string; link: string; shown: boolean }

export async function insertNews(db: Db, { text, link, shown }: NewsText): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into top_news (text, link, shown) values (${text}, ${link}, ${shown}) returning id`)
  return rows[0]?.id ?? 0
}

export async function updateNews(db: Db, { id, text, link, shown }: NewsText & { id: number }): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update top_news set text = ${text}, link = ${link}, shown = ${shown} where id = ${id}`)
  return rowCount === 1
}
