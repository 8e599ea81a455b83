import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { showDocuments } from '#server/catalogue/presentation/shared-queries-import.ts'
import type { DocumentOfGood } from '../parse/items.ts'
import type { ImportContext } from './context.ts'
import { sourceKey } from './source-key.ts'
import type { Sql } from './sql.ts'

const maxNameLength = 300

/** Links documents to goods just written; `areNew`: they have no documents yet. */
export async function linkDocuments(
  context: ImportContext,
  goods: { id: number; documents: DocumentOfGood[] }[],
  { areNew }: { areNew: boolean },
): Promise<void> {
  const ids = goods.map(({ id }) => id)
  const links = goods.flatMap(({ id, documents }) =>
    documents.map(({ path, name }, at) => ({ p: id, n: at + 1, s: sourceKey(path), t: name.slice(0, maxNameLength) })),
  )
  if (areNew && links.length === 0) return
  if (!areNew) {
    const removed = await context.rows(
      `delete from exchange_product_documents l where product_id in (select json_array_elements_text($1)::int)
       and not exists (select from json_to_recordset($2) r(p int, n int, s text, t text)
         where (r.p, r.n, r.s, r.t) = (l.product_id, l.position, l.source, l.name)) returning 1`,
      ids,
      links,
    )
    if (removed.length + links.length === 0) return
  }
  await context.rows(
    `insert into exchange_product_documents (product_id, position, source, name)
     select p, n, s, t from json_to_recordset($1) r(p int, n int, s text, t text) on conflict do nothing`,
    links,
  )
  await showDocuments(context.db, { productIds: ids })
}

export type StoredDocument = { key: string; type: string; sizeBytes: number }

/**
 * Records a received document file and links it to goods that name it, now or later. Returns whether anything changed.
 */
export async function recordDocumentFile(
  sql: Sql,
  { name, key, type, sizeBytes }: StoredDocument & { name: string },
): Promise<boolean> {
  const source = sourceKey(name)
  await sql.query('begin')
  try {
    const { rowCount } = await sql.query(
      `insert into exchange_documents as e (source, key, type, size_bytes) values ($1, $2, $3, $4)
       on conflict (source) do update set key = excluded.key, type = excluded.type, size_bytes = excluded.size_bytes
       where e.key <> excluded.key`,
      [source, key, type, sizeBytes],
    )
    if (rowCount !== 0) {
      const { rows } = await sql.query(
        'select distinct product_id as id from exchange_product_documents where source = $1',
        [source],
      )
      const productIds = (rows as { id: number }[]).map(({ id }) => id)
      await showDocuments(drizzle(sql as PoolClient), { productIds })
    }
    await sql.query('commit')
    return rowCount !== 0
  } catch (error) {
    await sql.query('rollback').catch(() => undefined)
    throw error
  }
}
