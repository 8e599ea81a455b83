import type { Pool, PoolClient } from 'pg'
import { ImportContext } from '../apply/context.ts'
import { clearItems, countItems, stageItems, type FeedItem } from '../apply/feeds/feed-items.ts'
import { checkpoint, finishRun, openRun, readRun, waitForWriters } from '../apply/run/runs.ts'
import type { Counts } from '../apply/tally.ts'
import { feedNamed, type Feed } from './feeds.ts'
import { readLines, type Line } from './lines.ts'

const batchSize = 1000
const maxLines = 1_000_000

/** Stops a whole feed; the message is Russian, for the log. */
export class FeedRefused extends Error {
  override name = 'FeedRefused'
}

type FeedImport = {
  name: string
  sessionId: number
  source: AsyncIterable<Uint8Array>
  /** Throws FeedRefused once the sender may no longer exchange: checked for each batch and before writing. */
  refuseEnded?: () => Promise<void>
}

export type FeedResult = { runId: number; counts: Counts }

/**
 * Imports a feed of NDJSON: lines are read, checked and staged one by one, and written in one transaction at the end of
 * the stream, so that a broken one changes nothing. Idempotent. A bad line is logged and skipped; a feed without a good
 * line is refused (FeedRefused).
 */
export async function importFeed({ pool }: { pool: Pool }, feedImport: FeedImport): Promise<FeedResult> {
  const { name } = feedImport
  const feed = feedNamed(name)
  if (feed === undefined) throw new FeedRefused(`Неизвестная лента «${name}»`)
  const sql = await pool.connect()
  let healthy = false
  try {
    const result = await runFeed(sql, feed, feedImport)
    healthy = true
    return result
  } catch (error) {
    healthy = error instanceof FeedRefused
    throw error
  } finally {
    sql.release(!healthy)
  }
}

async function runFeed(sql: PoolClient, feed: Feed, feedImport: FeedImport): Promise<FeedResult> {
  const { name, sessionId, refuseEnded } = feedImport
  const run = await openRun(sql, { sessionId, fileId: null, type: 'feed', name })
  const context = new ImportContext(sql, {
    sessionId,
    receivedAt: new Date(),
    settings: { stockMeaning: 'free', rrcTypeCode: null, makesGoodsOfOffers: false },
  })
  try {
    await clearItems(sql)
    const seen = await stageLines(context, feed, feedImport)
    await refuseEnded?.()
    await sql.query('begin')
    await waitForWriters(sql)
    await feed.apply(context)
    if (seen > 0 && (await countItems(sql)) === 0) throw new FeedRefused('Ни одна строка ленты не подошла')
    await checkpoint(context, run.id, seen)
    await sql.query('commit')
    await finishRun(sql, run.id, { status: 'done' })
  } catch (error) {
    await sql.query('rollback').catch(() => undefined)
    // Errors of the lines are still logged: they explain why nothing was written.
    await checkpoint(context, run.id, 0).catch(() => undefined)
    await finishRun(sql, run.id, {
      status: 'failed',
      error: error instanceof FeedRefused ? error.message : 'Лента не принята',
    }).catch(() => undefined)
    throw error
  } finally {
    await clearItems(sql).catch(() => undefined)
  }
  return { runId: run.id, counts: (await readRun(sql, run.id)).counts }
}

/** Returns the number of lines. */
async function stageLines(
  context: ImportContext,
  feed: Feed,
  { name, source, refuseEnded }: FeedImport,
): Promise<number> {
  let seen = 0
  let batch: FeedItem[] = []
  for await (const line of readLines(source)) {
    seen += 1
    if (seen > maxLines) throw new FeedRefused(`В ленте больше ${maxLines} строк`)
    context.tally.add(name, 'seen')
    const read = readItem(feed, line)
    if ('reason' in read)
      context.tally.reject(name, {
        code: `строка ${line.number}`,
        name: (line.text ?? '').slice(0, 200),
        reason: read.reason,
      })
    else batch.push({ line: line.number, item: read.item })
    if (batch.length < batchSize) continue
    await refuseEnded?.()
    await stageItems(context.sql, batch)
    batch = []
  }
  await stageItems(context.sql, batch)
  return seen
}

function readItem(feed: Feed, { text }: Line): { item: unknown } | { reason: string } {
  if (text === undefined) return { reason: 'Строка длиннее 1 МБ' }
  const { data, error } = feed.line.safeParse(parseJson(text))
  if (error === undefined) return { item: data }
  const [issue] = error.issues
  const field = issue?.path.join('.') ?? ''
  const message = /[а-яё]/i.test(issue?.message ?? '')
    ? issue?.message
    : field === ''
      ? 'Строка не объект JSON'
      : 'Недопустимое значение'
  return { reason: field === '' ? String(message) : `${field}: ${message}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
