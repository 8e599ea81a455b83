import type { ColumnField } from './fields.ts'
import { sizeIn } from '#shared/rules/size-text.ts'
import { plainOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import { agreeWithNames, columnsByCatalogue, type GoodsOf, type Recognise } from './content-columns.ts'
import type { Headings } from './header-rows.ts'
import { meaningOf } from './headings.ts'

type Columns = Partial<Record<ColumnField, number>>
type SheetTable = { sample: SheetSample; headings: Headings | undefined; from: number }
/** What the catalogue knows about a text. */
export type CatalogueTexts = { recognise: Recognise; goodsOf: GoodsOf }

/**
 * Completes and corrects columns found by headings from their contents; columns without a known heading are `guessed`.
 */
export function addByCatalogue(columns: Columns, guessed: Set<ColumnField>, table: SheetTable & CatalogueTexts): void {
  preferTextsAsNames(columns, table)
  addColumnsWithoutHeading(columns, guessed, table)
  useNameColumnForCodes(columns, table)
  useArticleColumnForNames(columns, table)
  trustCodesThatAgreeWithNames(columns, guessed, table)
}

/** Columns whose headings exclude them. */
export function irrelevantColumns(headings: Headings | undefined): number[] {
  return (headings?.texts ?? []).flatMap((heading, column) =>
    meaningOf(heading) === 'other' || headings?.meanings[column] === 'other' ? [column] : [],
  )
}

/** If no heading names a code, a column may contain codes of the catalogue; if none names a good, also names. */
function addColumnsWithoutHeading(
  columns: Columns,
  guessed: Set<ColumnField>,
  { sample, headings, from, recognise }: SheetTable & CatalogueTexts,
): void {
  if (columns.articul !== undefined || columns.code !== undefined || columns.barcode !== undefined) return
  const sizeColumns = (headings?.meanings ?? []).flatMap((meaning, column) =>
    typeof meaning === 'object' && meaning.field === 'quantity' ? [column] : [],
  )
  const excluded = new Set([...irrelevantColumns(headings), ...sizeColumns, ...Object.values(columns)])
  const isHeaded = headings !== undefined && headings.score > 0
  const known = columnsByCatalogue({ body: sample.body, from, taken: excluded }, recognise, { isHeaded })
  for (const [field, column] of Object.entries(known) as [ColumnField, number][]) {
    if (columns[field] !== undefined) continue
    columns[field] = column
    guessed.add(field)
  }
}

/** 'Позиция' is used for names and for articles: the contents decide, if no other column has codes. */
function useNameColumnForCodes(
  columns: Columns,
  { sample: { body }, from, recognise }: SheetTable & CatalogueTexts,
): void {
  const { name, articul, code, barcode } = columns
  if (name === undefined || [articul, code, barcode].some((column) => column !== undefined)) return
  if (containsWords(body, from, name)) return
  const others = new Set(body.flatMap(({ cells }) => [...cells.keys()]).filter((column) => column !== name))
  const [kind] = Object.keys(
    columnsByCatalogue({ body, from, taken: others }, ignoringSizes(recognise), { isHeaded: true }),
  ) as ColumnField[]
  if (kind === undefined || kind === 'name') return
  delete columns.name
  columns[kind] = name
}

/**
 * Whether a third of a column's texts have several words: then it contains names, one of which may equal some article
 * by chance.
 */
function containsWords(body: SheetSample['body'], from: number, column: number): boolean {
  const texts = textsOf(body, from, column)
  return texts.filter((text) => /\p{L}{3,}\s+\S/u.test(text)).length * 3 >= texts.length
}

/** A size is not a code, although some good may have it as its article. */
function ignoringSizes(recognise: Recognise): Recognise {
  return (text) => (sizeIn(text) === '' ? recognise(text) : undefined)
}

/** 'Позиция' is used for names, and for row numbers beside a column of names. */
function preferTextsAsNames(columns: Columns, { sample: { body }, headings, from }: SheetTable): void {
  const { name } = columns
  if (name === undefined || !containsNumbers(body, from, name)) return
  const others = (headings?.meanings ?? []).flatMap((meaning, column) =>
    column !== name && typeof meaning === 'object' && meaning.field === 'name' ? [column] : [],
  )
  const texts = others.find((column) => !containsNumbers(body, from, column))
  if (texts !== undefined) columns.name = texts
}

function containsNumbers(body: SheetSample['body'], from: number, column: number): boolean {
  const texts = textsOf(body, from, column)
  return texts.length > 0 && texts.filter((text) => /^[\d.)\s]+$/.test(text)).length >= texts.length * 0.8
}

function textsOf(body: SheetSample['body'], from: number, column: number): string[] {
  return body.flatMap(({ row, cells }) => (row < from ? [] : [plainOf(cells[column])])).filter(Boolean)
}

/** 'Модель' is used for articles and for names. */
function useArticleColumnForNames(
  columns: Columns,
  { sample: { body }, from, recognise }: SheetTable & CatalogueTexts,
): void {
  const { name, articul } = columns
  if (articul === undefined || name !== undefined) return
  const others = new Set(body.flatMap(({ cells }) => [...cells.keys()]).filter((column) => column !== articul))
  if (columnsByCatalogue({ body, from, taken: others }, recognise, { isHeaded: true }).name === undefined) return
  delete columns.articul
  columns.name = articul
}

/** Codes under an unknown heading are not a guess if the names beside them denote the same goods. */
function trustCodesThatAgreeWithNames(
  { name, ...columns }: Columns,
  guessed: Set<ColumnField>,
  { sample, from, recognise, goodsOf }: SheetTable & CatalogueTexts,
): void {
  if (name === undefined || guessed.has('name')) return
  for (const field of ['articul', 'code', 'barcode'] as const) {
    const code = columns[field]
    if (
      code !== undefined &&
      guessed.has(field) &&
      agreeWithNames({ body: sample.body, from }, { code, name }, recognise, goodsOf)
    )
      guessed.delete(field)
  }
}
