import type { Pool } from 'pg'
import { maxTableRejects, type FeedTableInfo, type LoadedTable } from '#shared/api/administration/feed-tables.ts'
import { feedNames, type FeedName } from '#shared/api/administration/queue-groups.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { TableReader } from '#server/platform/files/tables/table-reader.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { FeedRefused, MassEnding, type FeedOptions } from '../apply/feeds/feed-items.ts'
import { tableSession } from '../apply/run/audit-run.ts'
import { feeds, type Feed } from '../feeds/feeds.ts'
import { describeIssue, importAnswered } from '../feeds/import-feed.ts'
import { endSession, insertSession, requestClose } from '../queries.ts'
import { feedTables, type FeedTable } from './columns.ts'
import { readTable } from './read-table.ts'
import { joinRows, makeIds, type TableRecord } from './records.ts'
import { adoptContractIds, resolveReferences } from './references.ts'

type Deps = { db: Db; pool: Pool; files: FileStore; tables: TableReader }

export type TableToLoad = {
  name: FeedName
  bytes: Buffer
  /** Answers as loading would, without what only the written data tell, and writes nothing. */
  isCheck: boolean
  options: Pick<FeedOptions, 'full' | 'allowMassEnding'>
}

export function listTables(): FeedTableInfo[] {
  return feedNames.map((name) => ({
    name,
    title: feedTables[name].title,
    full: feedOf(name).full,
    columns: feedTables[name].columns.map(({ heading, field, hint = '' }) => ({ heading, field, hint })),
  }))
}

/** Headings alone: an example row would be loaded with the others. Excel opens it as UTF-8 for its byte order mark. */
export function templateOf(name: FeedName): { name: string; content: string } {
  const { title, columns } = feedTables[name]
  return { name: `${title}.csv`, content: `\uFEFF${columns.map(({ heading }) => heading).join(';')}\r\n` }
}

/** Loads a table as its feed: in one transaction, idempotent, an answer for every record. */
export async function loadTable(
  deps: Deps,
  actor: Actor,
  { name, bytes, isCheck, options }: TableToLoad,
): Promise<Omit<LoadedTable, 'status'>> {
  const table = feedTables[name]
  const { rows, unknownHeadings } = await readTable(deps.tables, table, bytes)
  await resolveReferences(deps.db, table, rows)
  makeIds(table, rows)
  if (name === 'contracts') await adoptContractIds(deps.db, rows)
  const records = joinRows(table, rows)
  const reasons = isCheck ? checkRecords(name, records) : await sendRecords(deps, actor, { name, records, options })
  const rejects = records.flatMap((record, index) => {
    const reason = record.reason ?? reasons[index]
    return reason === undefined ? [] : [{ ...nameOf(record), reason: explain(reason, record, table) }]
  })
  return {
    checked: isCheck,
    records: records.length,
    accepted: records.length - rejects.length,
    rejected: rejects.length,
    unknown_headings: unknownHeadings,
    rejects: rejects.slice(0, maxTableRejects),
  }
}

function feedOf(name: FeedName): Feed {
  const feed = feeds[name]
  if (feed === undefined) throw new Error(`there is no feed ${name}`)
  return feed
}

type Reasons = (string | undefined)[]

function checkRecords(name: FeedName, records: readonly TableRecord[]): Reasons {
  const { line } = feedOf(name)
  return records.map(({ item }) => {
    const { error } = line.safeParse(item)
    return error && describeIssue(error.issues[0])
  })
}

async function sendRecords(
  deps: Deps,
  actor: Actor,
  { name, records, options }: Pick<TableToLoad, 'name' | 'options'> & { records: readonly TableRecord[] },
): Promise<Reasons> {
  const { id } = feedOf(name)
  const sessionId = await insertSession(deps.db, { accountId: actor.accountId, type: tableSession, tokenHash: null })
  const reasons: Reasons = records.map(() => undefined)
  try {
    const source = linesOf(records, id)
    const { answers, close } = await importAnswered(deps, { name, sessionId, options, source, answersEveryLine: true })
    try {
      for await (const { line, reason } of answers) reasons[line - 1] = reason ?? undefined
    } finally {
      await close()
    }
    return reasons
  } catch (error) {
    throw error instanceof FeedRefused ? refusalOf(error) : error
  } finally {
    await requestClose(deps.db, { id: sessionId })
    await endSession(deps.db, { id: sessionId })
  }
}

/** Only a mass ending can be confirmed. */
function refusalOf(error: FeedRefused): AppError {
  if (!(error instanceof MassEnding)) return new AppError('feedRefused', { message: error.message }, { cause: error })
  const message = `Таблица отключила бы ${error.leftOut} из ${error.total} записей: проверьте, вся ли она`
  return new AppError('massEnding', { message }, { cause: error })
}

/** One line each. A rejected record is still named, so that a full table does not end it. */
async function* linesOf(records: readonly TableRecord[], id: string): AsyncGenerator<Uint8Array> {
  for (const { item, reason } of records)
    yield Buffer.from(`${JSON.stringify(reason === undefined ? item : { [id]: item[id], rejected: true })}\n`)
}

function nameOf({ rows: [row = 0], item }: TableRecord): { row: number; record: string } {
  const { number, id, product, currency } = item
  const name = [number, product, currency, id].find((each) => typeof each === 'string')
  return { row, record: name ?? '' }
}

/** With headings in place of the feed's fields: 'Количество: не заполнено'. */
function explain(reason: string, { item }: TableRecord, { columns }: FeedTable): string {
  const [, path = '', text = ''] = /^([\w.]+): (.*)$/s.exec(reason) ?? []
  const field = path.replace(/\.\d+\./, '[].')
  const column = columns.find((each) => each.field === field || each.field.startsWith(`${field}.`))
  const named = (words: string) =>
    columns.reduce((all, each) => all.replaceAll(new RegExp(`\\b${each.field}\\b`, 'g'), `«${each.heading}»`), words)
  if (column === undefined) return named(reason)
  const { heading, words } = column
  const isEmpty = !field.includes('.') && item[field] === undefined
  if (isEmpty && /^Недопустимое значение|не в виде|не число/.test(text)) return `${heading}: не заполнено`
  if (words !== undefined) return `${heading}: годится только ${Object.keys(words).join(', ')}`
  return `${heading}: ${named(text)}`
}
