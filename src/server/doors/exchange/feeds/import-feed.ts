import { drizzle } from 'drizzle-orm/node-postgres'
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
import { passAndKeep } from '../receive/sources.ts'
import { findFeed, type Feed } from './feeds.ts'
import { readLines, defaultMaxLineBytes, type Line } from './lines.ts'

const batchSize = 1000
const maxLines = 1_000_000
/** A feed of a million lines needs longer statements than web calls do. */
const longTimeouts = "set local statement_timeout = '10min'; set local lock_timeout = '1min'"

type Deps = { pool: Pool; files: FileStore }

type FeedImport = {
  name: string
  sessionId: number
  source: AsyncIterable<Uint8Array>
  options?: Partial<FeedOptions>
  /** Throws FeedRefused if the sender may no longer exchange; called for each batch and before writing. */
  assertSessionOpen?: () => Promise<void>
}

export type FeedResult = { runId: number; counts: Counts }

/** `answers` are the results of all lines; it holds a connection until `close`. */
export type AnsweredFeed = FeedResult & { answers: AsyncIterable<FeedAnswer>; close: () => Promise<void> }

/**
 * Imports an NDJSON feed. Lines are read, checked and staged one by one and written in one transaction at the end of
 * the stream, so an interrupted feed changes nothing. Idempotent. Invalid lines are logged and skipped; without a valid
 * line throws FeedRefused.
 */
export async function importFeed(deps: Deps, feedImport: FeedImport): Promise<FeedResult> {
  const { runId, counts, close } = await importAnswered(deps, feedImport)
  await close()
  return { runId, counts }
}

/**
 * Like importFeed, with a result for each line. Without a valid line it writes nothing, but still returns the results.
 */
export async function importAnswered(
  { pool, files }: Deps,
  feedImport: FeedImport & { answersEveryLine?: true },
): Promise<AnsweredFeed> {
  const { name } = feedImport
  const feed = findFeed(name)
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
    return {
      ...(await runFeed({ sql, pool, files }, feed, feedImport)),
      answers: listAnswers(sql),
      close: () => close(),
    }
  } catch (error) {
    await close(error instanceof FeedRefused)
    throw error
  }
}

async function runFeed(
  { sql, pool, files }: { sql: PoolClient; pool: Pool; files: FileStore },
  feed: Feed,
  { answersEveryLine = false, ...feedImport }: FeedImport & { answersEveryLine?: boolean },
): Promise<FeedResult> {
  const { name, sessionId, assertSessionOpen } = feedImport
  const run = await openRun(sql, { sessionId, fileId: null, type: 'feed', name })
  const options = optionsOf(feed, feedImport.options)
  const context = new ImportContext(sql, {
    sessionId,
    receivedAt: options.asOf,
    settings: { stockMeaning: 'free', rrcTypeCode: null, createsGoodsFromOffers: false },
  })
  const { content, kept } = passAndKeep(
    { db: drizzle(pool), files },
    { runId: run.id, receivedAt: options.asOf, full: options.full, content: feedImport.source },
  )
  try {
    await clearItems(sql)
    const lineCount = await stageLines(context, feed, { ...feedImport, source: content, files })
    await assertSessionOpen?.()
    await sql.query('begin')
    await sql.query(longTimeouts)
    await feed.lock(context)
    await feed.check?.(context)
    const hasNoValidLine = lineCount > 0 && (await countItems(sql)) === 0
    if (!hasNoValidLine) await feed.apply(context, options)
    if (hasNoValidLine || (lineCount > 0 && (await countItems(sql)) === 0))
      throw new NoValidLine('Ни одна строка ленты не подошла')
    await checkpoint(context, run.id, lineCount)
    await sql.query('commit')
    await finishRun(sql, run.id, { status: 'done' })
  } catch (error) {
    // Only the reasons of rejected lines were written.
    const keepsAnswers = error instanceof NoValidLine && answersEveryLine
    await sql.query(keepsAnswers ? 'commit' : 'rollback').catch(() => undefined)
    // Errors of lines are still logged, because they explain the failure.
    await checkpoint(context, run.id, 0).catch(() => undefined)
    await finishRun(sql, run.id, {
      status: 'failed',
      error: error instanceof FeedRefused ? error.message : errors.feedRefused.message,
    }).catch(() => undefined)
    if (!keepsAnswers) throw error
  } finally {
    await kept()
    await feed.deleteUnusedFiles?.(context, files).catch(() => undefined)
  }
  return { runId: run.id, counts: (await readRun(sql, run.id)).counts }
}

class NoValidLine extends FeedRefused {}

function optionsOf({ full }: Feed, given: Partial<FeedOptions> = {}): FeedOptions {
  const { asOf = new Date(), allowMassEnding = false } = given
  return { asOf, allowMassEnding, full: full === 'always' || (full === 'requested' && given.full === true) }
}

/** Returns the number of lines. */
async function stageLines(
  context: ImportContext,
  feed: Feed,
  { name, source, assertSessionOpen, files }: FeedImport & { files: FileStore },
): Promise<number> {
  let lineCount = 0
  let batch: FeedItem[] = []
  for await (const line of readLines(source, feed.maxLineBytes)) {
    lineCount += 1
    if (lineCount > maxLines) throw new FeedRefused(`В ленте больше ${maxLines} строк`)
    context.tally.add(name, 'seen')
    const item = await storeLineFile(context, feed, files, readItem(feed, line))
    const { reason } = item
    if (reason !== undefined)
      context.tally.reject(name, { code: `строка ${line.number}`, name: (line.text ?? '').slice(0, 200), reason })
    batch.push(item)
    if (batch.length < batchSize) continue
    await assertSessionOpen?.()
    await stageItems(context.sql, batch)
    batch = []
  }
  await stageItems(context.sql, batch)
  await finishStaging(context.sql)
  return lineCount
}

function readItem(feed: Feed, { number, text }: Line): FeedItem {
  if (text === undefined) return { line: number, id: null, reason: lineTooLong(feed) }
  const sent = parseJson(text)
  const id = idOf(feed, sent)
  const { data, error } = (isDeletion(feed, sent) ? deletion : feed.line).safeParse(sent)
  if (error !== undefined) return { line: number, id: id ?? null, reason: describeIssue(error.issues[0]) }
  const item = data as Record<string, unknown>
  return { line: number, id: String(item[feed.id]), item, deleted: item.deleted === true }
}

function lineTooLong({ maxLineBytes = defaultMaxLineBytes }: Feed): string {
  return `Строка длиннее ${Math.floor(maxLineBytes / 1024 / 1024)} МБ`
}

/** Stores the file that a valid line contains and removes it from the line. */
async function storeLineFile(context: ImportContext, feed: Feed, files: FileStore, line: FeedItem): Promise<FeedItem> {
  if (feed.storeFile === undefined || line.item === undefined || line.deleted) return line
  const stored = await feed.storeFile(files, line.item)
  if ('reason' in stored) return { line: line.line, id: line.id, reason: stored.reason }
  if (stored.key !== undefined) context.touchedFiles.add(stored.key)
  return { ...line, item: stored.item }
}

/** The record of a line, even if other fields are invalid. */
function idOf(feed: Feed, sent: unknown): string | undefined {
  const id = code.safeParse((sent as Record<string, unknown> | null | undefined)?.[feed.id])
  return id.data
}

function isDeletion(feed: Feed, sent: unknown): boolean {
  return feed.deletable === true && (sent as { deleted?: unknown } | null | undefined)?.deleted === true
}

/** What is wrong with a line: the field's path and the reason. */
export function describeIssue(issue: { path: readonly PropertyKey[]; message: string } | undefined): string {
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
