import { buffer } from 'node:stream/consumers'
import { moneyCell, quantityCell } from '#server/platform/files/sheet-figures.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'

/** A reviewed row as last edited, with the texts on screen. */
export type ReportedRow = {
  row: string
  state: string
  code: string
  name: string
  /** As in the file. */
  quantity: string
  articul: string
  header: string
  /** Its outcome or error. */
  done: string
  orderMilli: number
  /** Null without a good, or if prices are hidden. */
  priceKopecks: number | null
  sumKopecks: number | null
}

type Column = { heading: string; width: number; cell: (row: ReportedRow) => Cell }

/** The review of an upload as a spreadsheet in base64; without prices if none is known. */
export async function writeReport(
  { file, rows }: { file: string; rows: readonly ReportedRow[] },
  createdAt: Date,
): Promise<{ name: string; content: string }> {
  const title = file === '' ? 'Проверка вставленных строк' : `Проверка файла «${file}»`
  const columns = rows.some(({ priceKopecks }) => priceKopecks !== null)
    ? [...baseColumns, ...priceColumns]
    : baseColumns
  const workbook = writeWorkbook({
    title,
    createdAt,
    sheet: {
      name: 'Отчёт',
      columns: columns.map(({ width }) => ({ width })),
      head: [
        [{ kind: 'title', text: title }],
        [{ kind: 'note', text: countsOf(rows) }],
        columns.map(({ heading }): Cell => ({ kind: 'header', text: heading })),
      ],
      rows: cellsOf(rows, columns),
    },
    metadata: {
      name: 'Метки',
      rows: [
        ['format', 'upload-report'],
        ['createdAt', createdAt.toISOString()],
      ],
    },
  })
  const content = await buffer(workbook)
  return {
    name: `Отчёт_${file.replace(/\.[^.]+$/, '') || 'вставленная таблица'}.xlsx`,
    content: content.toString('base64'),
  }
}

const baseColumns: readonly Column[] = [
  { heading: 'Строка', width: 9, cell: ({ row }) => ({ kind: 'code', text: row }) },
  { heading: 'Состояние', width: 16, cell: ({ state }) => text(state) },
  { heading: 'Артикул в файле', width: 20, cell: ({ code }) => ({ kind: 'code', text: code }) },
  { heading: 'Название в файле', width: 40, cell: ({ name }) => text(name) },
  { heading: 'Кол-во в файле', width: 14, cell: ({ quantity }) => text(quantity) },
  { heading: 'Артикул', width: 20, cell: ({ articul }) => ({ kind: 'code', text: articul }) },
  { heading: 'Товар', width: 50, cell: ({ header }) => text(header) },
  { heading: 'Что сделано', width: 36, cell: ({ done }) => text(done) },
  { heading: 'Заказ', width: 10, cell: ({ orderMilli }) => quantityCell(orderMilli) },
]

const priceColumns: readonly Column[] = [
  { heading: 'Цена, ₽', width: 12, cell: ({ priceKopecks }) => money(priceKopecks) },
  { heading: 'Сумма, ₽', width: 14, cell: ({ sumKopecks }) => money(sumKopecks) },
]

/** 'Строк: 20. Не найден: 4, Найден: 16' */
function countsOf(rows: readonly ReportedRow[]): string {
  const counts = new Map<string, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return `Строк: ${rows.length}. ${[...counts].map(([state, count]) => `${state}: ${count}`).join(', ')}`
}

const rowsPerChunk = 500

// oxlint-disable-next-line require-await -- the writer pulls rows from an async source
async function* cellsOf(rows: readonly ReportedRow[], columns: readonly Column[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < rows.length; from += rowsPerChunk)
    yield rows.slice(from, from + rowsPerChunk).map((row) => columns.map(({ cell }) => cell(row)))
}

function text(value: string): Cell {
  return { kind: 'text', text: value }
}

function money(kopecks: number | null): Cell {
  return kopecks === null ? text('') : moneyCell(kopecks)
}
