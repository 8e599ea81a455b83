import { uploadFields, type ColumnChoice, type UploadField } from '#shared/api/uploads.ts'
import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import type { ExtractChoice } from '#server/files/tables/extract.ts'
import { plainOf, shownOf, type SheetSample } from '#server/files/tables/sample.ts'
import { columnsByCatalogue, holdsUnits, holdsWords, quantityColumn, totalsColumn, type Recognise } from './content-columns.ts'
import { findHeadings, headingsAt, numbersColumns, unknownHeadings, type Headings } from './header-rows.ts'
import { headingKey, isCharacteristic, isTotal, isUnit, senseOf } from './headings.ts'

export type Columns = Partial<Record<UploadField, number>>

/** Columns that a contragent has confirmed for an earlier file: by field its place and heading. */
export type RememberedColumns = Partial<Record<UploadField, { index: number; heading: string } | null>>

export type Choice = { sheet?: number | undefined; /** From 1; 0: none. */ headerRow?: number | undefined; columns?: ColumnChoice | null | undefined }

/** How a sheet will be read: rows from 0. */
export type Reading = { sample: SheetSample; headings: Headings | undefined; columns: Columns; from: number; remembered: boolean }

/** So far below the first row of headings their columns may be numbered. */
const deepestHeadings = 3

/** `ordered`: indexes of all sheets that hold goods with quantities. */
export type Decision = Reading & { ordered: readonly number[] }

type Known = { choice: Choice; remembered: readonly RememberedColumns[]; recognise: Recognise }

/**
 * Which sheet is read, where its goods begin, and which column is what. A person's choice rules, then what the
 * contragent has confirmed for a file with the same headings, then the headings, then what stands in the columns.
 * Undefined: there is no such sheet.
 */
export function decideReading(samples: readonly SheetSample[], known: Known): Decision | undefined {
  const { sheet } = known.choice
  const readings = samples.map((sample) => readSheet(sample, sheet === undefined || sheet === sample.index ? known : { ...known, choice: {} }))
  const wanted = readings.filter(({ sample }) => sheet === undefined || sheet === sample.index)
  const [best] = wanted.toSorted((a, b) => worthOf(b) - worthOf(a))
  return best && { ...best, ordered: readings.filter(holdsOrder).map(({ sample }) => sample.index) }
}

/** What a person may choose from: every column with its heading and some of what stands below it. */
export function choicesOf({ sample, headings, from }: Reading): { index: number; heading: string; samples: string[] }[] {
  const rows = sample.body.filter(({ row }) => row >= from)
  const width = Math.max(headings?.texts.length ?? 0, ...rows.map(({ cells }) => cells.length), 0)
  return Array.from({ length: width }, (_, index) => ({
    index,
    heading: headings?.texts[index] ?? '',
    samples: rows.map(({ cells }) => shownOf(cells[index])).filter(Boolean).slice(0, 3),
  })).filter(({ heading, samples }) => heading !== '' || samples.length > 0)
}

function readSheet(sample: SheetSample, { choice, remembered, recognise }: Known): Reading {
  const headings = chosenHeadings(sample, choice.headerRow)
  const from = firstRowBelow(sample, headings)
  const found: Columns = {}
  addByHeadings(found, { sample, headings, from })
  addByContent(found, { sample, headings, from, recognise, isKnown: false })
  const known = remembered.map((each) => appliedTo(each, headings, sample)).find((each) => each !== undefined)
  // Columns without headings were another file's: they count where nothing else tells what is what.
  const isWanted = known !== undefined && (known.isHeaded || !namesGoods(found) || found.qnt === undefined)
  const columns = isWanted ? { ...known.columns } : found
  if (isWanted) addByContent(columns, { sample, headings, from, recognise, isKnown: true })
  for (const field of uploadFields) applyChoice(columns, field, choice.columns?.[field])
  return { sample, headings, columns, from, remembered: isWanted }
}

/** What is to be read of a sheet; undefined where a person must say first which column is what. */
export function choiceOf(reading: Reading): ExtractChoice | undefined {
  const { columns, from } = reading
  const { qnt } = columns
  return qnt === undefined || !namesGoods(columns) ? undefined : { from, columns: { ...columns, qnt, tail: nameTail(reading), unit: unitColumn(reading) } }
}

/** The column that a name goes on in, of a sheet as 1C writes it; undefined: there is none. */
function nameTail({ headings, columns }: Reading): number | undefined {
  const place = columns.name === undefined ? -1 : (headings?.texts.findIndex(isCharacteristic) ?? -1)
  return place < 0 || Object.values(columns).includes(place) ? undefined : place
}

/** The column of what quantities are counted in, as it is headed, or merged with the quantities under one heading. */
function unitColumn({ headings, columns: { qnt }, sample: { body }, from }: Reading): number | undefined {
  if (qnt === undefined) return undefined
  const heading = headings?.texts[qnt] ?? ''
  const places = (headings?.texts ?? []).flatMap((text, place) => (isUnit(text) || (text !== '' && text === heading && place !== qnt) ? [place] : []))
  return places.find((place) => holdsUnits({ body, from }, place, qnt))
}

/** Printed forms number their columns below the headings. */
function firstRowBelow({ body }: SheetSample, headings: Headings | undefined): number {
  const from = (headings?.last ?? -1) + 1
  const next = headings ? body.filter(({ row }) => row >= from && row < from + deepestHeadings) : []
  const numbering = next.find(({ cells }) => numbersColumns(cells.map(shownOf)))
  return numbering ? numbering.row + 1 : from
}

function chosenHeadings(sample: SheetSample, headerRow: number | undefined): Headings | undefined {
  if (headerRow === undefined) return findHeadings(sample) ?? unknownHeadings(sample)
  return headerRow === 0 ? undefined : headingsAt(sample, headerRow - 1)
}

/** The columns, where each of them still has the heading that it had; a file without headings is told by its width. */
function appliedTo(remembered: RememberedColumns, headings: Headings | undefined, { head }: SheetSample): { columns: Columns; isHeaded: boolean } | undefined {
  const columns: Columns = {}
  let isHeaded = false
  for (const field of uploadFields) {
    const column = remembered[field]
    if (!column) continue
    const heading = headings?.texts[column.index] ?? ''
    if (headingKey(heading) !== headingKey(column.heading)) return undefined
    if (headings === undefined && !head.some(({ cells }) => column.index < cells.length)) return undefined
    columns[field] = column.index
    isHeaded ||= heading !== ''
  }
  return Object.keys(columns).length > 0 ? { columns, isHeaded } : undefined
}

function addByHeadings(columns: Columns, { sample, headings, from }: Pick<Reading, 'sample' | 'headings' | 'from'>): void {
  if (!headings) return
  Object.assign(columns, headings.columns)
  if (columns.qnt !== undefined && holdsWords({ body: sample.body, from }, columns.qnt)) delete columns.qnt
}

function addByContent(columns: Columns, { sample, headings, from, recognise, isKnown }: Pick<Reading, 'sample' | 'headings' | 'from'> & { recognise: Recognise; isKnown: boolean }): void {
  const others = (headings?.texts ?? []).flatMap((heading, column) => (senseOf(heading) === 'other' ? [column] : []))
  const taken = () => new Set([...others, ...Object.values(columns)])
  const isHeaded = headings !== undefined && headings.score > 0
  if (!isKnown) {
    for (const [field, column] of Object.entries(columnsByCatalogue({ body: sample.body, from, taken: taken() }, recognise, { isHeaded })) as [UploadField, number][]) columns[field] ??= column
  }
  if (!isKnown) takeCodesForCodes(columns, { sample, from, recognise })
  // Where there are headings, a column that is called something else is no quantity; people add theirs without a heading.
  const called = isHeaded ? headings.texts.flatMap((heading, column) => (heading === '' ? [] : [column])) : []
  const qnt = columns.qnt === undefined ? quantityColumn({ body: sample.body, from, taken: new Set([...taken(), ...called]) }) : undefined
  if (qnt !== undefined) columns.qnt = qnt
  // Shops beside each other, and what all of them want.
  const totals = (headings?.texts ?? []).flatMap((heading, column) => (isTotal(heading) ? [column] : []))
  const total = columns.qnt === undefined ? totalsColumn({ body: sample.body, from, taken: taken() }, totals) : undefined
  if (total !== undefined) columns.qnt = total
  // Two columns of which one counts: the other names what is counted, though the catalogue knows none of it.
  if (columns.qnt !== undefined && !namesGoods(columns)) {
    const [only, ...more] = choicesOf({ sample, headings, columns, from, remembered: false }).filter(({ index }) => !taken().has(index))
    if (only && more.length === 0) columns.code = only.index
  }
}

/** 'Позиция' may head names, and articles as well: what stands below it tells, where nothing else is a code. */
function takeCodesForCodes(columns: Columns, { sample: { body }, from, recognise }: Pick<Reading, 'sample' | 'from'> & { recognise: Recognise }): void {
  const { name, articul, code, barcode } = columns
  if (name === undefined || [articul, code, barcode].some((column) => column !== undefined)) return
  const others = new Set(body.flatMap(({ cells }) => [...cells.keys()]).filter((column) => column !== name))
  const [kind] = Object.keys(columnsByCatalogue({ body, from, taken: others }, recognise, { isHeaded: true })) as UploadField[]
  if (kind === undefined || kind === 'name') return
  delete columns.name
  columns[kind] = name
}

/** A column is one thing: what a person says it is, it is no more what was found. */
function applyChoice(columns: Columns, field: UploadField, chosen: number | null | undefined): void {
  if (chosen === undefined) return
  delete columns[field]
  if (chosen === null) return
  for (const other of uploadFields) if (columns[other] === chosen) delete columns[other]
  columns[field] = chosen
}

function namesGoods({ articul, code, barcode, name }: Columns): boolean {
  return articul !== undefined || code !== undefined || barcode !== undefined || name !== undefined
}

/** Whether headings, goods and a quantity of one of them stand in a sheet, as a person has filled it in. */
function holdsOrder({ columns, headings, sample, from }: Reading): boolean {
  const { qnt, ...naming } = columns
  if (qnt === undefined || !namesGoods(columns) || (headings?.score ?? 0) === 0) return false
  const named = Object.values(naming)
  return sample.body.some(({ row, cells }) => row >= from && typeof parseQuantityText(plainOf(cells[qnt])) === 'object' && named.some((column) => shownOf(cells[column]) !== ''))
}

/** A sheet that can be ordered from comes before one that is only understood, and that before a longer one. */
function worthOf({ columns, headings, sample }: Reading): number {
  const named = namesGoods(columns) ? 20 : 0
  const counted = columns.qnt === undefined ? 0 : 20
  const filled = columns.qnt === undefined ? 0 : sample.body.filter(({ cells }) => shownOf(cells[columns.qnt ?? 0]) !== '').length > 1 ? 10 : 0
  return named + counted + filled + Math.min(10, headings?.score ?? 0) / 2 + Math.log10(sample.filled + 1)
}
