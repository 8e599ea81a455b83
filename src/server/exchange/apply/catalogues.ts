import type { CatalogueItem, PackageItem } from '../parse/items.ts'
import type { ImportContext, Sql } from './context.ts'
import { tellRebuild } from './runs.ts'

/** Remembers which catalogues this session brings whole; a later portion that says "changes only" takes nothing back. */
export async function noteCatalogues(context: ImportContext, items: (CatalogueItem | PackageItem)[]): Promise<void> {
  const full = items.filter((item) => item.full)
  for (const item of full) {
    await context.rows(
      `insert into exchange_catalogues as c (session_id, code, goods_full, offers_full) values ($1, $2, $3, $4)
       on conflict (session_id, code) do update set goods_full = c.goods_full or excluded.goods_full, offers_full = c.offers_full or excluded.offers_full`,
      context.sessionId,
      item.kind === 'catalogue' ? item.code : item.catalogueCode,
      item.kind === 'catalogue',
      item.kind === 'package',
    )
  }
}

export type Absence = { code: string; kind: 'goods' | 'offers'; active: number; unseen: number }

/** Of each catalogue that the session brought whole: how many goods (and variants) are active, how many it did not name. */
export async function findAbsences(sql: Sql, sessionId: number): Promise<Absence[]> {
  const { rows } = await sql.query(
    `select c.code, k.kind, count(*) as active,
       count(*) filter (where not exists (select from exchange_seen s where s.session_id = $1 and s.product_id = p.id)) as unseen
     from exchange_catalogues c cross join (values ('goods'), ('offers')) k(kind)
     join products p on p.catalogue_code = c.code and p.active and (p.parent_id is null) = (k.kind = 'goods')
     where c.session_id = $1 and case k.kind when 'goods' then c.goods_full else c.offers_full end
     group by c.code, k.kind order by c.code, k.kind`,
    [sessionId],
  )
  return rows as Absence[]
}

/** Switches off what the session did not name; erases nothing. Answers how many. */
export async function switchOffUnseen(sql: Sql, sessionId: number, { code, kind }: Pick<Absence, 'code' | 'kind'>): Promise<number> {
  const { rowCount } = await sql.query(
    `update products p set active = false, updated_at = now()
     where p.catalogue_code = $2 and p.active and (p.parent_id is null) = ($3 = 'goods')
       and not exists (select from exchange_seen s where s.session_id = $1 and s.product_id = p.id)`,
    [sessionId, code, kind],
  )
  if (rowCount !== null && rowCount > 0) await tellRebuild(sql)
  return rowCount ?? 0
}
