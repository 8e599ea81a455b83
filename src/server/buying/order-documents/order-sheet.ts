import type { Readable } from 'node:stream'
import { formatDay } from '#shared/rules/dates.ts'
import { stateName } from '#shared/rules/order-states.ts'
import { roublesOf } from '#server/platform/files/decimal.ts'
import { moneyCell, quantityCell } from '#server/platform/files/sheet-figures.ts'
import { writeWorkbook } from '#server/platform/files/xlsx.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import type { DocumentLine, PrintableOrder } from './queries.ts'

type SheetOptions = { pricesShown: boolean; createdAt: Date }
type Column = { heading: string; width: number; cell: (line: DocumentLine, number: number) => Cell }

/** Lines of an order as a spreadsheet for the buyer's program: ordered, shipped, price, VAT, sum. */
export function writeOrderSheet(order: PrintableOrder, { pricesShown, createdAt }: SheetOptions): Readable {
  const title = `Заказ № ${order.number} от ${formatDay(order.day)}`
  const columns = columnsOf(pricesShown)
  return writeWorkbook({
    title,
    createdAt,
    sheet: {
      name: 'Заказ',
      columns: columns.map(({ width }) => ({ width })),
      head: [
        [{ kind: 'title', text: title }],
        ...notesOf(order, pricesShown).map((text): Cell[] => [{ kind: 'note', text }]),
        columns.map(({ heading }): Cell => ({ kind: 'header', text: heading })),
      ],
      rows: rowsOf(order, columns, pricesShown),
    },
    marks: {
      name: 'Метки',
      rows: [
        ['format', 'order'],
        ['number', order.number],
        ['createdAt', createdAt.toISOString()],
      ],
    },
  })
}

function notesOf(
  { state, contract, buyer, clientNumber, delivery, deliveryDay, address, comment, sumKopecks }: PrintableOrder,
  pricesShown: boolean,
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
    pricesShown ? `Сумма заказа ${roublesOf(sumKopecks).replace('.', ',')} ₽ с НДС` : '',
    comment,
  ].filter(Boolean)
}

function columnsOf(pricesShown: boolean): Column[] {
  const priced: Column[] = [
    { heading: 'Цена, ₽', width: 12, cell: ({ priceKopecks }) => moneyCell(priceKopecks) },
    { heading: 'НДС', width: 10, cell: ({ vatPercent }) => text(vatPercent === null ? 'без НДС' : `${vatPercent} %`) },
    { heading: 'Сумма, ₽', width: 14, cell: ({ sumKopecks }) => moneyCell(sumKopecks) },
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
async function* rowsOf(
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

function text(value: string): Cell {
  return { kind: 'text', text: value }
}
