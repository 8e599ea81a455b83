import type { Pool, PoolClient } from 'pg'
import { errors } from '#shared/errors.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { ImportContext } from '../apply/context.ts'
import {
  clearItems,
  countItems,
  FeedRefused,
  finishStaging,
  listAnswers,
  stageItems,
  type FeedAnswer,
  type FeedItem,
  type FeedOptions,
} from '../apply/feeds/feed-items.ts'
import { checkpoint, finishRun, openRun, readRun } from '../apply/run/runs.ts'
import type { Counts } from '../apply/tally.ts'
import { code, deletion } from '../feed-lines/fields.ts'
import { feedNamed, type Feed } from './feeds.ts'
import { readLines, usualLine, type Line } from './lines.ts'

const batchSize = 1000
const maxLines = 1_000_000
/** A feed of a million lines is written in statements that take longer than those of a page. */
const patience = "set local statement_timeout = '10min'; set local lock_timeout = '1min'"

type Deps = { pool: Pool; files: FileStore }

type FeedImport = {
  name: string
  sessionId: number
  source: AsyncIterable<Uint8Array>
  options?: Partial<FeedOptions>
  /** Throws FeedRefused once the sender may no longer exchange: checked for each batch and before writing. */
  refuseEnded?: () => Promise<void>
}

export type FeedResult = { runId: number; counts: Counts }

/** `answers` says what became of each line; it holds a connection until `close`. */
export type AnsweredFeed = FeedResult & { answers: AsyncIterable<FeedAnswer>; close: () => Promise<void> }

/**
 * Imports a feed of NDJSON: lines are read, checked and staged one by one, and written in one transaction at the end of
 * the stream, so that a broken one changes nothing. Idempotent. A bad line is logged and skipped; a feed without a good
 * line is refused (FeedRefused).
 */
export async function importFeed(deps: Deps, feedImport: FeedImport): Promise<FeedResult> {
  const { runId, counts, close } = await importAnswered(deps, feedImport)
  await close()
  return { runId, counts }
}

/** The same with an answer for each line. Without a good line it writes nothing, and answers all the same. */
export async function importAnswered(
  { pool, files }: Deps,
  feedImport: FeedImport & { answersAll?: true },
): Promise<AnsweredFeed> {
  const { name } = feedImport
  const feed = feedNamed(name)
  if (feed === undefined) throw new FeedRefused(`Неизвестная лента «${name}»`)
  const sql = await pool.connect()
  let open = true
  const close = async (healthy = true) => {
    if (!open) return
    open = false
    if (healthy) await clearItems(sql).catch(() => undefined)
    sql.release(!healthy)
  }
  try {
    return { ...(await runFeed({ sql, files }, feed, feedImport)), answers: listAnswers(sql), close: () => close() }
  } catch (error) {
    await close(error instanceof FeedRefused)
    throw error
  }
}

async function runFeed(
  { sql, files }: { sql: PoolClient; files: FileStore },
  feed: Feed,
  { answersAll = false, ...feedImport }: FeedImport & { answersAll?: boolean },
): Promise<FeedResult> {
  const { name, sessionId, refuseEnded } = feedImport
  const run = await openRun(sql, { sessionId, fileId: null, type: 'feed', name })
  const options = optionsOf(feed, feedImport.options)
  const context = new ImportContext(sql, {
    sessionId,
    receivedAt: options.asOf,
    settings: { stockMeaning: 'free', rrcTypeCode: null, makesGoodsOfOffers: false },
  })
  try {
    await clearItems(sql)
    const seen = await stageLines(context, feed, { ...feedImport, files })
    await refuseEnded?.()
    await sql.query('begin')
    await sql.query(patience)
    await feed.lock(context)
    await feed.check?.(context)
    const refused = seen > 0 && (await countItems(sql)) === 0
    if (!refused) await feed.apply(context, options)
    if (refused || (seen > 0 && (await countItems(sql)) === 0)) throw new NoGoodLine('Ни одна строка ленты не подошла')
    await checkpoint(context, run.id, seen)
    await sql.query('commit')
    await finishRun(sql, run.id, { status: 'done' })
  } catch (error) {
    // Nothing but the lines' reasons was written.
    const explained = error instanceof NoGoodLine && answersAll
    await sql.query(explained ? 'commit' : 'rollback').catch(() => undefined)
    // Errors of the lines are still logged: they explain why nothing was written.
    await checkpoint(context, run.id, 0).catch(() => undefined)
    await finishRun(sql, run.id, {
      status: 'failed',
      error: error instanceof FeedRefused ? error.message : errors.feedRefused.message,
    }).catch(() => undefined)
    if (!explained) throw error
  } finally {
    await feed.dropFiles?.(context, files).catch(() => undefined)
  }
  return { runId: run.id, counts: (await readRun(sql, run.id)).counts }
}

class NoGoodLine extends FeedRefused {}

function optionsOf({ full }: Feed, given: Partial<FeedOptions> = {}): FeedOptions {
  const { asOf = new Date(), endsAny = false } = given
  return { asOf, endsAny, full: full === 'always' || (full === 'requested' && given.full === true) }
}

/** Returns the number of lines. */
async function stageLines(
  context: ImportContext,
  feed: Feed,
  { name, source, refuseEnded, files }: FeedImport & { files: FileStore },
): Promise<number> {
  let seen = 0
  let batch: FeedItem[] = []
  for await (const line of readLines(source, feed.longestLine)) {
    seen += 1
    if (seen > maxLines) throw new FeedRefused(`В ленте больше ${maxLines} строк`)
    context.tally.add(name, 'seen')
    const item = await takeFile(context, feed, files, readItem(feed, line))
    const { reason } = item
    if (reason !== undefined)
      context.tally.reject(name, { code: `строка ${line.number}`, name: (line.text ?? '').slice(0, 200), reason })
    batch.push(item)
    if (batch.length < batchSize) continue
    await refuseEnded?.()
    await stageItems(context.sql, batch)
    batch = []
  }
  await stageItems(context.sql, batch)
  await finishStaging(context.sql)
  return seen
}

function readItem(feed: Feed, { number, text }: Line): FeedItem {
  if (text === undefined) return { line: number, id: null, reason: tooLong(feed) }
  const sent = parseJson(text)
  const id = idOf(feed, sent)
  const { data, error } = (isDeletion(feed, sent) ? deletion : feed.line).safeParse(sent)
  if (error !== undefined) return { line: number, id: id ?? null, reason: reasonOf(error.issues[0]) }
  const item = data as Record<string, unknown>
  return { line: number, id: String(item[feed.id]), item, deleted: item.deleted === true }
}

function tooLong({ longestLine = usualLine }: Feed): string {
  return `Строка длиннее ${Math.floor(longestLine / 1024 / 1024)} МБ`
}

/** Stores what a good line carries as a file, and goes on without it. */
async function takeFile(context: ImportContext, feed: Feed, files: FileStore, line: FeedItem): Promise<FeedItem> {
  if (feed.storeFile === undefined || line.item === undefined || line.deleted) return line
  const taken = await feed.storeFile(files, line.item)
  if ('reason' in taken) return { line: line.line, id: line.id, reason: taken.reason }
  if (taken.key !== undefined) context.touchedFiles.add(taken.key)
  return { ...line, item: taken.item }
}

/** The record that a line is about, even where something else in it is wrong. */
function idOf(feed: Feed, sent: unknown): string | undefined {
  const id = code.safeParse((sent as Record<string, unknown> | null | undefined)?.[feed.id])
  return id.data
}

function isDeletion(feed: Feed, sent: unknown): boolean {
  return feed.deletable === true && (sent as { deleted?: unknown } | null | undefined)?.deleted === true
}

function reasonOf(issue: { path: readonly PropertyKey[]; message: string } | undefined): string {
  const field = issue?.path.join('.') ?? ''
  const message = /[а-яё]/i.test(issue?.message ?? '')
    ? String(issue?.message)
    : field === ''
      ? 'Строка не объект JSON'
      : 'Недопустимое значение'
  return field === '' ? message : `${field}: ${message}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
