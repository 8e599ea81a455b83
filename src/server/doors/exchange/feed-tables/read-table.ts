import { maxTableRows } from '#shared/rules/file-size.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { SheetSample } from '#server/platform/files/tables/sample.ts'
import { maxColumns, maxSheets } from '#server/platform/files/tables/sheet.ts'
import { TooManyTables, type OpenTable, type TableReader } from '#server/platform/files/tables/table-reader.ts'
import { UnreadableTable } from '#server/platform/files/tables/unreadable-table.ts'
import type { FeedTable } from './columns.ts'
import { readRows, type TableContent } from './read-rows.ts'

type SheetContent = TableContent & { sheet: SheetSample }

/** The only sheet with rows below the headings of the feed; a file of which something would be left out is refused. */
export async function readTable(tables: TableReader, table: FeedTable, bytes: Buffer): Promise<TableContent> {
  const found = await readSheets(tables, table, bytes)
  if (found.length === 0) {
    const headings = table.columns.slice(0, 4).map(({ heading }) => `«${heading}»`)
    throw refusal(`В файле нет строки заголовков: ${headings.join(', ')}…`)
  }
  const [content, ...others] = found.filter(({ rows }) => rows.length > 0)
  if (content === undefined) throw refusal('Под заголовками нет ни одной строки')
  if (others.length > 0)
    throw refusal(`Таблицы есть на нескольких листах: ${namesOf([content, ...others])}. Оставьте в файле одну`)
  const { name, isHiddenSheet, totalRows, rowCount, columnsBeyond } = content.sheet
  if (isHiddenSheet === true) throw refusal(`Таблица на скрытом листе «${name}»: покажите его`)
  if (totalRows > rowCount) throw refusal(`Строк больше ${maxTableRows}: разделите таблицу на части`)
  if (columnsBeyond > 0) throw refusal(`Столбцов больше ${maxColumns}: удалите лишние`)
  return content
}

const refusal = (message: string) => new AppError('noTable', { message })

const namesOf = (found: readonly SheetContent[]): string =>
  found.map(({ sheet: { name, isHiddenSheet } }) => `«${name}»${isHiddenSheet === true ? ' (скрыт)' : ''}`).join(', ')

async function readSheets(tables: TableReader, table: FeedTable, bytes: Buffer): Promise<SheetContent[]> {
  try {
    // The bytes are transferred to the thread.
    const source = { bytes: new Uint8Array(bytes).buffer, isForeign: true }
    return await tables.read(source, async (open) => findTables(open, table))
  } catch (error) {
    if (error instanceof UnreadableTable) throw new AppError('noTable', { message: error.message }, { cause: error })
    if (error instanceof TooManyTables) throw new AppError('unavailable', {}, { cause: error })
    throw error
  }
}

async function findTables(
  { samples = [], sheetsBeyond = 0, cells }: OpenTable,
  table: FeedTable,
): Promise<SheetContent[]> {
  if (sheetsBeyond > 0) throw refusal(`Листов больше ${maxSheets}: оставьте один, с таблицей`)
  const found: SheetContent[] = []
  for (const sheet of samples) {
    const content = readRows(await cells(sheet.index, { whole: true }), table)
    if (content !== undefined) found.push({ ...content, sheet })
  }
  return found
}
