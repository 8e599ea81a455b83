import { sql } from 'drizzle-orm'
import { visitorWarehouseCode } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'

export type Named = { code: string; name: string }

/** Price types that 1C or YML writes; derived ones are computed. */
export async function listPriceTypeCodes(db: Db): Promise<Named[]> {
  const { rows } = await db.execute<Named>(sql`
    select code1c as code, name from price_types where base_id is null and code1c <> '' order by name, id`)
  return rows
}

export async function listWarehouseCodes(db: Db): Promise<Named[]> {
  const { rows } = await db.execute<Named>(sql`
    select code1c as code, name from warehouses where code1c <> '' and code1c <> ${visitorWarehouseCode}
    order by name, id`)
  return rows
}

export type HandFile = {
  state: string
  error: string
  runId: number | null
  runStatus: string | null
  itemsDone: number
  itemsTotal: number | null
  rejected: number
}

/** A file that staff have loaded by hand, with its run; of an archive, that of the file unpacked last. */
export async function findHandFile(
  db: Db,
  { fileId, sessionType }: { fileId: number; sessionType: string },
): Promise<HandFile | undefined> {
  const { rows } = await db.execute<HandFile>(sql`
    select case when exists (select from exchange_files o where o.session_id = f.session_id and o.state = 'queued')
        then 'queued' else f.state end as state,
      f.error, r.id as "runId", r.status as "runStatus", coalesce(r.items_done, 0) as "itemsDone",
      r.items_total as "itemsTotal",
      (select count(*)::int from exchange_rejects x join exchange_runs y on y.id = x.run_id
        where y.session_id = f.session_id) as rejected
    from exchange_files f join exchange_sessions s on s.id = f.session_id
    left join lateral (select id, status, items_done, items_total from exchange_runs
      where session_id = s.id and type = 'import' order by id desc limit 1) r on true
    where f.id = ${fileId} and s.type = ${sessionType}`)
  return rows[0]
}
