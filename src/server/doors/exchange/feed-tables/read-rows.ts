import { plainOf, shownOf, type SampleCell, type SampleRow } from '#server/platform/files/tables/sample.ts'
import { parseFlag } from '../parse/node.ts'
import type { Column, FeedTable } from './columns.ts'

/** A row, counted as a spreadsheet does, with the fields of the feed. */
export type TableRow = {
  row: number
  item: Record<string, unknown>
  /** It is rejected already. */
  reason?: string
  /** Fields whose text names nothing on the portal. */
  unresolved?: string[]
}

export type TableContent = { rows: TableRow[]; unknownHeadings: string[] }

const maxHeadingRows = 40

/**
 * Reads the rows below the headings. A cell that is not what its column holds stays a text, which the feed refuses with
 * its reason. Undefined without headings.
 */
export function readRows(rows: readonly SampleRow[], table: FeedTable): TableContent | undefined {
  const headings = findHeadings(rows, table)
  if (headings === undefined) return undefined
  const read = rows
    .slice(headings.at + 1)
    .map(({ row, cells }) => ({ row: row + 1, item: readItem(cells, headings.columns) }))
  return { rows: read.filter(({ item }) => Object.keys(item).length > 0), unknownHeadings: headings.unknown }
}

/** 'Дата поступления' = 'дата  поступления:' = 'ДАТА ПОСТУПЛЕНИЯ'. */
const normalise = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\d%]+/gu, ' ')
    .trim()

type Headings = { at: number; columns: (Column | undefined)[]; unknown: string[] }

/** The row with the most headings among the first ones. */
function findHeadings(rows: readonly SampleRow[], { columns }: FeedTable): Headings | undefined {
  const byName = new Map<string, Column>()
  // A heading belongs to the first column that has it.
  for (const column of columns.toReversed())
    for (const name of [...(column.others ?? []), column.field, column.heading]) byName.set(normalise(name), column)
  for (const column of columns) byName.set(normalise(column.heading), column)
  let best: (Headings & { count: number }) | undefined
  for (const [at, { cells }] of rows.slice(0, maxHeadingRows).entries()) {
    const taken = new Set<Column>()
    const found = cells.map((cell) => {
      const column = byName.get(normalise(shownOf(cell)))
      if (column === undefined || taken.has(column)) return undefined
      taken.add(column)
      return column
    })
    if (taken.size <= (best?.count ?? 1)) continue
    const unknown = cells.filter((cell, index) => found[index] === undefined && shownOf(cell).trim() !== '')
    best = { at, columns: found, unknown: unknown.map((cell) => shownOf(cell).trim()), count: taken.size }
  }
  return best
}

/** In the field of a column that is in as many rows as the record has lines. */
export const list = '[].'

function readItem(cells: readonly SampleCell[], columns: readonly (Column | undefined)[]): Record<string, unknown> {
  const item: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]
    if (column === undefined || shownOf(cell).trim() === '') continue
    setField(item, column.field, readCell(cell, column))
  }
  return item
}

function setField(item: Record<string, unknown>, field: string, value: unknown): void {
  const [group, name] = field.includes(list) ? field.split(list) : field.split('.')
  if (group === undefined || name === undefined) {
    item[field] = value
    return
  }
  if (!field.includes(list)) {
    item[group] = { ...(item[group] as object | undefined), [name]: value }
    return
  }
  const [line = {}] = (item[group] as object[] | undefined) ?? []
  item[group] = [{ ...line, [name]: value }]
}

function readCell(cell: SampleCell | undefined, { kind, isList, words }: Column): unknown {
  if (isList === true)
    return shownOf(cell)
      .split(/[|,\r\n]/)
      .map(oneLine)
      .filter((each) => each !== '')
  const shown = oneLine(shownOf(cell))
  const plain = oneLine(plainOf(cell))
  if (words !== undefined) return words[shown.toLowerCase()] ?? words[shown.toLowerCase().replaceAll('е', 'ё')] ?? shown
  if (kind === 'number') return readNumber(plain) ?? shown
  if (kind === 'day') return readDay(plain) ?? shown
  if (kind === 'flag') return parseFlag(shown) ?? shown
  return shown
}

const oneLine = (text: string): string => text.replace(/[\s\u200b\ufeff]+/g, ' ').trim()

/** '1 234,50', '15 %'. */
function readNumber(text: string): number | undefined {
  const digits = text.replace(/[\s\u00a0\u202f%₽]/g, '').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

/** '24.12.2026' or '2026-12-24', also with a time. */
function readDay(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text) ?? []
  if (year !== undefined) return `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return /^\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0]
}
