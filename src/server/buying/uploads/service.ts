import { rowStatuses, type SheetTally, type UploadReview } from '#shared/api/uploads.ts'
import { isPackUnit, parseQuantityText, unitMultiplier } from '#shared/rules/quantity-text.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { findBasket, type OpenBasket } from '#server/buying/basket/shared-queries.ts'
import { notFoundError } from '#server/buying/basket/service.ts'
import { isKnownCode, productsOfCode, productsOfName } from '#server/catalogue/search/exact-goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { priceListHeaderRow } from '#server/platform/files/price-list-format.ts'
import { noRowCounts, type Extracted, type ExtractedRow } from '#server/platform/files/tables/extract.ts'
import type { OwnPriceList } from '#server/platform/files/tables/own-price-list.ts'
import { TooManyTables, type OpenTable, type TableReader } from '#server/platform/files/tables/table-reader.ts'
import { plainOf, type SheetSample } from '#server/platform/files/tables/sample.ts'
import type { Source } from '#server/platform/files/tables/worker-messages.ts'
import { UnreadableTable } from '#server/platform/files/tables/unreadable-table.ts'
import { groupTotal, markGroupTotals } from './group-totals.ts'
import { tooManyUploads } from './limits.ts'
import { plainCode, type CodeOrigin, type Texts } from './matching/match.ts'
import { mentionsIn } from './matching/mentions.ts'
import { findCustomer, listColumns, type Customer } from './queries.ts'
import {
  toExtractChoice,
  columnOptions,
  decideReading,
  type Choice,
  type Columns,
  type Reading,
} from './reading/columns.ts'
import type { GoodsOf, Recognise } from './reading/content-columns.ts'
import type { ColumnField } from './reading/fields.ts'
import { isSupplierCode } from './reading/headings.ts'
import { rowsWithSwappedColumns } from './reading/swapped-columns.ts'
import { identifiesGoods } from './reading/tables.ts'
import { resolveRows, type ResolvedRow, type RowInput } from './resolve.ts'

/** How the table was read, as in the reply: texts, indexes and counts. */
export type Review = Omit<UploadReview, 'status' | 'rows' | 'columns' | 'quantities' | 'sum'> & {
  rows: ResolvedRow[]
  columns: Record<ColumnField, UploadReview['columns']['name']>
  quantities: QuantityColumn[]
  /** Sum of accepted rows without those to check; null if the caller may not see prices. */
  sumKopecks: number | null
}

/** A candidate for the quantity column: number of filled rows, and their sum. */
type QuantityColumn = { index: number; heading: string; rows: number; sumMilli: number }

type Deps = { db: Db; catalogue: Catalogue; tables: TableReader }
type ReviewInput = { contractId: number | undefined; file: string; source: Source; choice: Choice }

/** Reads a buyer's table and returns the result of each row with a quantity. Stores nothing. */
export async function reviewTable(
  deps: Deps,
  actor: BuyerActor,
  { contractId, file, source, choice }: ReviewInput,
): Promise<Review> {
  const { basket, customer } = await findCustomerAndBasket(deps, actor, contractId)
  const remembered = await listColumns(deps.db, {
    organisationId: actor.organisationId,
    contragentId: customer.contragentId,
  })
  const known = {
    choice,
    remembered,
    recognise: createRecogniser(deps.catalogue),
    goodsOf: createGoodsLookup(deps.catalogue),
  }
  // In our own price list, other sheets than the first are the buyer's.
  const markedSource = 'bytes' in source && (choice.sheet ?? 0) > 0 ? { ...source, isForeign: true } : source
  const { inputs, ...table } = await withOpenedTable(deps.tables, markedSource, async (open) =>
    open.own ? ownTable(open.own, known) : foreignTable(open, known),
  )
  const rows = await resolveRows(deps, actor, inputs, { basket, customer, merge: true, candidates: true })
  const counts = Object.fromEntries(
    rowStatuses.map((status) => [status, rows.filter((row) => row.status === status).length]),
  ) as Review['counts']
  const reported = addUnansweredRows(table, inputs, rows)
  return { file, ...reported, contragent: customer.contragent, rows, counts, sumKopecks: sumAccepted(rows) }
}

/** Rows without a result are reported as ordering nothing. */
function addUnansweredRows(
  table: Omit<Table, 'inputs'>,
  inputs: readonly RowInput[],
  rows: readonly { rows: readonly number[] }[],
): Omit<Table, 'inputs'> {
  const answered = new Set(rows.flatMap((row) => row.rows))
  const unanswered = new Map(inputs.flatMap((input) => (answered.has(input.row) ? [] : [[input.row, input] as const])))
  if (unanswered.size === 0) return table
  const reported = [...unanswered].map(([row, { raw, evidence }]) => {
    const isTotal = evidence?.cancelRemark === groupTotal
    const texts = [raw.code, raw.name, raw.quantity, isTotal ? '' : evidence?.cancelRemark]
    return {
      row,
      text: [...new Set(texts)].filter(Boolean).join(' · '),
      why: isTotal ? ('totals' as const) : ('withoutQuantity' as const),
    }
  })
  const totals = reported.filter(({ why }) => why === 'totals').length
  return {
    ...table,
    leftOut: [...table.leftOut, ...reported].toSorted((a, b) => a.row - b.row),
    skipped: table.skipped + unanswered.size,
    tally: table.tally.map((each) =>
      each.sheet === table.sheet
        ? {
            ...each,
            answered: each.answered - unanswered.size,
            totals: each.totals + totals,
            withoutQuantity: each.withoutQuantity + unanswered.size - totals,
          }
        : each,
    ),
  }
}

type TypedRow = {
  code: string
  quantity: string
  id: number | undefined
  /** From a table of the buyer's. */ pasted: boolean
}
type Typed = { contractId: number | undefined; rows: readonly TypedRow[]; candidates: boolean }

/** Resolves typed rows, one result per row in order. A number typed into our code field means our code. */
export async function resolveTyped(
  deps: Omit<Deps, 'tables'>,
  actor: BuyerActor,
  { contractId, rows, candidates }: Typed,
): Promise<{ contractId: number; rows: ResolvedRow[] }> {
  const { basket, customer } = await findCustomerAndBasket(deps, actor, contractId)
  const inputs = rows.map(({ code, quantity, id, pasted }, index): RowInput => ({
    row: index + 1,
    raw: { code, name: '', quantity },
    texts: typedTexts(code, pasted ? 'unknown' : 'supplier'),
    id,
  }))
  return {
    contractId: basket.contractId,
    rows: await resolveRows(deps, actor, inputs, { basket, customer, merge: false, candidates }),
  }
}

function typedTexts(typed: string, origin: CodeOrigin): Texts {
  const text = typed.trim()
  return { articul: text, code: text, barcode: text, name: '', size: '', brand: '', origin }
}

async function findCustomerAndBasket(
  { db }: { db: Db },
  actor: BuyerActor,
  contractId: number | undefined,
): Promise<{ basket: OpenBasket; customer: Customer }> {
  const basket = await findBasket(db, { accountId: actor.accountId, contractId })
  const customer =
    basket && (await findCustomer(db, { organisationId: actor.organisationId, contractId: basket.contractId }))
  if (!basket || !customer) throw notFoundError(contractId)
  return { basket, customer }
}

type Table = Omit<Review, 'file' | 'contragent' | 'rows' | 'counts' | 'sumKopecks'> & { inputs: RowInput[] }

async function withOpenedTable(
  tables: TableReader,
  source: Source,
  use: (open: OpenTable) => Promise<Table>,
): Promise<Table> {
  try {
    return await tables.read(source, use)
  } catch (error) {
    if (error instanceof UnreadableTable) throw new AppError('noTable', { message: error.message }, { cause: error })
    if (error instanceof TooManyTables) throw tooManyUploads()
    throw error
  }
}

type Known = Parameters<typeof decideReading>[1]

function ownTable(
  { sheetName, columns, rows, totalRows, blankRows, withoutQuantity, isTruncated, others }: OwnPriceList,
  readings: Known,
): Table {
  const asCertain = <Column extends object>(column: Column) => ({ ...column, guessed: false })
  const countedRows = rows.length + withoutQuantity + blankRows + priceListHeaderRow
  return {
    sheets: [
      { index: 0, name: sheetName, rows: rows.length + withoutQuantity, ordered: rows.length > 0 },
      ...sheetsOf(others, orderedSheets(others, readings)),
    ],
    hiddenSheets: [],
    sheetsBeyond: 0,
    sheet: 0,
    headerRow: priceListHeaderRow,
    columns: {
      articul: asCertain(columns.articul),
      code: asCertain(columns.code),
      barcode: asCertain(columns.barcode),
      name: asCertain(columns.name),
      size: null,
      quantity: asCertain(columns.quantity),
    },
    asks: [],
    quantities: [],
    summed: [],
    noOrder: false,
    choices: Object.values(columns).map((column) => ({ ...column, samples: [] })),
    remembered: false,
    own: true,
    inputs: rows.map(({ row, id, quantity, ...texts }) => ({
      row,
      raw: { code: texts.articul || texts.code || texts.barcode, name: texts.name, quantity },
      texts: { ...texts, size: '', brand: '', origin: 'supplier' },
      id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    })),
    tally: [
      {
        sheet: 0,
        rows: Math.max(totalRows, countedRows),
        answered: rows.length,
        blank: blankRows,
        headings: priceListHeaderRow,
        totals: 0,
        withoutQuantity,
        hidden: 0,
        truncated: Math.max(0, totalRows - countedRows),
        other: 0,
        columnsBeyond: 0,
      },
      ...others.map(tallyOfUnread),
    ],
    leftOut: [],
    skipped: withoutQuantity,
    truncated: isTruncated,
  }
}

async function foreignTable({ samples: all = [], sheetsBeyond = 0, extract }: OpenTable, known: Known): Promise<Table> {
  const samples = all.filter(({ isHiddenSheet }) => !isHiddenSheet)
  const hiddenSheets = all.filter(({ isHiddenSheet }) => isHiddenSheet)
  const reading = decideReading(samples, known)
  if (!reading) throw new AppError('invalid', { fields: { sheet: 'В файле нет такого листа' } })
  const { columns, sample, headings, guessed, options, quantities } = reading
  const { hidden } = known.choice
  const choice = toExtractChoice(reading, hidden === 'order' ? 'order' : 'skip')
  const extracted = choice ? await extract({ sheet: sample.index, choice }) : nothingExtracted
  const { counts } = extracted
  const swapped = rowsWithSwappedColumns(extracted.rows, known.goodsOf)
  const isGuess = guessed.size > 0
  // Sizes as columns, and tables side by side, need no question.
  const hasQuestions = options.length > 0 || (known.choice.quantities?.length ?? 0) > 1
  const asks: Review['asks'] = [
    ...(isGuess ? (['columns'] as const) : []),
    ...(options.length > 0 && quantities.length === 0 ? (['quantities'] as const) : []),
    ...(counts.hidden > 0 && hidden === undefined ? (['hiddenRows'] as const) : []),
  ]
  return {
    sheets: sheetsOf(samples, reading.ordered),
    hiddenSheets: sheetsOf(hiddenSheets, orderedSheets(hiddenSheets, known)).flatMap(({ name, rows, ordered }) =>
      ordered ? [{ name, rows }] : [],
    ),
    sheetsBeyond,
    sheet: sample.index,
    headerRow: headings ? headings.last + 1 : null,
    columns: columnsOf(reading, columns),
    asks,
    quantities: options.map((column) => quantityOption(reading, column)),
    summed: quantities.length > 1 && columns.quantity === undefined && hasQuestions ? [...quantities] : [],
    noOrder: quantities.length === 0 && options.length === 0 && identifiesGoods(columns) && (headings?.score ?? 0) > 0,
    choices: columnOptions(reading),
    remembered: reading.remembered,
    own: false,
    inputs: markGroupTotals(extracted.rows).map((row, index) => ({
      ...inputOf(row, reading),
      mayBeSwapped: swapped.has(extracted.rows[index] ?? row),
    })),
    tally: samples.map((each) =>
      each.index === sample.index && choice ? { ...tallyOfUnread(each), ...counts } : tallyOfUnread(each),
    ),
    leftOut: extracted.leftOut,
    skipped: counts.withoutQuantity + counts.totals + counts.other,
    truncated: counts.truncated > 0,
  }
}

function sheetsOf(samples: readonly SheetSample[], ordered: readonly number[]): Review['sheets'] {
  return samples.map(({ index, name, filled }) => ({ index, name, rows: filled, ordered: ordered.includes(index) }))
}

/** Indexes of unread sheets with goods and quantities. */
function orderedSheets(samples: readonly SheetSample[], known: Known): readonly number[] {
  return decideReading(samples, { ...known, choice: {} })?.ordered ?? []
}

const nothingExtracted: Extracted = { rows: [], counts: noRowCounts, leftOut: [] }

/** Counts of an unread sheet. */
function tallyOfUnread({ index, totalRows, rowCount, filled, columnsBeyond }: SheetSample): SheetTally {
  return {
    ...noRowCounts,
    sheet: index,
    rows: totalRows,
    blank: rowCount - filled,
    truncated: totalRows - rowCount,
    other: filled,
    columnsBeyond,
  }
}

/** As far as the sample shows. */
function quantityOption({ sample, headings, from }: Reading, column: number): QuantityColumn {
  const filled = sample.body.flatMap(({ row, cells }) => {
    const quantity = row < from ? 'empty' : parseQuantityText(plainOf(cells[column]))
    return quantity === 'empty' ? [] : [typeof quantity === 'object' ? quantity.milli : 0]
  })
  return {
    index: column,
    heading: headings?.texts[column] ?? '',
    rows: filled.length,
    sumMilli: filled.reduce((sum, milli) => sum + milli, 0),
  }
}

function columnsOf({ headings, guessed }: Reading, columns: Columns): Review['columns'] {
  const column = (field: ColumnField) => {
    const index = columns[field]
    return index === undefined ? null : { index, heading: headings?.texts[index] ?? '', guessed: guessed.has(field) }
  }
  return {
    articul: column('articul'),
    code: column('code'),
    barcode: column('barcode'),
    name: column('name'),
    size: column('size'),
    quantity: column('quantity'),
  }
}

/** If goods are identified only by a column of unknown texts, these may be codes or names. */
function inputOf(
  {
    row,
    articul,
    code,
    barcode,
    otherCodes,
    name,
    size,
    brand,
    notes,
    cancelRemark,
    unit,
    headingUnit,
    price,
    quantity,
    shown,
    parts,
  }: ExtractedRow,
  { headings, columns, guessed }: Reading,
): RowInput {
  const isTyped = guessed.has('name') || (headings === undefined && articul === '' && code === '' && barcode === '')
  const origin =
    columns.code !== undefined && isSupplierCode(headings?.texts[columns.code] ?? '') ? 'supplier' : 'unknown'
  const texts: Texts =
    isTyped && articul + code + barcode === ''
      ? { ...typedTexts(name, 'unknown'), size }
      : { articul, code, barcode, otherCodes, name, size, brand, origin }
  const packs = [unit, headingUnit].find((each) => isPackUnit(each) || unitMultiplier(each) !== 1)
  const packUnit = packs ?? unit
  const isClear = !/\p{L}/u.test(quantity)
  const isCountedInPacks = packs !== undefined && isClear
  const fullName = size === '' ? name : `${name} (${size})`
  return {
    row,
    raw: {
      code: articul || code || barcode,
      name: fullName.trim(),
      quantity: isCountedInPacks ? `${shown} ${packUnit}` : shown,
    },
    quantity: isCountedInPacks ? quantityInUnit(quantity, packUnit) : quantity,
    parts: isCountedInPacks
      ? parts.map((part) => (parseQuantityText(part) === 'empty' ? part : quantityInUnit(part, packUnit)))
      : parts,
    texts,
    evidence: {
      unit: packUnit,
      headingUnit: packs === undefined && isClear ? headingUnit : '',
      price,
      quantity,
      notes: [notes, wordsAfterQuantity(shown)].filter(Boolean),
      cancelRemark,
    },
    isGuess: guessed.size > 0,
  }
}

/** Words of a quantity besides number and unit: '2 шт (600 г)' → '(600 г)', '3 красных' → 'красных'. */
function wordsAfterQuantity(quantity: string): string {
  const [, words = ''] = /^\s*[\d\s.,]*\d\s*(.*\p{L}.*)$/u.exec(quantity) ?? []
  return words.replace(/^\p{L}{1,3}\d?(?![\p{L}\d])\.?/u, '').trim()
}

/** '2' with unit 'уп. (10 шт)' → '2 × 10', with 'уп' → '2 уп': neither is a plain number, the first gets a proposal. */
function quantityInUnit(quantity: string, unit: string): string {
  const multiplier = unitMultiplier(unit)
  return multiplier === 1 ? `${quantity} ${unit}` : `${quantity} × ${multiplier}`
}

const minBarcodeLength = 8

/** How the current catalogue knows a text. */
function createRecogniser(catalogue: Catalogue): Recognise {
  const { snapshot } = catalogue.currentSnapshot()
  const isMentioned = (text: string) =>
    /\s/.test(text) && mentionsIn(text).some(({ code }) => isKnownCode(snapshot, code) !== undefined)
  return (text) => {
    const known = isKnownCode(snapshot, plainCode(text))
    if (known === 'article') return 'articul'
    if (known === 'number') return text.replace(/\D/g, '').length >= minBarcodeLength ? 'barcode' : 'code'
    return (/\p{L}{2,}\s+\S/u.test(text) && productsOfName(snapshot, text).length > 0) || isMentioned(text)
      ? 'name'
      : undefined
  }
}

function createGoodsLookup(catalogue: Catalogue): GoodsOf {
  const { snapshot } = catalogue.currentSnapshot()
  return {
    code: (text) => productsOfCode(snapshot, plainCode(text)),
    name: (text) => productsOfName(snapshot, text),
  }
}

function sumAccepted(rows: readonly ResolvedRow[]): number | null {
  if (rows.some(({ good }) => good?.priceKopecks === null)) return null
  return rows.reduce((sum, { sumKopecks, status }) => sum + (status === 'check' ? 0 : (sumKopecks ?? 0)), 0)
}
