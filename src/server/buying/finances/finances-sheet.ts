import type { Readable } from 'node:stream'
import { formatDay } from '#shared/rules/dates.ts'
import { ledgerKinds, paperTitle } from '#shared/rules/ledger.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { moneyCell } from '#server/platform/files/sheet-figures.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import type { ContractFinances, EntryRow } from './queries.ts'
import { basisText } from './basis-text.ts'
import { entryFigures } from './figures.ts'

const empty: Cell = { kind: 'text', text: '' }
const text = (value: string): Cell => ({ kind: 'text', text: value })
const money = (kopecks: number | null): Cell => (kopecks === null ? empty : moneyCell(kopecks))

const columns: { heading: string; width: number; cell: (entry: EntryRow) => Cell }[] = [
  { heading: 'Дата', width: 12, cell: ({ day }) => text(formatDay(day)) },
  { heading: 'Документ', width: 24, cell: (entry) => text(paperTitle(entry)) },
  { heading: 'Операция', width: 18, cell: ({ kind }) => text(ledgerKinds[kind].operation) },
  { heading: 'Основание', width: 44, cell: (entry) => text(basisText(entry)) },
  { heading: 'Отгружено, ₽', width: 14, cell: (entry) => money(entryFigures(entry).shippedKopecks) },
  { heading: 'Оплачено, ₽', width: 14, cell: (entry) => money(entryFigures(entry).paidKopecks) },
  { heading: 'Остаток, ₽', width: 14, cell: (entry) => money(entryFigures(entry).leftKopecks) },
  { heading: 'Срок', width: 12, cell: ({ dueOn }) => text(dueOn === null ? '' : formatDay(dueOn)) },
]

/** Documents and payments of a contract as a spreadsheet. */
export function writeFinancesSheet(
  { number, signedOn, contragent, debtKopecks, advanceKopecks }: ContractFinances,
  { createdAt, rows }: { createdAt: Date; rows: AsyncIterable<EntryRow[]> },
): Readable {
  const title = `Взаиморасчёты по договору № ${number} от ${formatDay(signedOn)}`
  return writeWorkbook({
    title,
    createdAt,
    sheet: {
      name: 'Финансы',
      columns: columns.map(({ width }) => ({ width })),
      head: [
        [{ kind: 'title', text: title }],
        [
          {
            kind: 'note',
            text: `${contragent} · долг ${formatKopecks(debtKopecks)} ₽ · аванс ${formatKopecks(advanceKopecks)} ₽`,
          },
        ],
        columns.map(({ heading }): Cell => ({ kind: 'header', text: heading })),
      ],
      rows: cellsOf(rows),
    },
    metadata: { name: 'Метки', rows: [['format', 'finances']] },
  })
}

async function* cellsOf(pages: AsyncIterable<EntryRow[]>): AsyncGenerator<Cell[][]> {
  for await (const page of pages) yield page.map((entry) => columns.map(({ cell }) => cell(entry)))
}
