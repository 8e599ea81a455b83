import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Recomputes documents of these goods from 1C's names and received files; staff's own documents are kept. */
export async function showDocuments(db: Db, { productIds }: { productIds: readonly number[] }): Promise<void> {
  const ids = sql`${sql.param([...productIds])}::int[]`
  await db.execute(sql`
    delete from product_documents l where product_id = any(${ids}) and source <> ''
    and not exists (select from exchange_product_documents w join exchange_documents e on e.source = w.source
      where w.product_id = l.product_id and w.source = l.source)`)
  await db.execute(sql`
    insert into product_documents as l (product_id, name, key, type, size_bytes, position, source)
    select distinct on (w.product_id, w.source) w.product_id, w.name, e.key, e.type, e.size_bytes, w.position, w.source
    from exchange_product_documents w join exchange_documents e on e.source = w.source
    where w.product_id = any(${ids}) order by w.product_id, w.source, w.position
    on conflict (product_id, source) where source <> ''
    do update set name = excluded.name, key = excluded.key, type = excluded.type, size_bytes = excluded.size_bytes,
      position = excluded.position
    where (l.name, l.key, l.position) is distinct from (excluded.name, excluded.key, excluded.position)`)
}

/** Flags of a product as 1C sends them; null: not sent. */
export type ExchangeFlags = { id: number; hit: boolean | null; novelty: boolean | null; sale: boolean | null }

/** Stores 1C's flags of goods whose flags staff have overridden; they apply again when staff reset them. */
export async function preserveFlags(db: Db, goods: readonly ExchangeFlags[]): Promise<void> {
  await db.execute(sql`
    update product_marks m set exchange_hit = n.hit, exchange_novelty = n.novelty, exchange_sale = n.sale
    from json_to_recordset(${JSON.stringify(goods)}::json) r(id int, hit boolean, novelty boolean, sale boolean)
      join product_marks k on k.product_id = r.id,
      lateral (select coalesce(r.hit, k.exchange_hit) as hit, coalesce(r.novelty, k.exchange_novelty) as novelty,
        coalesce(r.sale, k.exchange_sale) as sale) n
    where m.product_id = k.product_id
    and (k.exchange_hit, k.exchange_novelty, k.exchange_sale) is distinct from (n.hit, n.novelty, n.sale)`)
}
