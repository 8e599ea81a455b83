import { parseQuantityText, sumQuantityTexts, type QuantityText } from '#shared/rules/quantity-text.ts'
import { sizeIn } from '#shared/rules/size-text.ts'
import { quotationIn } from './quoted-letters.ts'
import { isCancelling } from './remarks.ts'
import { plainText, shownText, type Cell, type Sheet } from './sheet.ts'

/** How the rows of a sheet are to be read. Indexes from 0. */
export type ExtractChoice = {
  tables: TableChoice[]
  /** Whether hidden rows with a quantity count. */ hidden: 'skip' | 'order'
}

/** A table: the rows of its headings, and its goods from `from` up to the next table or the end of the sheet. */
export type TableChoice = {
  headings: { first: number; last: number } | undefined
  from: number
  /** Tables side by side, and sizes as columns, give several lines a row. */
  lines: LineColumns[]
  /** Columns of goods beside the table without headings: they are reported, not read. */
  beside?: readonly number[]
}

export type LineColumns = {
  articul?: number | undefined
  code?: number | undefined
  barcode?: number | undefined
  name?: number | undefined
  /** What goes on with the name: size, colour, 1C's characteristic. */
  tails: number[]
  /** The size that a column of quantities is headed with; '' where it is not. */
  size: string
  /** What the quantity is counted in, and what one costs. */
  unit?: number | undefined
  /** What the heading of the quantity says that it counts. */ counted?: string
  price?: number | undefined
  brand?: number | undefined
  /** Further columns of articles and barcodes: 'Артикул старый' and 'Артикул новый'. */
  otherCodes?: number[]
  /** Columns of notes. */
  notes?: number[]
  /** Several are summed. */
  quantities: number[]
}

/**
 * A line of goods with a quantity: its row as a spreadsheet counts, from 1, and its texts. `quantity` is for reading
 * (dates as 'yyyy-mm-dd'), `shown` as it stands in the sheet.
 */
export type ExtractedRow = {
  row: number
  articul: string
  code: string
  barcode: string
  name: string
  size: string
  unit: string
  counted: string
  price: string
  brand: string
  otherCodes: string[]
  notes: string
  /** What speaks against the row: a remark, 'НЕ НАДО', or that it is quoted; '' where there is nothing. */
  cancelled: string
  quantity: string
  shown: string
  /** The texts of the quantities that are summed, one for each column; none where there is nothing to sum. */
  parts: string[]
}

export type LeftOut = 'headings' | 'totals' | 'hidden' | 'truncated' | 'other'
export type RowCounts = Record<LeftOut | 'answered' | 'blank' | 'withoutQuantity', number>

export const noRowCounts: Readonly<RowCounts> = {
  answered: 0,
  blank: 0,
  headings: 0,
  totals: 0,
  withoutQuantity: 0,
  hidden: 0,
  truncated: 0,
  other: 0,
}

export type Extracted = {
  rows: ExtractedRow[]
  /** Every row of the sheet once. */
  counts: RowCounts
  /**
   * Non-empty rows that are neither answered nor goods without a quantity. Of a typed message also lines without a
   * quantity; of any row goods beside the table that nothing heads.
   */
  leftOut: { row: number; text: string; why: LeftOut | 'withoutQuantity' }[]
}

/** Cells that a merge reaches downwards; more rows than this are a layout, not a good's name. */
const maxMergedRows = 200
const maxLeftOut = 200
const maxRemark = 60
const maxNotes = 200
export const quotation = 'цитата из письма'
const maxLeftOutCharacters = 120
/**
 * 'Total' is a brand, too: a total in English stands alone, or before a number or another word of totals. Spreadsheet
 * programs write 'Перчатки Итог' below a group.
 */
const total =
  /^(?:(?:итого|итог|всего|подытог|(?:общий|промежуточный) итог|сумма по|по групп[еа]м?)(?![a-zа-яё])|(?:sub|grand )?total(?:\s*[:=].*|\s+[\d.,\s]+|\s*\(?(?:qty|quantity|amount|sum|price|pcs|units|items|order|weight|шт|руб|usd|rub|eur).*)?$|общ(?:ее|ая) (?:кол|сумм|стоим))|[\s,;:(–—-](?:итого?|всего)\)?\s*[:.]?$/i

/**
 * All lines with a quantity, up to `max`. Every row of the sheet gets one kind: sums of rows above, signatures below a
 * table, and repeated headings are separated from goods.
 */
export function extractRows(sheet: Sheet, { tables, hidden }: ExtractChoice, max: number): Extracted {
  const tally = createTally(sheet)
  const rows: ExtractedRow[] = []
  const [first] = tables
  const firstRow = Math.min(first?.from ?? sheet.rowCount, sheet.rowCount)
  for (let index = 0; index < firstRow; index += 1) tally.count(index, first ? 'headings' : 'other')
  for (const [at, table] of tables.entries()) {
    const next = tables[at + 1]
    const end = Math.min(next?.headings?.first ?? next?.from ?? sheet.rowCount, sheet.rowCount)
    readTable(sheet, { table, end, hidden, max, rows, tally })
    for (let index = end; index < Math.min(next?.from ?? end, sheet.rowCount); index += 1)
      tally.count(index, 'headings')
  }
  tally.counts.truncated += sheet.totalRows - sheet.rowCount
  return { rows: withQuotations(sheet, tables, rows), counts: tally.counts, leftOut: tally.leftOut }
}

/**
 * Below an order of its own, or below words that leave it open, a letter quotes an earlier one: a person says whether
 * that is ordered.
 */
function withQuotations(sheet: Sheet, tables: readonly TableChoice[], rows: ExtractedRow[]): ExtractedRow[] {
  const { isQuoted, isOrdered } = quotationIn(sheet)
  // '>900;12': no article begins so.
  const isSigned = ({ articul, code, barcode, name }: ExtractedRow) =>
    [articul, code, barcode, name].some((text) => /^\s*>/.test(text))
  const isOfLetter = (row: ExtractedRow) => isQuoted(row.row - 1) || isSigned(row)
  const isHeading = (place: number) =>
    tables.some(({ headings }) => headings !== undefined && place >= headings.first && place <= headings.last)
  if (!rows.some(isOfLetter) || (rows.every(isOfLetter) && (rows.some(isSigned) || isOrdered(isHeading)))) return rows
  return rows.map((row) => (isOfLetter(row) ? { ...row, cancelled: row.cancelled || quotation } : row))
}

type Tally = ReturnType<typeof createTally>

function createTally(sheet: Sheet) {
  const counts = { ...noRowCounts }
  const leftOut: Extracted['leftOut'] = []
  return {
    counts,
    leftOut,
    addBeside(place: number, columns: readonly number[]): void {
      const cells = sheet.row(place)
      const text = columns
        .map((column) => shownText(cells[column]))
        .filter(Boolean)
        .join(' · ')
      if (text !== '' && leftOut.length < maxLeftOut)
        leftOut.push({ row: place + 1, text: text.slice(0, maxLeftOutCharacters), why: 'other' })
    },
    /** An empty row is blank first of all. */
    count(place: number, kind: keyof RowCounts): void {
      const text = sheet.row(place).map(shownText).filter(Boolean).join(' · ')
      const counted = text === '' ? 'blank' : kind
      counts[counted] += 1
      if (counted === 'answered' || counted === 'blank' || (counted === 'withoutQuantity' && !sheet.typed)) return
      if (leftOut.length < maxLeftOut)
        leftOut.push({ row: place + 1, text: text.slice(0, maxLeftOutCharacters), why: counted })
    },
  }
}

type Table = {
  table: TableChoice
  end: number
  hidden: ExtractChoice['hidden']
  max: number
  rows: ExtractedRow[]
  tally: Tally
}

function readTable(sheet: Sheet, { table, end, hidden, max, rows, tally }: Table): void {
  const reader = createLineReader(sheet, table)
  // Below a total they are goods only if more goods follow.
  const doubtful: { place: number; lines: ExtractedRow[] }[] = []
  let isBelowTotal = false
  const take = (place: number, lines: ExtractedRow[]) => {
    const kind =
      hidden === 'skip' && sheet.isHidden(place)
        ? 'hidden'
        : rows.length + lines.length > max
          ? 'truncated'
          : 'answered'
    if (kind === 'answered') rows.push(...lines)
    tally.count(place, kind)
  }
  for (let index = table.from; index < end; index += 1) {
    const { kind, lines } = reader.read(index)
    if (kind === 'goods' || kind === 'withoutQuantity') tally.addBeside(index, table.beside ?? [])
    isBelowTotal ||= kind === 'totals' && rows.length > 0
    if (kind !== 'goods') tally.count(index, kind)
    else if (isBelowTotal && lines.every(isWordsAlone)) doubtful.push({ place: index, lines })
    else {
      for (const each of doubtful.splice(0)) take(each.place, each.lines)
      take(index, lines)
    }
  }
  for (const { place } of doubtful) tally.count(place, 'other')
}

/** Reads row by row, from above: what is a total depends on the rows before. */
function createLineReader(sheet: Sheet, { headings, lines: choices, from }: TableChoice) {
  // In a message a bare number is a number.
  const sizeOf = headings
    ? sizeIn
    : (name: string) => (/разм|р-р|^\d+(?:[-–/]\d+)?\s*р\.?$/i.test(name) ? sizeIn(name) : '')
  const readers = choices.map((columns) => ({
    columns,
    texts: textsBelowMerges(sheet, [columns.articul, columns.code, columns.barcode, columns.name]),
    isSum: createSumCheck(),
    addModel: headings || sheet.typed ? createModels(sizeOf) : (line: ExtractedRow) => line,
  }))
  const isHeading = repeatsHeadings(sheet, choices, headings?.last ?? from - 1)
  return {
    read(place: number): {
      kind: 'goods' | 'headings' | 'totals' | 'withoutQuantity' | 'other'
      lines: ExtractedRow[]
    } {
      const cells = sheet.row(place)
      if (isHeading(cells)) return { kind: 'headings', lines: [] }
      const isTotal = cells.some((cell) => total.test(shownText(cell)))
      let isSum = false
      const lines: ExtractedRow[] = []
      let isNamed = false
      for (const { columns, texts, isSum: sums, addModel } of readers) {
        const found = lineOf({ cells, columns, textAt: (column) => texts(place, column, cells), row: place + 1 })
        isNamed ||= !isNameless(found)
        const quantity = parseQuantityText(found.quantity)
        const line = addModel(found, { isOrdered: quantity !== 'empty', isTotal })
        if (quantity === 'empty') continue
        const isDescribed = line.unit !== '' || columns.tails.some((column) => shownText(cells[column]) !== '')
        if (sums(line, quantity, { isDescribed })) isSum = true
        else if (!isNoGood(line, isTotal) && !(quantity === 'unclear' && isNameless(line)))
          lines.push({ ...line, cancelled: cancellingRemark(cells) })
      }
      if (lines.length > 0) return { kind: 'goods', lines }
      if (isSum || isTotal) return { kind: 'totals', lines }
      return { kind: isNamed ? 'withoutQuantity' : 'other', lines }
    },
  }
}

/**
 * 'Футболка' without a quantity, and below it 'M' and 'XL' with one each: a name that is a size alone belongs to the
 * last row above that has a name and no quantity.
 */
function createModels(
  sizeOf: (name: string) => string,
): (line: ExtractedRow, about: { isOrdered: boolean; isTotal: boolean }) => ExtractedRow {
  let model: ExtractedRow | undefined
  return (line, { isOrdered, isTotal }) => {
    const size = sizeOf(line.name)
    if (size === '') {
      if (line.name !== '' || isTotal) model = isOrdered || isTotal ? undefined : line
      return line
    }
    if (!isOrdered || !model) return line
    const { articul, code, name, brand } = model
    const own = line.articul !== '' || line.code !== '' || line.barcode !== ''
    const codes = own ? {} : { articul, code }
    return { ...line, ...codes, name, brand: line.brand || brand, size: [size, line.size].filter(Boolean).join(', ') }
  }
}

type LineAt = {
  cells: readonly (Cell | undefined)[]
  columns: LineColumns
  textAt: (column: number) => Cell | undefined
  row: number
}

function lineOf({ cells, columns, textAt, row }: LineAt): ExtractedRow {
  const at = (column: number | undefined, textOf: (cell: Cell | undefined) => string) =>
    column === undefined ? '' : textOf(textAt(column))
  const size = [...columns.tails.map((column) => shownText(cells[column])), columns.size].filter(Boolean).join(', ')
  const quantities = columns.quantities.map((column) => plainText(cells[column]))
  const shown = columns.quantities.map((column) => shownText(cells[column])).filter(Boolean)
  return {
    row,
    articul: at(columns.articul, codeText),
    code: at(columns.code, codeText),
    barcode: at(columns.barcode, codeText),
    name: at(columns.name, shownText),
    size,
    unit: columns.unit === undefined ? '' : shownText(cells[columns.unit]),
    counted: columns.counted ?? '',
    price: columns.price === undefined ? '' : plainText(cells[columns.price]),
    brand: columns.brand === undefined ? '' : shownText(cells[columns.brand]),
    otherCodes: (columns.otherCodes ?? []).map((column) => at(column, codeText)).filter(Boolean),
    notes: (columns.notes ?? [])
      .map((column) => shownText(cells[column]))
      .filter(Boolean)
      .join(', ')
      .slice(0, maxNotes),
    cancelled: '',
    quantity: sumQuantityTexts(quantities),
    shown: shown.join(' + '),
    parts: columns.quantities.length > 1 ? quantities : [],
  }
}

function cancellingRemark(cells: readonly (Cell | undefined)[]): string {
  return Array.from(cells, shownText).find((text) => text.length <= maxRemark && isCancelling(text)) ?? ''
}

/** Whether a row repeats the headings of the table. */
function repeatsHeadings(
  sheet: Sheet,
  choices: readonly LineColumns[],
  last: number,
): (cells: readonly (Cell | undefined)[]) => boolean {
  const counting = choices.flatMap(({ quantities }) => quantities)
  const naming = choices
    .flatMap(({ articul, code, barcode, name }) => [articul, code, barcode, name])
    .filter((column) => column !== undefined)
  const headings = [last, last - 1].filter((place) => place >= 0).map((place) => sheet.row(place))
  const textAt = (cells: readonly (Cell | undefined)[], column: number) => shownText(cells[column]).toLowerCase()
  return (cells) =>
    headings.some((above) => {
      // A size heads its column by a number, which may be a quantity as well.
      const isSame = (column: number) =>
        /^\D/.test(textAt(above, column)) && textAt(above, column) === textAt(cells, column)
      if (counting.some(isSame)) return true
      // A date is no quantity, but no heading either.
      return naming.some(isSame) && counting.every((column) => !/\d/.test(plainText(cells[column])))
    })
}

/**
 * Whether a quantity without a good is the sum of those above it: of all, or since the last such sum. A row with a unit
 * or a size of its own is none: its name stands above it.
 */
function createSumCheck(): (row: ExtractedRow, quantity: QuantityText, about: { isDescribed: boolean }) => boolean {
  const since = { all: 0, last: 0, rows: 0 }
  return (row, quantity, { isDescribed }) => {
    if (typeof quantity === 'string') return false
    const { milli } = quantity
    if (isNameless(row) && !isDescribed && since.rows > 1 && (milli === since.all || milli === since.last)) {
      since.last = 0
      return true
    }
    since.all += milli
    since.last += milli
    since.rows += 1
    return false
  }
}

/** A director's name, not a good. */
function isWordsAlone({ articul, code, barcode, quantity }: ExtractedRow): boolean {
  return !/\d/.test(articul + code + barcode + quantity)
}

/**
 * Digits of a code that a sheet holds as a number: with the zeros that are shown before them, without added decimals.
 */
function codeText(cell: Cell | undefined): string {
  const [shown, plain] = [shownText(cell), plainText(cell)]
  if (shown === plain) return shown
  return shown.replace(/\D/g, '').replace(/^0+/, '') === plain.replace(/\D/g, '').replace(/^0+/, '') ? shown : plain
}

function isNameless({ articul, code, barcode, name }: ExtractedRow): boolean {
  return articul === '' && code === '' && barcode === '' && name === ''
}

/** 'Итого: 120' has a quantity, but asks for nothing. */
function isNoGood({ articul, code, barcode, name }: ExtractedRow, isTotal: boolean): boolean {
  if ([articul, code, barcode].some((text) => text !== '' && !total.test(text))) return false
  return name === '' ? isTotal : total.test(name)
}

/** A text merged over several rows belongs to each of them. */
function textsBelowMerges(sheet: Sheet, columns: readonly (number | undefined)[]) {
  const tops = new Map<string, number>()
  for (const { top, bottom, left, right } of sheet.merges) {
    if (bottom <= top || bottom - top > maxMergedRows) continue
    for (const column of columns) {
      if (column === undefined || column < left || column > right) continue
      for (let row = top + 1; row <= bottom; row += 1) tops.set(`${row}:${column}`, top)
    }
  }
  return (row: number, column: number, cells: readonly (Cell | undefined)[]): Cell | undefined => {
    const top = tops.size === 0 ? undefined : tops.get(`${row}:${column}`)
    return top === undefined ? cells[column] : (sheet.row(top)[column] ?? cells[column])
  }
}
