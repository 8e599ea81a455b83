import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { exchangeChunks, exchangeFiles, exchangeRuns, exchangeSessions } from '#server/platform/db/schema/exchange.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'

export type FileState = 'receiving' | 'queued' | 'unpacked' | 'done' | 'failed' | 'dropped'

export async function insertSession(
  db: Db,
  session: { accountId: number | null; type: string; tokenHash: Buffer | null; repeatsRunId?: number },
): Promise<number> {
  const [row] = await db.insert(exchangeSessions).values(session).returning({ id: exchangeSessions.id })
  if (row === undefined) throw new Error('the exchange session was not made')
  return row.id
}

/**
 * Inserts a session if the account still has the password of `passwordHash`; undefined if it was changed since the
 * check.
 */
export async function insertSessionForPassword(
  db: Db,
  {
    accountId,
    passwordHash,
    type,
    tokenHash,
  }: { accountId: number; passwordHash: string; type: string; tokenHash: Buffer },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into exchange_sessions (account_id, type, token_hash)
    select id, ${type}, ${tokenHash} from accounts where id = ${accountId} and password_hash = ${passwordHash}
      and enabled for share
    returning id`)
  return rows[0]?.id
}

/** Maximum gap between two portions of one export. */
const maxPortionGapMinutes = 2

/**
 * A checkauth of the same kind ends the account's open sessions. A session that has just sent a full catalogue is only
 * linked to its successor, because 1C sends a checkauth before each portion of an export.
 */
export async function linkOpenSessions(
  db: Db,
  { accountId, type, by }: { accountId: number; type: string; by: number },
): Promise<void> {
  await db.execute(sql`
    with open as (
      select s.id, s.ended_at is null and s.last_seen_at > now() - make_interval(mins => ${maxPortionGapMinutes})
        and exists (select from exchange_catalogues c where c.session_id = s.id) as portion
      from exchange_sessions s
      where s.account_id = ${accountId} and s.type = ${type} and s.id <> ${by} and s.closing_at is null
        and s.followed_by is null)
    update exchange_sessions s set closing_at = case when portion then null else now() end, followed_by = case
      when portion then ${by}::int end
    from open where open.id = s.id`)
}

export type OpenSession = { id: number; accountId: number; type: string; closed: boolean }

/** A session by its cookie, if its account may still exchange; updates its last use at most every few seconds. */
export async function findSession(
  db: Db,
  { tokenHash, hours }: { tokenHash: Buffer; hours: number },
): Promise<OpenSession | undefined> {
  const [found] = await db
    .select({
      id: exchangeSessions.id,
      accountId: accounts.id,
      type: exchangeSessions.type,
      closed: sql<boolean>`${exchangeSessions.closingAt} is not null or ${exchangeSessions.followedBy} is not null`,
      stale: sql<boolean>`${exchangeSessions.lastSeenAt} < now() - interval '5 seconds'
        or ${exchangeSessions.endedAt} is not null`,
    })
    .from(exchangeSessions)
    .innerJoin(accounts, eq(accounts.id, exchangeSessions.accountId))
    .where(
      and(
        eq(exchangeSessions.tokenHash, tokenHash),
        eq(accounts.enabled, true),
        holds(sql`${accounts}`, 'exchange'),
        sql`${exchangeSessions.startedAt} > now() - make_interval(hours => ${hours})`,
      ),
    )
  if (found?.stale && !found.closed) await touchSession(db, { id: found.id })
  return found
}

/** Reopens a timed-out session when 1C returns to it. */
async function touchSession(db: Db, { id }: { id: number }): Promise<void> {
  await db
    .update(exchangeSessions)
    .set({ lastSeenAt: sql`now()`, endedAt: null })
    .where(and(eq(exchangeSessions.id, id), isNull(exchangeSessions.closingAt)))
}

export async function findSessionType(db: Db, { id }: { id: number }): Promise<string | undefined> {
  const [found] = await db
    .select({ type: exchangeSessions.type })
    .from(exchangeSessions)
    .where(eq(exchangeSessions.id, id))
  return found?.type
}

export async function requestClose(db: Db, { id }: { id: number }): Promise<void> {
  await db
    .update(exchangeSessions)
    .set({ closingAt: sql`now()` })
    .where(and(eq(exchangeSessions.id, id), isNull(exchangeSessions.closingAt)))
}

/** A timed-out session may continue; one with a successor may not. */
export async function endSession(db: Db, { id }: { id: number }): Promise<void> {
  const closingAt = sql`case
    when ${exchangeSessions.followedBy} is null then ${exchangeSessions.closingAt}
      else coalesce(${exchangeSessions.closingAt}, now()) end`
  await db
    .update(exchangeSessions)
    .set({ endedAt: sql`now()`, closingAt })
    .where(eq(exchangeSessions.id, id))
}

/** The previous session, if it is still open. */
export async function findPreviousSession(db: Db, { sessionId }: { sessionId: number }): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from exchange_sessions where followed_by = ${sessionId} and closing_at is null and ended_at is null
    order by id desc limit 1`)
  return rows[0]?.id
}

/** `init` restarts: deletes partial files and returns them. */
export async function deletePartialFiles(db: Db, { sessionId }: { sessionId: number }): Promise<number[]> {
  const rows = await db
    .update(exchangeFiles)
    .set({ state: 'dropped' })
    .where(and(eq(exchangeFiles.sessionId, sessionId), eq(exchangeFiles.state, 'receiving')))
    .returning({ id: exchangeFiles.id })
  return rows.map(({ id }) => id)
}

/** Deletes partial results of an interrupted unpacking, even if 1C has requested their import. */
export async function deleteUnfinishedByName(
  db: Db,
  { sessionId, name }: { sessionId: number; name: string },
): Promise<void> {
  await db
    .update(exchangeFiles)
    .set({ state: 'dropped' })
    .where(
      and(
        eq(exchangeFiles.sessionId, sessionId),
        eq(exchangeFiles.name, name),
        inArray(exchangeFiles.state, ['receiving', 'queued']),
      ),
    )
}

export type ExchangeFile = {
  id: number
  name: string
  state: FileState
  receivedAt: Date
  updatedAt: Date
  queuedAt: Date | null
  error: string
  attempts: number
}

const fileColumns = {
  id: exchangeFiles.id,
  name: exchangeFiles.name,
  state: sql<FileState>`${exchangeFiles.state}`,
  receivedAt: exchangeFiles.receivedAt,
  updatedAt: exchangeFiles.updatedAt,
  queuedAt: exchangeFiles.queuedAt,
  error: exchangeFiles.error,
  attempts: exchangeFiles.attempts,
}

/** The newest file of that name in a session. */
export async function findFile(
  db: Db,
  { sessionId, name }: { sessionId: number; name: string },
): Promise<ExchangeFile | undefined> {
  const [found] = await db
    .select(fileColumns)
    .from(exchangeFiles)
    .where(
      and(
        eq(exchangeFiles.sessionId, sessionId),
        eq(exchangeFiles.name, name),
        sql`${exchangeFiles.state} <> 'dropped'`,
      ),
    )
    .orderBy(desc(exchangeFiles.id))
    .limit(1)
  return found
}

/** The file of that name, otherwise the only one that differs in path or letter case. */
export async function findFileByName(
  db: Db,
  { sessionId, name }: { sessionId: number; name: string },
): Promise<ExchangeFile | undefined> {
  const found = await findFile(db, { sessionId, name })
  if (found !== undefined) return found
  const path = `/${name.toLowerCase()}`
  const similarFiles = await db
    .select(fileColumns)
    .from(exchangeFiles)
    .where(
      and(
        eq(exchangeFiles.sessionId, sessionId),
        sql`${exchangeFiles.state} <> 'dropped'`,
        sql`(right('/' || lower(${exchangeFiles.name}), length(${path})) = ${path} or right(${path},
          length(${exchangeFiles.name}) + 1) = '/' || lower(${exchangeFiles.name}))`,
      ),
    )
    .orderBy(desc(exchangeFiles.id))
  return new Set(similarFiles.map((each) => each.name)).size === 1 ? similarFiles[0] : undefined
}

/** Archives of a session that are not unpacked, oldest first. */
export async function listArchives(db: Db, { sessionId }: { sessionId: number }): Promise<ExchangeFile[]> {
  return db
    .select(fileColumns)
    .from(exchangeFiles)
    .where(
      and(
        eq(exchangeFiles.sessionId, sessionId),
        inArray(exchangeFiles.state, ['receiving', 'queued', 'failed']),
        sql`lower(${exchangeFiles.name}) like '%.zip'`,
      ),
    )
    .orderBy(asc(exchangeFiles.id))
}

export async function listFiles(
  db: Db,
  { sessionId, states }: { sessionId: number; states: FileState[] },
): Promise<ExchangeFile[]> {
  return db
    .select(fileColumns)
    .from(exchangeFiles)
    .where(and(eq(exchangeFiles.sessionId, sessionId), inArray(exchangeFiles.state, states)))
    .orderBy(asc(exchangeFiles.queuedAt), asc(exchangeFiles.id))
}

export async function insertFile(
  db: Db,
  file: { sessionId: number; name: string; state?: FileState; receivedAt?: Date },
): Promise<number> {
  const [row] = await db.insert(exchangeFiles).values(file).returning({ id: exchangeFiles.id })
  if (row === undefined) throw new Error('the exchange file was not made')
  return row.id
}

/**
 * The file that a chunk belongs to: the one being received under that name, or a new one. Locks the session's row, so
 * that concurrent chunks create one file.
 */
export async function findOrCreateReceivingFile(
  db: Db,
  { sessionId, name }: { sessionId: number; name: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx
      .select({ id: exchangeSessions.id })
      .from(exchangeSessions)
      .where(eq(exchangeSessions.id, sessionId))
      .for('update')
    const file = await findFile(tx, { sessionId, name })
    return file?.state === 'receiving' ? file.id : insertFile(tx, { sessionId, name })
  })
}

export async function setFileState(
  db: Db,
  { id, state, error = '' }: { id: number; state: FileState; error?: string },
): Promise<void> {
  await db
    .update(exchangeFiles)
    .set({ state, error, attempts: 0, ...(state === 'queued' ? { queuedAt: sql`clock_timestamp()` } : {}) })
    .where(eq(exchangeFiles.id, id))
}

/**
 * Queues a received file. A file that another request has queued, or that has even been processed since it was read,
 * stays as it is: its bytes may be deleted already.
 */
export async function queueReceived(db: Db, { id }: { id: number }): Promise<void> {
  await db
    .update(exchangeFiles)
    .set({ state: 'queued', queuedAt: sql`clock_timestamp()` })
    .where(and(eq(exchangeFiles.id, id), eq(exchangeFiles.state, 'receiving')))
}

/** Reserves the number of the next chunk of a file. */
export async function insertChunk(
  db: Db,
  { fileId, keyOf }: { fileId: number; keyOf: (number: number) => string },
): Promise<{ number: number; key: string }> {
  return db.transaction(async (tx) => {
    await tx.select({ id: exchangeFiles.id }).from(exchangeFiles).where(eq(exchangeFiles.id, fileId)).for('update')
    const [last] = await tx
      .select({ number: sql<number>`coalesce(max(${exchangeChunks.number}), 0)` })
      .from(exchangeChunks)
      .where(eq(exchangeChunks.fileId, fileId))
    const number = (last?.number ?? 0) + 1
    const chunk = { number, key: keyOf(number) }
    await tx.insert(exchangeChunks).values({ fileId, ...chunk })
    return chunk
  })
}

export async function completeChunk(
  db: Db,
  { fileId, number, sizeBytes }: { fileId: number; number: number; sizeBytes: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(exchangeChunks)
      .set({ complete: true, sizeBytes })
      .where(and(eq(exchangeChunks.fileId, fileId), eq(exchangeChunks.number, number)))
    await tx
      .update(exchangeFiles)
      .set({ updatedAt: sql`clock_timestamp()` })
      .where(eq(exchangeFiles.id, fileId))
  })
}

export async function deleteChunk(db: Db, { fileId, number }: { fileId: number; number: number }): Promise<void> {
  await db.delete(exchangeChunks).where(and(eq(exchangeChunks.fileId, fileId), eq(exchangeChunks.number, number)))
}

/** Complete chunks of a file in order. */
export async function listChunks(
  db: Db,
  { fileId }: { fileId: number },
): Promise<{ key: string; sizeBytes: number }[]> {
  return db
    .select({ key: exchangeChunks.key, sizeBytes: exchangeChunks.sizeBytes })
    .from(exchangeChunks)
    .where(and(eq(exchangeChunks.fileId, fileId), eq(exchangeChunks.complete, true)))
    .orderBy(asc(exchangeChunks.number))
}

export async function deleteChunks(db: Db, { fileId }: { fileId: number }): Promise<void> {
  await db.delete(exchangeChunks).where(eq(exchangeChunks.fileId, fileId))
}

/** Bytes stored by a session and not processed yet. */
export async function storedBytes(db: Db, { sessionId }: { sessionId: number }): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${exchangeChunks.sizeBytes}), 0)`.mapWith(Number) })
    .from(exchangeChunks)
    .innerJoin(exchangeFiles, eq(exchangeFiles.id, exchangeChunks.fileId))
    .where(eq(exchangeFiles.sessionId, sessionId))
  return found?.bytes ?? 0
}

/** Progress of a file's import. */
export async function findProgress(
  db: Db,
  { fileId }: { fileId: number },
): Promise<{ done: number; total: number | null } | undefined> {
  const [found] = await db
    .select({ done: exchangeRuns.itemsDone, total: exchangeRuns.itemsTotal })
    .from(exchangeRuns)
    .where(and(eq(exchangeRuns.fileId, fileId), eq(exchangeRuns.type, 'import')))
    .orderBy(desc(exchangeRuns.id))
    .limit(1)
  return found
}

/** SQL form of `isXml` and `isArchive`. */
const isXmlOrArchive = sql`lower(f.name) ~ '[.](xml|zip)$'`

/** A successor that sends nothing for this long is not a next portion. */
const successorSeconds = 5

/** Requested, timed out, or with a successor that does not continue it. */
const ending = (idleMinutes: number) => sql`s.ended_at is null and (s.closing_at is not null
  or s.followed_by is null and s.last_seen_at < now() - make_interval(mins => ${idleMinutes})
  or exists (select from exchange_sessions n where n.id = s.followed_by and (
    n.closing_at is not null or n.ended_at is not null or n.last_seen_at < now() - make_interval(mins => ${idleMinutes})
    or n.started_at < now() - make_interval(secs => ${successorSeconds})
      and not exists (select from exchange_files f where f.session_id = n.id and f.state <> 'dropped'))))`

/** Sessions with work: XML files and archives to import, or an end to process. Pictures have their own queue. */
export async function listPendingSessions(db: Db, { idleMinutes }: { idleMinutes: number }): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select s.id from exchange_sessions s
    where s.type in ('catalog', 'sale', 'reference', 'offers', 'repeat', 'hand', 'yml') and (
      exists (select from exchange_files f where f.session_id = s.id and f.state = 'queued' and ${isXmlOrArchive})
      or ${ending(idleMinutes)})
    order by s.id`)
  return rows.map(({ id }) => id)
}

export async function isSessionEnding(
  db: Db,
  { id, idleMinutes }: { id: number; idleMinutes: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from exchange_sessions s where s.id = ${id} and ${ending(idleMinutes)}`)
  return rows.length > 0
}
