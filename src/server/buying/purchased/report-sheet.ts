import type { Readable } from 'node:stream'
import type { PurchasedReport } from '#shared/api/money/purchased.ts'
import { purchasedTitles } from '#shared/rules/documents/purchased-titles.ts'
import { formatDay, type Day } from '#shared/rules/dates.ts'
import { includedVatTitle } from '#shared/rules/vat.ts'
import { moneyCell, quantityCell } from '#server/platform/files/sheet-figures.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import { averageKopecks, documentTitle, operationOf } from './figures.ts'
import type { RowsOf } from './queries.ts'

type Column<Row> = { heading: string; width: number; cell: (row: Row) => Cell }

const text = (value: string | null | undefined): Cell => ({ kind: 'text', text: value ?? '' })
const code = (value: string): Cell => ({ kind: 'code', text: value })
const dayCell = (day: Day | null): Cell => text(day === null ? '' : formatDay(day))
const countCell = (count: number): Cell => ({ kind: 'number', digits: String(count), format: 'whole' })
const sum = { heading: 'Сумма, ₽', width: 16, cell: (row: { sumKopecks: number }) => moneyCell(row.sumKopecks) }
const vat = {
  heading: `${includedVatTitle}, ₽`,
  width: 16,
  cell: (row: { vatKopecks: number }) => moneyCell(row.vatKopecks),
}
const goods = { heading: 'Товаров', width: 10, cell: (row: { goods: number }) => countCell(row.goods) }
const shipments = { heading: 'Отгрузок', width: 10, cell: (row: { shipments: number }) => countCell(row.shipments) }

const sheets: { [Report in PurchasedReport]: { columns: Column<RowsOf[Report]>[] } } = {
  1: {
    columns: [
      { heading: 'Артикул', width: 18, cell: ({ articul }) => code(articul) },
      { heading: 'Наименование', width: 60, cell: ({ name }) => text(name) },
      { heading: 'Ед.', width: 8, cell: ({ unit }) => text(unit) },
      { heading: 'Количество', width: 12, cell: ({ quantityMilli }) => quantityCell(quantityMilli) },
      sum,
      {
        heading: 'Средняя цена, ₽',
        width: 14,
        cell: (row) => {
          const average = averageKopecks(row)
          return average === null ? text('') : moneyCell(average)
        },
      },
      { heading: 'Последняя покупка', width: 14, cell: ({ lastOn }) => dayCell(lastOn) },
      shipments,
    ],
  },
  2: {
    columns: [
      { heading: 'Дата', width: 12, cell: ({ day }) => dayCell(day) },
      { heading: 'Документ', width: 26, cell: (row) => text(documentTitle(row)) },
      { heading: 'Операция', width: 18, cell: (row) => text(operationOf(row)) },
      { heading: 'Заказ', width: 16, cell: ({ order }) => code(order?.number ?? '') },
      goods,
      sum,
      vat,
    ],
  },
  3: {
    columns: [
      { heading: 'Категория', width: 40, cell: ({ category }) => text(category?.header) },
      { heading: 'Бренд', width: 24, cell: ({ brand }) => text(brand?.header) },
      goods,
      shipments,
      sum,
    ],
  },
  4: {
    columns: [
      { heading: 'Месяц', width: 12, cell: ({ month }) => text(formatDay(month).slice(3)) },
      goods,
      shipments,
      { heading: 'Возвраты, ₽', width: 16, cell: ({ returnedKopecks }) => moneyCell(returnedKopecks) },
      sum,
      vat,
    ],
  },
}

/** A report as a spreadsheet, its rows in chunks. */
export function writeReportSheet<Report extends PurchasedReport>(
  report: Report,
  input: {
    contract: { number: string; contragent: string }
    from: Day
    to: Day
    createdAt: Date
    rows: AsyncIterable<RowsOf[Report][]>
  },
): { name: string; content: Readable } {
  const { columns } = sheets[report]
  const title = purchasedTitles[report]
  const { contract, from, to, createdAt, rows } = input
  const period = `${formatDay(from)} – ${formatDay(to)}`
  const content = writeWorkbook({
    title,
    createdAt,
    sheet: {
      name: title.slice(0, 31),
      columns: columns.map(({ width }) => ({ width })),
      head: [
        [{ kind: 'title', text: title }],
        [
          {
            kind: 'note',
            text: `Договор № ${contract.number}, ${contract.contragent} · ${period} · отгрузки минус возвраты`,
          },
        ],
        columns.map(({ heading }): Cell => ({ kind: 'header', text: heading })),
      ],
      rows: cellsOf(rows, columns),
    },
    metadata: { name: 'Метки', rows: [['format', 'purchased']] },
  })
  return { name: `${title} ${contract.number} ${from} – ${to}.xlsx`, content }
}

async function* cellsOf<Row>(pages: AsyncIterable<Row[]>, columns: readonly Column<Row>[]): AsyncGenerator<Cell[][]> {
  for await (const page of pages) yield page.map((row) => columns.map(({ cell }) => cell(row)))
}
