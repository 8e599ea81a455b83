import { buffer } from 'node:stream/consumers'
import type { ReportRow, uploadReport } from '#shared/api/upload-report.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { kopecks, milli } from '#shared/rules/money.ts'
import { moneyCell, quantityCell } from '#server/platform/files/sheet-figures.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'

type Report = Omit<ReplyOf<typeof uploadReport>, 'status'>
type Column = { heading: string; width: number; cell: (row: ReportRow) => Cell }

/** The review of an upload as a spreadsheet; without prices where none is known. */
export async function writeReport(
  { file, rows }: { file: string; rows: readonly ReportRow[] },
  createdAt: Date,
): Promise<Report> {
  const title = file === '' ? 'Проверка вставленных строк' : `Проверка файла «${file}»`
  const columns = rows.some(({ price }) => price !== null) ? [...facts, ...figures] : facts
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
    marks: {
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

const facts: readonly Column[] = [
  { heading: 'Строка', width: 9, cell: ({ row }) => ({ kind: 'code', text: row }) },
  { heading: 'Состояние', width: 16, cell: ({ state }) => text(state) },
  { heading: 'Артикул в файле', width: 20, cell: ({ code }) => ({ kind: 'code', text: code }) },
  { heading: 'Название в файле', width: 40, cell: ({ name }) => text(name) },
  { heading: 'Кол-во в файле', width: 14, cell: ({ qnt }) => text(qnt) },
  { heading: 'Артикул', width: 20, cell: ({ articul }) => ({ kind: 'code', text: articul }) },
  { heading: 'Товар', width: 50, cell: ({ header }) => text(header) },
  { heading: 'Что сделано', width: 36, cell: ({ done }) => text(done) },
  { heading: 'Заказ', width: 10, cell: ({ order }) => quantityCell(milli(order)) },
]

const figures: readonly Column[] = [
  { heading: 'Цена, ₽', width: 12, cell: ({ price }) => money(price) },
  { heading: 'Сумма, ₽', width: 14, cell: ({ sum }) => money(sum) },
]

/** 'Строк: 20. Не найден: 4, Найден: 16' */
function countsOf(rows: readonly ReportRow[]): string {
  const counts = new Map<string, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return `Строк: ${rows.length}. ${[...counts].map(([state, count]) => `${state}: ${count}`).join(', ')}`
}

const chunk = 500

// oxlint-disable-next-line require-await -- the writer pulls rows from an async source
async function* cellsOf(rows: readonly ReportRow[], columns: readonly Column[]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < rows.length; at += chunk)
    yield rows.slice(at, at + chunk).map((row) => columns.map(({ cell }) => cell(row)))
}

function text(value: string): Cell {
  return { kind: 'text', text: value }
}

function money(roubles: number | null): Cell {
  return roubles === null ? text('') : moneyCell(kopecks(roubles))
}
