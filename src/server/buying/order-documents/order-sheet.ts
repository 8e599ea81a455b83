import type { Readable } from 'node:stream'
import { formatDay } from '#shared/rules/dates.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { shownStoredSum, type ShownPrice } from '#server/catalogue/prices/shown-prices.ts'
import { roublesOf } from '#server/platform/files/decimal.ts'
import { moneyCell, quantityCell } from '#server/platform/files/sheet-figures.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import type { DocumentLine, PrintableOrder } from './queries.ts'

type SheetOptions = {
  pricesShown: boolean
  shown: ShownPrice
  /** Null: the price of a line is hidden. */
  sumKopecks: number | null
  createdAt: Date
}
type Column = { heading: string; width: number; cell: (line: DocumentLine, number: number) => Cell }

/** Lines of an order as a spreadsheet for the buyer's software: ordered, shipped, price, VAT, sum. */
export function writeOrderSheet(order: PrintableOrder, options: SheetOptions): Readable {
  const { pricesShown, shown, sumKopecks, createdAt } = options
  const title = `Заказ № ${order.number} от ${formatDay(order.day)}`
  const columns = sheetColumns(pricesShown, shown)
  return writeWorkbook({
    title,
    createdAt,
    sheet: {
      name: 'Заказ',
      columns: columns.map(({ width }) => ({ width })),
      head: [
        [{ kind: 'title', text: title }],
        ...headerNotes(order, sumKopecks).map((text): Cell[] => [{ kind: 'note', text }]),
        columns.map(({ heading }): Cell => ({ kind: 'header', text: heading })),
      ],
      rows: toRows(order, columns, pricesShown),
    },
    metadata: {
      name: 'Метки',
      rows: [
        ['format', 'order'],
        ['number', order.number],
        ['createdAt', createdAt.toISOString()],
      ],
    },
  })
}

function headerNotes(
  { state, contract, buyer, clientNumber, delivery, deliveryDay, address, comment }: PrintableOrder,
  sumKopecks: number | null,
): string[] {
  return [
    [
      stateName(state),
      `договор № ${contract.number} от ${formatDay(contract.signedOn)}`,
      buyer.name,
      clientNumber && `ваш № ${clientNumber}`,
    ]
      .filter(Boolean)
      .join(' · '),
    ['Доставка:', [delivery, deliveryDay && formatDay(deliveryDay), address].filter(Boolean).join(', ')].join(' '),
    sumKopecks === null ? '' : `Сумма заказа ${roublesOf(sumKopecks).replace('.', ',')} ₽ с НДС`,
    comment,
  ].filter(Boolean)
}

function sheetColumns(pricesShown: boolean, shown: ShownPrice): Column[] {
  const priced: Column[] = [
    { heading: 'Цена, ₽', width: 12, cell: (line) => shownCell(shown(line)) },
    { heading: 'НДС', width: 10, cell: ({ vatPercent }) => text(vatPercent === null ? 'без НДС' : `${vatPercent} %`) },
    { heading: 'Сумма, ₽', width: 14, cell: (line) => shownCell(shownStoredSum(shown, line)) },
  ]
  return [
    { heading: '№', width: 6, cell: (_line, index) => ({ kind: 'number', digits: String(index), format: 'whole' }) },
    { heading: 'Артикул', width: 18, cell: ({ articul }) => ({ kind: 'code', text: articul }) },
    { heading: 'Наименование', width: 60, cell: ({ name }) => text(name) },
    { heading: 'Склад', width: 16, cell: ({ warehouse }) => text(warehouse) },
    { heading: 'Ед.', width: 8, cell: ({ unit }) => text(unit) },
    { heading: 'Заказано', width: 11, cell: ({ quantityMilli }) => quantityCell(quantityMilli) },
    { heading: 'Отгружено', width: 11, cell: ({ shippedMilli }) => quantityCell(shippedMilli) },
    ...(pricesShown ? priced : []),
  ]
}

// oxlint-disable-next-line require-await -- the writer pulls rows from an async source
async function* toRows(
  { lines, delivery, deliveryKopecks }: PrintableOrder,
  columns: readonly Column[],
  pricesShown: boolean,
): AsyncGenerator<Cell[][]> {
  yield lines.map((line, index) => columns.map(({ cell }) => cell(line, index + 1)))
  if (pricesShown && deliveryKopecks > 0) {
    const empty = text('')
    yield [
      columns.map(({ heading }) =>
        heading === 'Наименование'
          ? text(`Доставка: ${delivery}`)
          : heading.startsWith('Сумма')
            ? moneyCell(deliveryKopecks)
            : empty,
      ),
    ]
  }
}

function shownCell(kopecks: number | null): Cell {
  return kopecks === null ? text('') : moneyCell(kopecks)
}

function text(value: string): Cell {
  return { kind: 'text', text: value }
}
