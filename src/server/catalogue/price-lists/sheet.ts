import type { Readable } from 'node:stream'
import { pictureAddress } from '#shared/api/files.ts'
import { businessTimeZone } from '#shared/constants.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { multipleOf } from '#shared/rules/step.ts'
import {
  priceListColumns as headings,
  priceListFormat,
  priceListFormatVersion,
  priceListHeaderRow,
  priceListMarksSheet,
  stockHeading,
} from '#server/platform/files/price-list-format.ts'
import { writeWorkbook, type Workbook } from '#server/platform/files/xlsx.ts'
import { moneyCell, quantityCell, quantityFormat } from '#server/platform/files/sheet-figures.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/customers/organisations/stock-display.ts'
import type { ListedRow } from './price-rows.ts'
import type { ContractHead } from './queries-files.ts'

export type SheetOf = {
  contract: ContractHead
  view: Pick<ContractView, 'warehouses' | 'stockDisplay'>
  /** The moment that its prices are of. */
  at: Date
  /** Origin of picture addresses; '' if the portal's address is unknown. */
  origin: string
  chunks: AsyncIterable<readonly ListedRow[]>
}

/** A contract's price list as a spreadsheet, streamed; 'Заказ' is open, all else locked, texts are never formulas. */
export function writePriceList(list: SheetOf): Readable {
  const { contract, view, at } = list
  const title = `Прайс-лист по договору № ${contract.number} от ${formatDay(contract.signedOn)}, ${contract.company}`
  const when = new Intl.DateTimeFormat('ru-RU', {
    timeZone: businessTimeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const note = `Цены в рублях с НДС на ${when} (мск). Заполните столбец «${headings.order}» и загрузите файл на портал.`
  const columns = columnsOf(view)
  const heads = columns.map(({ heading, key }): Cell => ({
    kind: key === 'order' ? 'inputHeader' : 'header',
    text: heading,
  }))
  return writeWorkbook({
    title,
    createdAt: at,
    sheet: {
      name: 'Прайс-лист',
      columns: columns.map(({ width, hidden }) => ({ width, ...(hidden ? { hidden } : {}) })),
      head: [[{ kind: 'title', text: title }], [{ kind: 'note', text: note }], heads],
      rows: cellsOf(list),
      inputColumn: columns.findIndex(({ key }) => key === 'order'),
      printedColumns: columns.findIndex(({ key }) => key === 'order') + 1,
    },
    marks: { name: priceListMarksSheet, rows: marksOf(list, columns) },
  })
}

type Column = { key: string; heading: string; width: number; hidden?: true }

function columnsOf({ warehouses }: SheetOf['view']): Column[] {
  const named = (key: keyof typeof headings, width: number): Column => ({ key, heading: headings[key], width })
  return [
    named('code', 14),
    named('articul', 20),
    named('header', 66),
    named('brand', 16),
    named('category', 40),
    named('unit', 7),
    named('step', 11),
    named('barcode', 16),
    named('price', 12),
    named('rrc', 12),
    ...warehouses.map(({ id, header }): Column => ({ key: `stock:${id}`, heading: stockHeading(header), width: 12 })),
    named('order', 11),
    named('picture', 24),
    { ...named('id', 10), hidden: true },
  ]
}

function marksOf({ contract, at }: SheetOf, columns: readonly Column[]): Workbook['marks']['rows'] {
  return [
    ['format', priceListFormat],
    ['version', priceListFormatVersion],
    ['contract', String(contract.id)],
    ['contractNumber', contract.number],
    ['createdAt', at.toISOString()],
    ['headerRow', String(priceListHeaderRow)],
    ['columns', columns.map(({ key }) => key).join(',')],
  ]
}

async function* cellsOf({ chunks, view, origin }: SheetOf): AsyncGenerator<Cell[][]> {
  for await (const rows of chunks) yield rows.map((row) => cellsOfRow(row, view.stockDisplay, origin))
}

function cellsOfRow(row: ListedRow, display: StockDisplay, origin: string): Cell[] {
  return [
    { kind: 'code', text: row.code },
    { kind: 'code', text: row.articul },
    { kind: 'text', text: row.header },
    { kind: 'text', text: row.brand },
    { kind: 'text', text: row.category?.path ?? '' },
    { kind: 'text', text: row.unit },
    quantityCell(row.stepMilli),
    { kind: 'code', text: row.barcodes[0] ?? '' },
    moneyCell(row.priceKopecks),
    row.rrcKopecks === null ? empty : moneyCell(row.rrcKopecks),
    ...row.stocksMilli.map((milli) => stock(milli, display)),
    { kind: 'input', format: quantityFormat(multipleOf(row)) },
    { kind: 'text', text: row.picture ? origin + pictureAddress(row.picture) : '' },
    { kind: 'number', digits: String(row.id), format: 'whole' },
  ]
}

const empty: Cell = { kind: 'text', text: '' }

/** As the contract shows it: the figure, or words where it hides the figure. */
function stock(milli: number, display: StockDisplay): Cell {
  const label = stockLabel(milli, display)
  return label === null ? quantityCell(shownMilli(milli, display)) : { kind: 'text', text: label }
}
