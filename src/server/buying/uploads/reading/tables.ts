import type { UploadField } from '#shared/api/uploads.ts'
import { sizeIn } from '#shared/rules/size-text.ts'
import type { LineColumns, TableChoice } from '#server/platform/files/tables/extract.ts'
import { plainOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import { maxGoodsOfLine } from '#server/platform/files/tables/typed-lines.ts'
import { holdsKnownUnits, holdsRowNumbers, holdsUnits, holdsUnitTexts } from './content-columns.ts'
import { headingsOfTable, type Headings } from './header-rows.ts'
import { isUnderOtherTitle } from './titles.ts'
import { headingKey, isBrandHeading, isPrice, isTotal, isUnit, numbersRows, unitIn } from './headings.ts'

type Columns = Partial<Record<UploadField, number>>
type Place = { sample: SheetSample; headings: Headings | undefined; from: number }

const minSizes = 2

/** The lines of a row: one, one for each table side by side, or one for each size that heads a column. */
export function linesOf(place: Place, columns: Columns, quantities: readonly number[]): LineColumns[] {
  const sizes = sizeColumns(place, quantities)
  if (sizes.length > 0) return sizes.map(({ column, size }) => lineOf(place, columns, [column], size))
  const beside = sideBySide(place)
  if (beside.length > 1 && quantities.every((column) => beside.some(({ qnt }) => qnt === column))) {
    return beside.map((block) => lineOf(within(place, block), block, [block.qnt]))
  }
  return quantities.length === 0 ? [] : [lineOf(place, columns, [...quantities])]
}

/** Of lines that people have typed: goods with a quantity each, one after the other; undefined for a table. */
export function typedLinesOf({
  sample,
  columns,
  quantities,
}: {
  sample: SheetSample
  columns: Columns
  quantities: readonly number[]
}): LineColumns[] | undefined {
  if (sample.typed === undefined || columns.name !== 0 || quantities.join() !== '1') return undefined
  return Array.from({ length: maxGoodsOfLine + 1 }, (_, place) => ({
    name: 2 * place,
    quantities: [2 * place + 1],
    tails: [],
    size: '',
  }))
}

/** Whether sizes head columns of quantities, or tables stand side by side: then no one column is the quantity. */
export function hasManyLines(place: Place): boolean {
  return sizeColumns(place, []).length > 0 || sideBySide(place).length > 1
}

/**
 * Tables below the first one, with headings of their own and other columns; one without a quantity, or under a title of
 * stock, sales or returns, has no lines.
 */
export function tablesBelow({ sample, headings, from }: Place): TableChoice[] {
  let above = headings
  let isAboveOther = false
  return sample.captions.flatMap((caption, at): TableChoice[] => {
    const found = caption.row < from ? undefined : headingsOfTable(caption)
    const isOther = isUnderOtherTitle(sample, caption.row)
    if (!found || !above || (isSameLayout(found, above) && isOther === isAboveOther)) return []
    above = found
    isAboveOther = isOther
    const end = sample.captions.slice(at + 1).find((next) => headingsOfTable(next))?.row ?? Number.POSITIVE_INFINITY
    const place = {
      sample: { ...sample, body: sample.body.filter(({ row }) => row < end) },
      headings: found,
      from: caption.row + 1,
    }
    const { qnt, ...naming } = found.columns
    const isOrder = qnt !== undefined && namesGoods(naming) && countsOf(found) === 1 && !isOther
    const lines = isOrder ? linesOf(place, found.columns, [qnt]) : []
    return [{ headings: { first: found.first, last: found.last }, from: place.from, lines }]
  })
}

export function namesGoods({ articul, code, barcode, name }: Columns): boolean {
  return articul !== undefined || code !== undefined || barcode !== undefined || name !== undefined
}

function countsOf({ senses }: Headings): number {
  return senses.filter((sense) => typeof sense === 'object' && sense.field === 'qnt').length
}

function isSameLayout(one: Headings, other: Headings): boolean {
  return one.texts.every(
    (text, column) =>
      text === '' ||
      text.toLowerCase() === (other.texts[column] ?? '').toLowerCase() ||
      text.toLowerCase() === (other.lowest[column] ?? '').toLowerCase(),
  )
}

function lineOf(
  place: Place,
  { articul, code, barcode, name, size }: Columns,
  qnt: number[],
  sizeHeading = '',
): LineColumns {
  const tails = [...(size === undefined ? [] : [size]), ...otherTails(place.headings, size)].filter(
    (column) => ![articul, code, barcode, name, ...qnt].includes(column),
  )
  return {
    articul,
    code,
    barcode,
    name,
    tails,
    size: sizeHeading,
    unit: unitColumn(place, qnt[0]),
    counted: qnt.map((column) => unitIn(place.headings?.texts[column] ?? '')).find(Boolean) ?? '',
    price: priceColumn(place.headings),
    brand: brandColumn(place.headings),
    otherCodes: otherCodes(place.headings, [articul, code, barcode, name, ...tails, ...qnt]),
    quantities: qnt,
  }
}

/** Columns headed as articles or barcodes beside those that are read; 'Модель' may say anything. */
function otherCodes(headings: Headings | undefined, taken: readonly (number | undefined)[]): number[] {
  return (headings?.senses ?? []).flatMap((sense, column) => {
    const isCode = typeof sense === 'object' && ['articul', 'barcode'].includes(sense.field) && sense.weight >= 4
    return isCode && !taken.includes(column) ? [column] : []
  })
}

/** Size and colour may have columns of their own. */
function otherTails(headings: Headings | undefined, size: number | undefined): number[] {
  if (size === undefined) return []
  return (headings?.senses ?? []).flatMap((sense, column) =>
    column !== size && typeof sense === 'object' && sense.field === 'size' ? [column] : [],
  )
}

/** The column of what quantities are counted in, as it is headed, or merged with the quantities under one heading. */
function unitColumn({ headings, sample: { body }, from }: Place, qnt: number | undefined): number | undefined {
  if (qnt === undefined) return undefined
  const heading = headings?.texts[qnt] ?? ''
  const columns = (headings?.texts ?? []).flatMap((text, column) =>
    isUnit(text) || (text !== '' && text === heading && column !== qnt) ? [column] : [],
  )
  const width = Math.max(0, ...body.map(({ cells }) => cells.length))
  const unheaded = Array.from({ length: width }, (_, column) => column).filter(
    (column) => column !== qnt && headings?.senses[column] === undefined,
  )
  const headed = columns.filter((column) => isUnit(headings?.texts[column] ?? ''))
  return (
    columns.find((column) => holdsUnits({ body, from }, column, qnt)) ??
    headed.find((column) => holdsUnitTexts({ body, from }, column)) ??
    unheaded.find((column) => holdsKnownUnits({ body, from }, column))
  )
}

function brandColumn(headings: Headings | undefined): number | undefined {
  const columns = (headings?.texts ?? []).flatMap((text, column) => (isBrandHeading(text) ? [column] : []))
  return columns.length === 1 ? columns[0] : undefined
}

function priceColumn(headings: Headings | undefined): number | undefined {
  const columns = (headings?.texts ?? []).flatMap((text, column) => (isPrice(text) ? [column] : []))
  return columns.length === 1 ? columns[0] : undefined
}

/**
 * Columns of quantities that sizes head; none where another column is called the quantity or what it holds is not
 * numbers.
 */
function sizeColumns(
  { headings, sample: { body }, from }: Place,
  quantities: readonly number[],
): { column: number; size: string }[] {
  if (!headings || !namesGoods(headings.columns)) return []
  const sized = headings.lowest.flatMap((text, column) => {
    const size = sizeIn(text)
    return size === '' ? [] : [{ column, size }]
  })
  const isOther = quantities.some(
    (column) => !sized.some((each) => each.column === column) && !isTotal(headings.texts[column] ?? ''),
  )
  const isCalled = headings.senses.some(
    (sense, column) =>
      typeof sense === 'object' &&
      sense.field === 'qnt' &&
      sense.weight >= 4 &&
      !sized.some((each) => each.column === column) &&
      !isTotal(headings.texts[column] ?? ''),
  )
  if (sized.length < minSizes || isOther || isCalled || new Set(sized.map(({ size }) => size)).size < sized.length)
    return []
  const areNumbers = body.every(
    ({ row, cells }) => row < from || sized.every(({ column }) => !/^[^\d]*[а-яa-z]{4}/i.test(plainOf(cells[column]))),
  )
  return areNumbers ? sized : []
}

/**
 * Tables side by side: goods and a quantity, again and again in one row of headings. Two quantities of one table are no
 * second table: that names its goods by itself, and follows an empty column or has a heading again, if only '№'. Where
 * nothing stands between them, whose a column is must be plain: each names its goods once, beginning as the first does,
 * before its quantity or in the same order.
 */
function sideBySide({ headings, sample, from }: Place): SideTable[] {
  if (!headings) return []
  const boundaries = boundariesOf(headings, { body: sample.body, from })
  const starts = [0, ...boundaries.map(({ start }) => start)]
  const tables = starts.map((start, place) => blockOf(headings, start, starts[place + 1] ?? headings.texts.length))
  const [first, ...others] = tables
  if (!first || others.length === 0) return []
  const areApart = boundaries.every(({ isApart }) => isApart)
  const isEmpty = (column: number) => sample.body.every(({ row, cells }) => row < from || plainOf(cells[column]) === '')
  const isAgain = ({ columns, texts, start }: Block) =>
    (headings.texts[start] === '' && isEmpty(start)) ||
    numbersRows(texts[0] ?? '') ||
    holdsRowNumbers({ body: sample.body, from }, start) ||
    texts.some((text) => first.texts.includes(text)) ||
    sharesNaming(columns, first.columns)
  const isPlain =
    tables.every(({ naming }) => new Set(naming).size === naming.length) &&
    others.every(({ naming }) => naming[0] === first.naming[0]) &&
    (tables.every(isCountedLast) || others.every(({ naming }) => naming.join() === first.naming.join()))
  const isTable = ({ columns }: Block) => columns.qnt !== undefined && namesGoods(columns)
  if (
    !tables.every(isTable) ||
    !others.every(areApart ? isAgain : ({ columns }) => sharesNaming(columns, first.columns)) ||
    (!areApart && !isPlain)
  )
    return []
  return tables.flatMap(({ columns, start, end }) =>
    columns.qnt === undefined ? [] : [{ ...columns, qnt: columns.qnt, start, end }],
  )
}

type SideTable = Columns & { qnt: number; start: number; end: number }

/** The headings of one of the tables: the others' units and prices are none of its own. */
function within({ headings, ...place }: Place, { start, end }: Pick<SideTable, 'start' | 'end'>): Place {
  const isOwn = (column: number) => column >= start && column < end
  const texts = headings?.texts.map((text, column) => (isOwn(column) ? text : '')) ?? []
  const senses = headings?.texts.map((_, column) => (isOwn(column) ? headings.senses[column] : 'other')) ?? []
  return { ...place, headings: headings && { ...headings, texts, senses } }
}

function sharesNaming(one: Columns, other: Columns): boolean {
  return namingFields.some((field) => one[field] !== undefined && other[field] !== undefined)
}

function isCountedLast({ columns }: Block): boolean {
  return namingFields.every((field) => (columns[field] ?? -1) < (columns.qnt ?? 0))
}

const namingFields = ['articul', 'code', 'barcode', 'name'] as const
/** `naming`: fields that name goods as they follow each other, twice where a table has two of a kind. */
type Block = { start: number; end: number; columns: Columns; naming: UploadField[]; texts: string[] }

function blockOf(headings: Headings, start: number, end: number): Block {
  const columns: Columns = {}
  const naming: UploadField[] = []
  for (let column = start; column < end; column += 1) {
    const field = fieldAt(headings, column)
    if (field) columns[field] ??= column
    if (field && field !== 'qnt' && field !== 'size') naming.push(field)
  }
  return { start, end, columns, naming, texts: headings.texts.slice(start, end).map(headingKey).filter(Boolean) }
}

function fieldAt({ senses }: Headings, column: number): UploadField | undefined {
  const sense = senses[column]
  return typeof sense === 'object' && sense.weight >= (sense.field === 'qnt' ? 4 : 2) ? sense.field : undefined
}

/**
 * Where each next table begins: at an empty column or a number of rows between two quantities, else where goods are
 * named again.
 */
function boundariesOf(
  headings: Headings,
  rows: Pick<SheetSample, 'body'> & { from: number },
): { start: number; isApart: boolean }[] {
  const quantities = headings.texts.flatMap((_, column) => (fieldAt(headings, column) === 'qnt' ? [column] : []))
  let start = 0
  return quantities.slice(1).map((next, place) => {
    const last = quantities[place] ?? 0
    const between = Array.from({ length: next - last - 1 }, (_, at) => last + 1 + at)
    const isSeparator = (column: number) => {
      const text = headings.texts[column] ?? ''
      return text === '' || numbersRows(text) || (!headings.senses[column] && holdsRowNumbers(rows, column))
    }
    const separator = between.find(isSeparator)
    start = separator ?? firstOfNext(headings, { start, last, between, next })
    return { start, isApart: separator !== undefined }
  })
}

function firstOfNext(
  headings: Headings,
  { start, last, between, next }: { start: number; last: number; between: number[]; next: number },
): number {
  if (namesGoods(blockOf(headings, start, last).columns)) return last + 1
  const seen = new Set<UploadField>()
  for (const column of between) {
    const field = fieldAt(headings, column)
    if (field && seen.has(field)) return column
    if (field) seen.add(field)
  }
  return next
}
