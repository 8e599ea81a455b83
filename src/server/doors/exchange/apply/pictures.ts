import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { showPictures } from '#server/catalogue/pictures/shared-queries-shown.ts'
import { lockWriters, recordFactChanges } from './run/runs.ts'
import { sourceKey } from './source-key.ts'
import type { Sql } from './sql.ts'

/**
 * Records a received picture file and links it to goods that name it, now or later. Returns whether anything changed.
 */
export async function recordPictureFile(
  sql: Sql,
  { name, pictureId }: { name: string; pictureId: number },
): Promise<boolean> {
  const source = sourceKey(name)
  await sql.query('begin')
  try {
    const { rowCount } = await sql.query(
      `insert into exchange_pictures as e (source, picture_id) values ($1, $2)
       on conflict (source) do update set picture_id = excluded.picture_id where e.picture_id <> excluded.picture_id`,
      [source, pictureId],
    )
    if (rowCount !== 0) {
      // Serialises with staff who order the pictures of the same good.
      await lockWriters(sql)
      const { rows } = await sql.query(
        'select distinct product_id as id from exchange_product_pictures where source = $1',
        [source],
      )
      const ids = (rows as { id: number }[]).map(({ id }) => id)
      await showPictures(drizzle(sql as PoolClient), { productIds: ids })
      await recordFactChanges(sql, ids)
    }
    await sql.query('commit')
    return rowCount !== 0
  } catch (error) {
    await sql.query('rollback').catch(() => undefined)
    throw error
  }
}
