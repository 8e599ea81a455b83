import { parseQuantityText, sumQuantityTexts, type QuantityText } from '#shared/rules/quantity-text.ts'
import { sizeIn } from '#shared/rules/size-text.ts'
import { findQuotedRows } from './quoted-mail.ts'
import { isCancelRemark } from './cancel-remarks.ts'
import { plainText, shownText, type Cell, type Sheet } from './sheet.ts'

/** How to read the rows of a sheet. Indexes from 0. */
export type ExtractChoice = {
  tables: TableChoice[]
  /** Whether hidden rows with a quantity are ordered. */ hidden: 'skip' | 'order'
}

/** A table: its heading rows, and its goods from `from` to the next table or the end of the sheet. */
export type TableChoice = {
  headings: { first: number; last: number } | undefined
  from: number
  /** Several per row for tables side by side, and for sizes as columns. */
  lines: LineColumns[]
  /** Columns of goods without headings beside the table, which are only reported. */
  unreadColumns?: readonly number[]
}

export type LineColumns = {
  articul?: number | undefined
  code?: number | undefined
  barcode?: number | undefined
  name?: number | undefined
  /** Columns that complete the name: size, colour, 1C's characteristic. */
  attributes: number[]
  /** The size in the heading of the quantity column, or ''. */
  size: string
  /** Columns of the unit and of the price. */
  unit?: number | undefined
  /** The unit in the heading of the quantity column. */ headingUnit?: string
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
 * A line with a quantity: its row from 1, and its texts. `quantity` is for parsing (dates as 'yyyy-mm-dd'), `shown` is
 * the displayed text.
 */
export type ExtractedRow = {
  row: number
  articul: string
  code: string
  barcode: string
  name: string
  size: string
  unit: string
  headingUnit: string
  price: string
  brand: string
  otherCodes: string[]
  notes: string
  /** Why the row may not be ordered: a remark such as 'НЕ НАДО', or a quotation; otherwise ''. */
  cancelRemark: string
  quantity: string
  shown: string
  /** Texts of the summed quantities, one per column; empty for a single column. */
  parts: string[]
  /**
   * Number of the block of rows within its table: the one below the headings is 0; a blank row, a title or a total
   * begins the next. Typed lines are one block.
   */
  block: number
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
   * Non-empty rows that are neither answered nor goods without a quantity; of typed text also lines without a quantity;
   * also goods in unread columns.
   */
  leftOut: { row: number; text: string; why: LeftOut | 'withoutQuantity' }[]
}

/** Taller merged cells are layout, not the name of goods. */
const maxMergedRows = 200
const maxLeftOut = 200
const maxRemarkLength = 60
const maxNotesLength = 200
export const quotationRemark = 'цитата из письма'
const maxLeftOutLength = 120
/**
 * 'Total' is also a brand: the English word must be alone, or be followed by a number or another word of totals.
 * Spreadsheet programs write 'Перчатки Итог' below a group.
 */
const totalPattern = new RegExp(
  '^(?:(?:итого|итог|всего|подытог|(?:общий|промежуточный) итог|сумма по|по групп[еа]м?)(?![a-zа-яё])|' +
    String.raw`(?:sub|grand )?total(?:\s*[:=].*|\s+[\d.,\s]+|` +
    String.raw`\s*\(?(?:qty|quantity|amount|sum|price|pcs|units|items|order|weight|шт|руб|usd|rub|eur).*)?$|` +
    String.raw`общ(?:ее|ая) (?:кол|сумм|стоим))|[\s,;:(–—-](?:итого?|всего)\)?\s*[:.]?$`,
  'i',
)

/**
 * Extracts all lines with a quantity, up to `max`. Classifies every row of the sheet: sums of rows above, signatures
 * below a table, and repeated headings are not goods.
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
  return { rows: markQuotedRows(sheet, tables, rows), counts: tally.counts, leftOut: tally.leftOut }
}

/**
 * Marks rows quoted from an earlier e-mail, unless the e-mail consists of them and confirms them: the user decides
 * whether they are ordered.
 */
function markQuotedRows(sheet: Sheet, tables: readonly TableChoice[], rows: ExtractedRow[]): ExtractedRow[] {
  const { isQuoted, isConfirmed } = findQuotedRows(sheet)
  // '>900;12': articles do not begin with this.
  const startsWithQuoteSign = ({ articul, code, barcode, name }: ExtractedRow) =>
    [articul, code, barcode, name].some((text) => /^\s*>/.test(text))
  const isQuotedRow = (row: ExtractedRow) => isQuoted(row.row - 1) || startsWithQuoteSign(row)
  const isHeading = (index: number) =>
    tables.some(({ headings }) => headings !== undefined && index >= headings.first && index <= headings.last)
  if (
    !rows.some(isQuotedRow) ||
    (rows.every(isQuotedRow) && (rows.some(startsWithQuoteSign) || isConfirmed(isHeading)))
  )
    return rows
  return rows.map((row) => (isQuotedRow(row) ? { ...row, cancelRemark: row.cancelRemark || quotationRemark } : row))
}

type Tally = ReturnType<typeof createTally>

function createTally(sheet: Sheet) {
  const counts = { ...noRowCounts }
  const leftOut: Extracted['leftOut'] = []
  return {
    counts,
    leftOut,
    addUnreadCells(index: number, columns: readonly number[]): void {
      const cells = sheet.row(index)
      const text = columns
        .map((column) => shownText(cells[column]))
        .filter(Boolean)
        .join(' · ')
      if (text !== '' && leftOut.length < maxLeftOut)
        leftOut.push({ row: index + 1, text: text.slice(0, maxLeftOutLength), why: 'other' })
    },
    /** Empty rows count as blank, whatever `kind` is. */
    count(index: number, kind: keyof RowCounts): void {
      const text = sheet.row(index).map(shownText).filter(Boolean).join(' · ')
      const counted = text === '' ? 'blank' : kind
      counts[counted] += 1
      if (counted === 'answered' || counted === 'blank' || (counted === 'withoutQuantity' && !sheet.typed)) return
      if (leftOut.length < maxLeftOut)
        leftOut.push({ row: index + 1, text: text.slice(0, maxLeftOutLength), why: counted })
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
  // Lines without digits below a total are goods only if more goods follow.
  const pending: { index: number; lines: ExtractedRow[] }[] = []
  let isBelowTotal = false
  const blockAt = createBlockCounter(sheet)
  const addLines = (index: number, lines: ExtractedRow[]) => {
    const kind =
      hidden === 'skip' && sheet.isHidden(index)
        ? 'hidden'
        : rows.length + lines.length > max
          ? 'truncated'
          : 'answered'
    if (kind === 'answered') rows.push(...lines)
    tally.count(index, kind)
  }
  for (let index = table.from; index < end; index += 1) {
    const { kind, lines } = reader.read(index)
    if (kind === 'goods' || kind === 'withoutQuantity') tally.addUnreadCells(index, table.unreadColumns ?? [])
    isBelowTotal ||= kind === 'totals' && rows.length > 0
    const block = blockAt(index, kind)
    const placed = lines.map((line) => ({ ...line, block }))
    if (kind !== 'goods') tally.count(index, kind)
    else if (isBelowTotal && lines.every(hasNoDigits)) pending.push({ index, lines: placed })
    else {
      for (const each of pending.splice(0)) addLines(each.index, each.lines)
      addLines(index, placed)
    }
  }
  for (const { index } of pending) tally.count(index, 'other')
}

/** Numbers the blocks of a table row by row from the top. */
function createBlockCounter(sheet: Sheet) {
  let [block, isOpen] = [-1, false]
  return (index: number, kind: string): number => {
    if (kind === 'goods') {
      if (!isOpen && !(sheet.typed && block === 0)) block += 1
      isOpen = true
    } else {
      const texts = Array.from(sheet.row(index), shownText).filter(Boolean)
      const isTitle = texts.length <= 1 && texts.every((text) => !/\d/.test(text))
      if (isTitle || kind === 'totals') isOpen = false
    }
    return block
  }
}

/** Reads row by row from the top: whether a row is a total depends on the rows before. */
function createLineReader(sheet: Sheet, { headings, lines: choices, from }: TableChoice) {
  // Without headings a bare number is not a size.
  const sizeOf = headings
    ? sizeIn
    : (name: string) => (/разм|р-р|^\d+(?:[-–/]\d+)?\s*р\.?$/i.test(name) ? sizeIn(name) : '')
  const readers = choices.map((columns) => ({
    columns,
    texts: createMergedCellLookup(sheet, [columns.articul, columns.code, columns.barcode, columns.name]),
    isSum: createSumCheck(),
    mergeModel: headings || sheet.typed ? createModelMerger(sizeOf) : (line: ExtractedRow) => line,
  }))
  const isHeading = createRepeatedHeadingCheck(sheet, choices, headings?.last ?? from - 1)
  return {
    read(index: number): {
      kind: 'goods' | 'headings' | 'totals' | 'withoutQuantity' | 'other'
      lines: ExtractedRow[]
    } {
      const cells = sheet.row(index)
      if (isHeading(cells)) return { kind: 'headings', lines: [] }
      const isTotal = cells.some((cell) => totalPattern.test(shownText(cell)))
      let isSum = false
      const lines: ExtractedRow[] = []
      let isNamed = false
      for (const { columns, texts, isSum: isSumRow, mergeModel } of readers) {
        const found = lineOf({ cells, columns, textAt: (column) => texts(index, column, cells), row: index + 1 })
        isNamed ||= !isUnnamed(found)
        const quantity = parseQuantityText(found.quantity)
        const line = mergeModel(found, { isOrdered: quantity !== 'empty', isTotal })
        if (quantity === 'empty') continue
        const isDescribed = line.unit !== '' || columns.attributes.some((column) => shownText(cells[column]) !== '')
        if (isSumRow(line, quantity, { isDescribed })) isSum = true
        else if (!isTotalRow(line, isTotal) && !(quantity === 'unclear' && isUnnamed(line)))
          lines.push({ ...line, cancelRemark: cancellingRemark(cells) })
      }
      if (lines.length > 0) return { kind: 'goods', lines }
      if (isSum || isTotal) return { kind: 'totals', lines }
      return { kind: isNamed ? 'withoutQuantity' : 'other', lines }
    },
  }
}

/**
 * 'Футболка' without a quantity, followed by 'M' and 'XL' with a quantity each: a name that is only a size belongs to
 * the last row above that has a name and no quantity.
 */
function createModelMerger(
  sizeOf: (name: string) => string,
): (line: ExtractedRow, context: { isOrdered: boolean; isTotal: boolean }) => ExtractedRow {
  let model: ExtractedRow | undefined
  return (line, { isOrdered, isTotal }) => {
    const size = sizeOf(line.name)
    if (size === '') {
      if (line.name !== '' || isTotal) model = isOrdered || isTotal ? undefined : line
      return line
    }
    if (!isOrdered || !model) return line
    const { articul, code, name, brand } = model
    const hasOwnCode = line.articul !== '' || line.code !== '' || line.barcode !== ''
    const codes = hasOwnCode ? {} : { articul, code }
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
  const size = [...columns.attributes.map((column) => shownText(cells[column])), columns.size]
    .filter(Boolean)
    .join(', ')
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
    headingUnit: columns.headingUnit ?? '',
    price: columns.price === undefined ? '' : plainText(cells[columns.price]),
    brand: columns.brand === undefined ? '' : shownText(cells[columns.brand]),
    otherCodes: (columns.otherCodes ?? []).map((column) => at(column, codeText)).filter(Boolean),
    notes: (columns.notes ?? [])
      .map((column) => shownText(cells[column]))
      .filter(Boolean)
      .join(', ')
      .slice(0, maxNotesLength),
    cancelRemark: '',
    quantity: sumQuantityTexts(quantities),
    shown: shown.join(' + '),
    parts: columns.quantities.length > 1 ? quantities : [],
    block: 0,
  }
}

function cancellingRemark(cells: readonly (Cell | undefined)[]): string {
  return Array.from(cells, shownText).find((text) => text.length <= maxRemarkLength && isCancelRemark(text)) ?? ''
}

/** Returns a check whether a row repeats the headings of the table. */
function createRepeatedHeadingCheck(
  sheet: Sheet,
  choices: readonly LineColumns[],
  last: number,
): (cells: readonly (Cell | undefined)[]) => boolean {
  const quantityColumns = choices.flatMap(({ quantities }) => quantities)
  const namingColumns = choices
    .flatMap(({ articul, code, barcode, name }) => [articul, code, barcode, name])
    .filter((column) => column !== undefined)
  const headings = [last, last - 1].filter((index) => index >= 0).map((index) => sheet.row(index))
  const textAt = (cells: readonly (Cell | undefined)[], column: number) => shownText(cells[column]).toLowerCase()
  return (cells) =>
    headings.some((above) => {
      // A heading that is a number (a size) could equal a quantity.
      const isSame = (column: number) =>
        /^\D/.test(textAt(above, column)) && textAt(above, column) === textAt(cells, column)
      if (quantityColumns.some(isSame)) return true
      // A row with digits in a quantity column is not a heading: they may be a date.
      return namingColumns.some(isSame) && quantityColumns.every((column) => !/\d/.test(plainText(cells[column])))
    })
}

/**
 * Returns a check whether a quantity without a name is the sum of those above: of all, or since the last such sum. A
 * row with a unit or a size is not a sum: its name is in a row above.
 */
function createSumCheck(): (row: ExtractedRow, quantity: QuantityText, context: { isDescribed: boolean }) => boolean {
  const running = { all: 0, last: 0, rows: 0 }
  return (row, quantity, { isDescribed }) => {
    if (typeof quantity === 'string') return false
    const { milli } = quantity
    if (isUnnamed(row) && !isDescribed && running.rows > 1 && (milli === running.all || milli === running.last)) {
      running.last = 0
      return true
    }
    running.all += milli
    running.last += milli
    running.rows += 1
    return false
  }
}

/** Without digits a line below a total is a signature, not a good. */
function hasNoDigits({ articul, code, barcode, quantity }: ExtractedRow): boolean {
  return !/\d/.test(articul + code + barcode + quantity)
}

/**
 * Text of a code. Of a code stored as a number the displayed digits count (with leading zeros), but not added decimals.
 */
function codeText(cell: Cell | undefined): string {
  const [shown, plain] = [shownText(cell), plainText(cell)]
  if (shown === plain) return shown
  return shown.replace(/\D/g, '').replace(/^0+/, '') === plain.replace(/\D/g, '').replace(/^0+/, '') ? shown : plain
}

function isUnnamed({ articul, code, barcode, name }: ExtractedRow): boolean {
  return articul === '' && code === '' && barcode === '' && name === ''
}

/** 'Итого: 120' has a quantity but orders nothing. */
function isTotalRow({ articul, code, barcode, name }: ExtractedRow, isTotal: boolean): boolean {
  if ([articul, code, barcode].some((text) => text !== '' && !totalPattern.test(text))) return false
  return name === '' ? isTotal : totalPattern.test(name)
}

/** Returns a lookup of cells: a cell merged over several rows belongs to each of them. */
function createMergedCellLookup(sheet: Sheet, columns: readonly (number | undefined)[]) {
  const topRows = new Map<string, number>()
  for (const { top, bottom, left, right } of sheet.merges) {
    if (bottom <= top || bottom - top > maxMergedRows) continue
    for (const column of columns) {
      if (column === undefined || column < left || column > right) continue
      for (let row = top + 1; row <= bottom; row += 1) topRows.set(`${row}:${column}`, top)
    }
  }
  return (row: number, column: number, cells: readonly (Cell | undefined)[]): Cell | undefined => {
    const top = topRows.size === 0 ? undefined : topRows.get(`${row}:${column}`)
    return top === undefined ? cells[column] : (sheet.row(top)[column] ?? cells[column])
  }
}
