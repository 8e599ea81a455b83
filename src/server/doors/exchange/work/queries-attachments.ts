import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** A picture, a document, or (`archived`) an archive with some. */
export type QueuedAttachment = { id: number; sessionId: number; name: string; archived: boolean; attempts: number }

/** The first queued pictures, documents and archives with some, in order of arrival. */
export async function listQueuedAttachments(db: Db, { max }: { max: number }): Promise<QueuedAttachment[]> {
  const { rows } = await db.execute<QueuedAttachment>(sql`
    select f.id, f.session_id as "sessionId", f.name, f.state = 'unpacked' as archived, f.attempts
    from exchange_files f
    where f.state in ('queued','unpacked') and (f.state = 'unpacked' or lower(f.name) !~ '[.](xml|zip)$')
    order by f.queued_at, f.id limit ${max}`)
  return rows
}

/**
 * Queues pictures and documents of a session that were complete before a moment, because 1C never requests their
 * import.
 */
export async function queueAttachments(
  db: Db,
  { sessionId, before }: { sessionId: number; before: Date },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update exchange_files f set state = 'queued', queued_at = clock_timestamp()
    where f.session_id = ${sessionId} and f.state = 'receiving' and f.updated_at <= ${before}
    and lower(f.name) !~ '[.](xml|zip)$'`)
  return rowCount ?? 0
}
