import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type Source = { runId: number; key: string; sizeBytes: number; receivedAt: Date; keptAt: Date; full: boolean }

/** Before its bytes are stored, so that stored bytes always have a row. */
export async function insertSource(
  db: Db,
  { runId, key, receivedAt, full }: Omit<Source, 'sizeBytes' | 'keptAt'>,
): Promise<void> {
  await db.execute(sql`
    insert into exchange_sources (run_id, key, received_at, "full")
    values (${runId}, ${key}, ${receivedAt.toISOString()}, ${full})
    on conflict (run_id) do update set size_bytes = null, received_at = excluded.received_at, "full" = excluded.full,
      kept_at = now()`)
}

export async function completeSource(
  db: Db,
  { runId, sizeBytes }: { runId: number; sizeBytes: number },
): Promise<void> {
  await db.execute(sql`update exchange_sources set size_bytes = ${sizeBytes} where run_id = ${runId}`)
}

export async function findSource(db: Db, { runId }: { runId: number }): Promise<Source | undefined> {
  type Row = Omit<Source, 'receivedAt' | 'keptAt'> & { receivedAt: string | Date; keptAt: string | Date }
  const { rows } = await db.execute<Row>(sql`
    select run_id as "runId", key, size_bytes::float8 as "sizeBytes", received_at as "receivedAt", kept_at as "keptAt",
      "full"
    from exchange_sources where run_id = ${runId} and size_bytes is not null`)
  const [row] = rows
  return row && { ...row, receivedAt: new Date(row.receivedAt), keptAt: new Date(row.keptAt) }
}

export async function listOldSources(
  db: Db,
  { days, max }: { days: number; max: number },
): Promise<{ runId: number; key: string }[]> {
  const { rows } = await db.execute<{ runId: number; key: string }>(sql`
    select run_id as "runId", key from exchange_sources where kept_at <= now() - make_interval(days => ${days})
    order by kept_at limit ${max}`)
  return rows
}

export async function listSourcesOf(
  db: Db,
  { runIds }: { runIds: number[] },
): Promise<{ runId: number; key: string }[]> {
  const { rows } = await db.execute<{ runId: number; key: string }>(sql`
    select run_id as "runId", key from exchange_sources where run_id = any(${sql.param(runIds)}::int[])`)
  return rows
}

export async function deleteSource(db: Db, { runId }: { runId: number }): Promise<void> {
  await db.execute(sql`delete from exchange_sources where run_id = ${runId}`)
}
