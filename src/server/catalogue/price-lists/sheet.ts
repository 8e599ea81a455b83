import type { Readable } from 'node:stream'
import { pictureAddress } from '#shared/api/files.ts'
import { businessTimeZone } from '#shared/constants.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { formatExactKopecks, formatKopecks, formatMilli } from '#shared/rules/money.ts'
import { multipleOf } from '#shared/rules/step.ts'
import {
  priceListColumns as headings,
  priceListFormat,
  priceListFormatVersion,
  priceListHeaderRow,
  priceListMetadataSheet,
  stockHeading,
} from '#server/platform/files/price-list-format.ts'
import { writeWorkbook, type Workbook } from '#server/platform/files/xlsx.ts'
import { moneyCell, quantityCell, quantityFormat } from '#server/platform/files/sheet-figures.ts'
import type { Cell } from '#server/platform/files/xlsx-cells.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/customers/organisations/stock-display.ts'
import type { PriceListRow } from './price-rows.ts'
import type { ContractSummary } from './queries-files.ts'

export type PriceListSheet = {
  contract: ContractSummary
  view: Pick<ContractView, 'warehouses' | 'stockDisplay'>
  /** When the prices were read. */
  at: Date
  /** Adds a column of lower prices. */
  hasBreaks: boolean
  /** Origin for picture URLs; '' if unknown. */
  origin: string
  chunks: AsyncIterable<readonly PriceListRow[]>
}

/** A contract's price list as a streamed spreadsheet. Only column 'Заказ' is editable; texts are never formulas. */
export function writePriceList(list: PriceListSheet): Readable {
  const { contract, at } = list
  const title = `Прайс-лист по договору № ${contract.number} от ${formatDay(contract.signedOn)}, ${contract.company}`
  const pricesAt = new Intl.DateTimeFormat('ru-RU', {
    timeZone: businessTimeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const prices = `Цены в рублях с НДС на ${pricesAt} (мск).`
  const note = `${prices} Заполните столбец «${headings.order}» и загрузите файл на портал.`
  const columns = priceListColumns(list)
  const headerCells = columns.map(({ heading, key }): Cell => ({
    kind: key === 'order' ? 'inputHeader' : 'header',
    text: heading,
  }))
  return writeWorkbook({
    title,
    createdAt: at,
    sheet: {
      name: 'Прайс-лист',
      columns: columns.map(({ width, hidden }) => ({ width, ...(hidden ? { hidden } : {}) })),
      head: [[{ kind: 'title', text: title }], [{ kind: 'note', text: note }], headerCells],
      rows: readCells(list),
      inputColumn: columns.findIndex(({ key }) => key === 'order'),
      printedColumns: columns.findIndex(({ key }) => key === 'order') + 1,
    },
    metadata: { name: priceListMetadataSheet, rows: metadataRows(list, columns) },
  })
}

type Column = { key: string; heading: string; width: number; hidden?: true }

function priceListColumns({ view: { warehouses }, hasBreaks }: PriceListSheet): Column[] {
  const column = (key: keyof typeof headings, width: number): Column => ({ key, heading: headings[key], width })
  return [
    column('code', 14),
    column('articul', 20),
    column('header', 66),
    column('brand', 16),
    column('category', 40),
    column('unit', 7),
    column('step', 11),
    column('barcode', 16),
    column('price', 12),
    column('rrc', 12),
    ...(hasBreaks ? [column('breaks', 36)] : []),
    ...warehouses.map(({ id, header }): Column => ({ key: `stock:${id}`, heading: stockHeading(header), width: 12 })),
    column('order', 11),
    column('picture', 24),
    { ...column('id', 10), hidden: true },
  ]
}

function metadataRows({ contract, at }: PriceListSheet, columns: readonly Column[]): Workbook['metadata']['rows'] {
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

async function* readCells({ chunks, ...list }: PriceListSheet): AsyncGenerator<Cell[][]> {
  for await (const rows of chunks) yield rows.map((row) => rowCells(row, list))
}

function rowCells(row: PriceListRow, { view, hasBreaks, origin }: Omit<PriceListSheet, 'chunks'>): Cell[] {
  return [
    { kind: 'code', text: row.code },
    { kind: 'code', text: row.articul },
    { kind: 'text', text: row.header },
    { kind: 'text', text: row.brand },
    { kind: 'text', text: row.category?.path ?? '' },
    { kind: 'text', text: row.unit },
    quantityCell(row.stepMilli),
    { kind: 'code', text: row.barcodes[0] ?? '' },
    shownMoneyCell(row.priceKopecks),
    shownMoneyCell(row.rrcKopecks),
    ...(hasBreaks ? [{ kind: 'text', text: breaksText(row) } as const] : []),
    ...row.stocksMilli.map((milli) => stockCell(milli, view.stockDisplay)),
    { kind: 'input', format: quantityFormat(multipleOf(row)) },
    { kind: 'text', text: row.picture ? origin + pictureAddress(row.picture) : '' },
    { kind: 'number', digits: String(row.id), format: 'whole' },
  ]
}

/** 'от 10 шт – 95,00; при заказе от 50 000,00 ₽ – 97,00' */
function breaksText({ breaks, unit }: PriceListRow): string {
  return breaks
    .map(({ by, least, priceKopecks }) => {
      const from = by === 'quantity' ? `от ${formatMilli(least)} ${unit}` : `при заказе от ${formatKopecks(least)} ₽`
      return `${from} – ${formatExactKopecks(priceKopecks)}`
    })
    .join('; ')
}

const shownMoneyCell = (kopecks: number | null): Cell =>
  kopecks === null ? { kind: 'text', text: '' } : moneyCell(kopecks)

/** Stock as the contract's display setting says: a quantity or a label. */
function stockCell(milli: number, display: StockDisplay): Cell {
  const label = stockLabel(milli, display)
  return label === null ? quantityCell(shownMilli(milli, display)) : { kind: 'text', text: label }
}
