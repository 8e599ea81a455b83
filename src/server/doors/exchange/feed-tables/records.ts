import { createHash } from 'node:crypto'
import type { FeedTable } from './columns.ts'
import { list, type TableRow } from './read-rows.ts'

/** A record of a feed, with its rows as a spreadsheet counts them. `reason`: it is rejected already. */
export type TableRecord = { rows: number[]; item: Record<string, unknown>; reason?: string | undefined }

/** Begins the Ид that a table makes for a record without one. */
export const madeIdPrefix = 'table-'

/**
 * Makes the Ид of rows without one from the fields that identify their record. After references are resolved: a
 * contract's number and its Ид make the same. None where such a field names nothing, so that a full table ends nothing.
 */
export function makeIds({ key = [] }: FeedTable, rows: readonly TableRow[]): void {
  for (const { item, unresolved = [] } of rows) {
    if (typeof item.id === 'string' || key.some((field) => unresolved.includes(field))) continue
    const values = key.map((field) => fieldOf(item, field))
    if (values.every((value) => value === undefined)) continue
    const text = JSON.stringify(values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)))
    item.id = `${madeIdPrefix}${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  }
}

function fieldOf(item: Record<string, unknown>, field: string): unknown {
  const [group = '', name] = field.split('.')
  return name === undefined ? item[group] : (item[group] as Record<string, unknown> | undefined)?.[name]
}

/**
 * Joins rows with one Ид that are lines of one record. Any other row with an Ид that the table had before is rejected:
 * it is a record of its own, or contradicts the first, and what it says must not be lost.
 */
export function joinRows(table: FeedTable, rows: readonly TableRow[]): TableRecord[] {
  const records: TableRecord[] = []
  const byId = new Map<string, TableRecord>()
  for (const row of rows) {
    const id = typeof row.item.id === 'string' ? row.item.id : undefined
    const known = id === undefined ? undefined : byId.get(id)
    const refused = known && findContradiction(table, known, row)
    if (known !== undefined && refused === undefined) {
      addLines(table, known, row)
      continue
    }
    const record = { rows: [row.row], item: row.item, reason: row.reason ?? refused }
    if (id !== undefined && known === undefined) byId.set(id, record)
    records.push(record)
  }
  return records
}

function findContradiction(table: FeedTable, known: TableRecord, { item }: TableRow): string | undefined {
  const [first = 0] = known.rows
  if (!hasLines(table, known.item) || !hasLines(table, item))
    return String(item.id).startsWith(madeIdPrefix)
      ? `Такая запись уже есть в строке ${first}. Если это разные записи, укажите их Ид`
      : `Запись с этим Ид уже есть в строке ${first}`
  const differing = headsOf(table).find(({ field }) => {
    const [one, other] = [fieldOf(known.item, field), fieldOf(item, field)]
    return one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other)
  })
  if (differing === undefined) return undefined
  return `«${differing.heading}» не совпадает со строкой ${first} той же записи`
}

/** Columns that say the same in every row of a record. */
const headsOf = ({ columns }: FeedTable) => columns.filter(({ field }) => !field.includes(list))

const lineGroupsOf = ({ columns }: FeedTable) =>
  new Set(columns.flatMap(({ field }) => (field.includes(list) ? field.split(list).slice(0, 1) : [])))

const hasLines = (table: FeedTable, item: Record<string, unknown>): boolean =>
  [...lineGroupsOf(table)].some((group) => item[group] !== undefined)

/** A cell of the head may be filled in any row of the record. */
function addLines(table: FeedTable, record: TableRecord, { row, item, reason }: TableRow): void {
  record.rows.push(row)
  record.reason ??= reason
  const groups = lineGroupsOf(table)
  for (const [name, value] of Object.entries(item)) {
    const known = record.item[name]
    if (groups.has(name)) record.item[name] = [...((known as unknown[] | undefined) ?? []), ...(value as unknown[])]
    else record.item[name] = known ?? value
  }
}
