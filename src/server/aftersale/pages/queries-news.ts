import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isVisibleTo, placementColumns, setPlacement, type Placement, type Reader } from './queries-placement.ts'

type NewsText = Placement & { text: string; link: string; shown: boolean }
export type News = NewsText & { id: number; createdAt: string; hidden: number }
export type ShownNews = Pick<News, 'id' | 'text' | 'link' | 'createdAt'>

const createdAt = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"`

/** What is meant for the account today and it has not hidden, in order, the newest first. */
export async function listVisibleNews(db: Db, reader: Reader): Promise<ShownNews[]> {
  const { rows } = await db.execute<ShownNews>(sql`
    select id, text, link, ${createdAt} from top_news n
    where shown and ${isVisibleTo(sql`n`, reader)}
      and not exists (select from hidden_top_news h where h.news_id = n.id and h.account_id = ${reader.accountId})
    order by position, id desc limit 5`)
  return rows
}

/** Of what the account may see; false for any other item. */
export async function hideNews(db: Db, { id, ...reader }: Reader & { id: number }): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with item as (select id from top_news n where id = ${id} and ${isVisibleTo(sql`n`, reader)}),
      hidden as (
        insert into hidden_top_news (account_id, news_id) select ${reader.accountId}, id from item
        on conflict do nothing)
    select from item`)
  return rows.length > 0
}

export async function listNews(db: Db): Promise<News[]> {
  const { rows } = await db.execute<News>(sql`
    select id, text, link, shown, ${createdAt}, ${placementColumns},
      (select count(*)::int from hidden_top_news h where h.news_id = n.id) as hidden
    from top_news n order by position, id desc limit 200`)
  return rows
}

export async function findNews(tx: Db, { id }: { id: number }): Promise<NewsText | undefined> {
  const { rows } = await tx.execute<NewsText>(sql`
    select text, link, shown, ${placementColumns} from top_news where id = ${id} for no key update`)
  return rows[0]
}

export async function insertNews(db: Db, { text, link, shown, ...placement }: NewsText): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into top_news (text, link, shown) values (${text}, ${link}, ${shown}) returning id`)
  const id = rows[0]?.id ?? 0
  await db.execute(sql`update top_news set ${setPlacement(placement)} where id = ${id}`)
  return id
}

export async function updateNews(db: Db, { id, text, link, shown, ...placement }: NewsText & { id: number }) {
  await db.execute(sql`
    update top_news set text = ${text}, link = ${link}, shown = ${shown}, ${setPlacement(placement)} where id = ${id}`)
}
