import * as z from 'zod/mini'
import { basketStats } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { chosen, orJson, success, wireCount, wireDecimals, wireFlag, wireId, wireNumber, wireText } from './wire.ts'

/**
 * Quick order and orders from a buyer's file. A file or a pasted text is read, its columns are found, and every row
 * with a quantity comes back with what became of it; nothing enters the basket before `addCartFromPricelist`. The
 * server keeps nothing of a file in between: for a change of sheet, header row or columns the same file is sent again,
 * and a row that was mended by hand is resolved by `quickOrder`.
 */

/** What a row of an upload came to; the screens list them in this order, what needs a person first. */
export const rowStatuses = [
  'notFound',
  'badQty',
  'check',
  'ambiguous',
  'out',
  'capped',
  'rounded',
  'duplicate',
  'ok',
] as const
export type RowStatus = (typeof rowStatuses)[number]

/**
 * Why a row is `check`: its name speaks of another good, its price, unit or size does not fit, the good is only the
 * most similar one, or the columns are guessed and not confirmed yet.
 */
export const rowDoubts = ['name', 'code', 'price', 'unit', 'size', 'similar', 'cancelled', 'columns'] as const
export type RowDoubt = (typeof rowDoubts)[number]

/** By what a row was recognised; null: it was not, or `id` was sent with it. */
export const matchKinds = ['clientCode', 'articul', 'barcode', 'code1c', 'name'] as const
export type MatchKind = (typeof matchKinds)[number]

/**
 * What a column may be. `code` is any other code: the buyer's own ('Код товара'), or ours of 1C; `size` tells variants
 * apart (size, colour, 1C's 'Характеристика'). Only `qnt` and one that names the good are needed. Labels for the
 * screen: uploadFieldLabels.
 */
export const uploadFields = ['articul', 'code', 'barcode', 'name', 'size', 'qnt'] as const
export type UploadField = (typeof uploadFields)[number]
export const uploadFieldLabels = {
  articul: 'артикул',
  code: 'код',
  barcode: 'штрихкод',
  name: 'наименование',
  size: 'размер',
  qnt: 'количество',
} as const satisfies Record<UploadField, string>

/** Up to so many rows are answered; beyond them the answer is `truncated`. */
export const maxUploadRows = 10_000
/** One for each column of quantities. */
export const maxUploadDrafts = 30
export const maxQuickRows = 500
export const maxPastedCharacters = 2_000_000
export const maxUploadBytes = 20 * 1024 * 1024

/** A good as rows, candidates and analogues show it. */
const briefGoods = z.object({
  /** What goes into the basket: the product, or a variant. */
  id: z.number(),
  /** The product whose card shows it: the parent of a variant, null else. */
  parent: z.nullable(z.number()),
  header: z.string(),
  articul: z.string(),
  /** '' where it has none. */
  brand: z.string(),
  unit: z.string(),
  step: z.number(),
  decimals: wireDecimals,
  /** What can be ordered from the contract's warehouses, as the contract lets its stock be seen. */
  available: z.number(),
  /** Something is in stock, but in no warehouse a whole step of it. */
  below_step: z.boolean(),
  /** How the contract shows stock without exact figures: 'более 10', 'мало'… */
  stock_label: z.nullable(z.string()),
  /** Roubles with VAT; null where the caller may not see prices. */
  price: z.nullable(z.number()),
  picture: z.number(),
  picturetype: z.string(),
  /** Units in the basket of this contract now, over all warehouses. */
  in_basket: z.number(),
  /**
   * What tells it from what the row says: words of the row that it lacks, its own that the row lacks; a few of each.
   */
  lacks: z.array(z.string()),
  has: z.array(z.string()),
})

export type BriefGoods = z.output<typeof briefGoods>

const uploadRow = z.object({
  /**
   * Its place in this answer, from 1: one source row may hold several lines (sizes as columns, tables side by side).
   */
  line: z.number(),
  /** Its number in the sheet, from 1, as a spreadsheet counts; in `quickOrder` the place in what was sent, from 1. */
  row: z.number(),
  /** All rows that were summed into this one; one number where there was nothing to sum. */
  rows: z.array(z.number()),
  /** Texts as they stand in the file; the quantities of summed rows as '60 + 60'. */
  raw: z.object({ code: z.string(), name: z.string(), qnt: z.string() }),
  /** By what a good that is settled by hand is remembered (`codes` of addCartFromPricelist): code or name, and size. */
  rememberAs: z.string(),
  matchedBy: z.nullable(z.enum(matchKinds)),
  /** Product or variant to order; null where none was recognised or several fit. */
  id: z.nullable(z.number()),
  /** The good of `id`. */
  goods: z.nullable(briefGoods),
  /**
   * For ambiguous: all that fit (up to 10, of the variants of one parent up to 100). For check: what else may be meant,
   * the good of `id` first. For notFound: what is alike (up to 3).
   */
  candidates: z.array(briefGoods),
  /** For out: something else that is in stock. */
  analogue: z.nullable(briefGoods),
  /** Requested units; null where no number was recognised. */
  requested: z.nullable(z.number()),
  /** Units in each column of `summed`, in their order: 0 where it is empty, null where no number was recognised. */
  parts: z.array(z.nullable(z.number())),
  /** For badQty: the likeliest reading of its text in units ('01.май' → 1.5, '5-10' → 5); null where there is none. */
  proposed: z.nullable(z.number()),
  /**
   * Units of its good that will be in the basket by mode 'set': rounded to the step, capped to the stock; 0: nothing.
   */
  accepted: z.number(),
  /** Units that mode 'add' would put on top of what the basket holds of its good. */
  added: z.number(),
  /** Units of its good in the basket now. */
  in_basket: z.number(),
  /** Roubles with VAT; null without a good. */
  price: z.nullable(z.number()),
  /** Roubles: price × accepted; null without a good. */
  sum: z.nullable(z.number()),
  status: z.enum(rowStatuses),
  /** For check: why; null for the others. */
  doubt: z.nullable(z.enum(rowDoubts)),
  /** What was done or is wrong, in Russian: 'Округлено: 15 → 20, кратность 10'; empty for ok. */
  note: z.string(),
})

export type UploadRow = z.output<typeof uploadRow>

/**
 * A column that was recognised: its place from 0 ('A' = 0) and its heading, '' where the sheet has none. `guessed`: by
 * what stands in it, not by its heading; it is to be confirmed before anything enters the basket.
 */
const uploadColumn = z.object({ index: z.number(), heading: z.string(), guessed: z.boolean() })

/** A column that may hold the ordered quantities: how many rows it fills, and the sum of their units. */
const quantityColumn = z.object({ index: z.number(), heading: z.string(), rows: z.number(), sum: z.number() })

/**
 * What became of the rows of a sheet; each source row counts once: rows = answered + blank + headings + totals +
 * withoutQuantity + hidden + truncated + other. Rows of a sheet that was not read count as other.
 */
const sheetTally = z.object({
  sheet: z.number(),
  rows: z.number(),
  answered: z.number(),
  blank: z.number(),
  /** Headings of tables, and what stands above the first one. */
  headings: z.number(),
  totals: z.number(),
  withoutQuantity: z.number(),
  /** Hidden rows (most often by a filter) with a quantity, where the buyer has not said that they count. */
  hidden: z.number(),
  truncated: z.number(),
  /** Signatures, notes, tables without a quantity. */
  other: z.number(),
  /** Filled columns to the right of those that are read. */
  columnsBeyond: z.number(),
})

export type SheetTally = z.output<typeof sheetTally>

/** Questions the buyer must answer before the rows can be added. */
const uploadQuestions = ['columns', 'quantities', 'hiddenRows'] as const

const reviewed = z.object({
  ...success,
  /** The file's name; '' for pasted text. */
  file: z.string(),
  /**
   * Sheets that hold anything, in their order; `rows` counts filled rows, `ordered`: goods with quantities stand there.
   * One of them is read.
   */
  sheets: z.array(z.object({ index: z.number(), name: z.string(), rows: z.number(), ordered: z.boolean() })),
  /** Of a workbook: hidden sheets on which goods with quantities stand, none of which is read. */
  hiddenSheets: z.optional(z.array(z.object({ name: z.string(), rows: z.number() }))),
  /** Of a workbook: filled sheets behind those that are looked at. */
  sheetsBeyond: z.optional(z.number()),
  /** Index of the sheet that was read. */
  sheet: z.number(),
  /** Row of the headings, from 1; null where the sheet has none and columns were told by what stands in them. */
  headerRow: z.nullable(z.number()),
  /** Null: no such column was found. Without qnt or without any code or name `rows` is empty: ask the buyer. */
  columns: z.object({
    articul: z.nullable(uploadColumn),
    code: z.nullable(uploadColumn),
    barcode: z.nullable(uploadColumn),
    name: z.nullable(uploadColumn),
    size: z.nullable(uploadColumn),
    qnt: z.nullable(uploadColumn),
  }),
  /**
   * Open questions. columns: some are guessed; sending `columns` of this answer back confirms them. quantities: several
   * columns may hold the quantities. hiddenRows: a filter hides rows with quantities, they are left out until answered.
   */
  asks: z.array(z.enum(uploadQuestions)),
  /** Columns that may hold the quantities, where there are several; and those that were read, summed where several. */
  quantities: z.array(quantityColumn),
  summed: z.array(z.number()),
  /** Headings and goods were found, but no column of ordered quantities: a price list that nobody filled in. */
  noOrder: z.boolean(),
  /** All columns of the sheet to choose from: heading, and the first few values below it. */
  choices: z.array(z.object({ index: z.number(), heading: z.string(), samples: z.array(z.string()) })),
  /** The columns were remembered from an earlier file of this contragent. */
  remembered: z.boolean(),
  /** The contragent for whom codes and columns are remembered. */
  contragent: z.string(),
  /** Our own price list, filled in: its columns need no confirmation. */
  own: z.boolean(),
  /** In the order of the file. */
  rows: z.array(uploadRow),
  counts: z.object({
    notFound: z.number(),
    badQty: z.number(),
    check: z.number(),
    ambiguous: z.number(),
    out: z.number(),
    capped: z.number(),
    rounded: z.number(),
    duplicate: z.number(),
    ok: z.number(),
  }),
  /** Roubles of all accepted rows that need no check; null where the caller may not see prices. */
  sum: z.nullable(z.number()),
  /** One for each sheet that holds anything, in their order. */
  tally: z.array(sheetTally),
  /**
   * Rows of the sheet that was read and are not among `rows`, but for blank ones and goods that nobody ordered; of a
   * typed message the lines without a quantity, too.
   */
  leftOut: z.array(
    z.object({
      row: z.number(),
      text: z.string(),
      why: z.enum(['headings', 'totals', 'hidden', 'truncated', 'withoutQuantity', 'other']),
    }),
  ),
  /** Rows of the table without a quantity (or with 0): headings of groups, goods that were not wanted. */
  skipped: z.number(),
  /** There were more rows with a quantity than are answered. */
  truncated: z.boolean(),
})

export type UploadReview = z.output<typeof reviewed>

/** A number as digits, or none. */
const index = wireCount.check(z.maximum(16_383))

/**
 * What a person has corrected: a field → its column from 0, null where the sheet has no such column; absent: find it.
 */
const columnChoice = z.object({
  articul: z.optional(z.nullable(index)),
  code: z.optional(z.nullable(index)),
  barcode: z.optional(z.nullable(index)),
  name: z.optional(z.nullable(index)),
  size: z.optional(z.nullable(index)),
  qnt: z.optional(z.nullable(index)),
})

export type ColumnChoice = z.output<typeof columnChoice>

/** How a table is to be read; in a form `columns` is JSON text. */
const readingChoice = z.object({
  contract: chosen(wireId),
  /** Index of a sheet; absent: the one with the best table. */
  sheet: z.optional(
    z.pipe(
      z.union([index, z.literal('')]),
      z.transform((given) => (given === '' ? undefined : given)),
    ),
  ),
  /** Row of the headings from 1; 0: the sheet has none; absent: find it. */
  headerRow: z.optional(
    z.pipe(
      z.union([wireCount, z.literal('')]),
      z.transform((given) => (given === '' ? undefined : given)),
    ),
  ),
  columns: z.optional(z.nullable(orJson(columnChoice, 1000))),
  /** Columns of quantities that are summed row by row; one is the same as `columns.qnt`. In a form JSON text. */
  quantities: z.optional(z.nullable(orJson(z.array(index).check(z.maxLength(100)), 1000))),
  /** What becomes of hidden rows with a quantity; absent: they are left out and asked about. */
  hidden: z.optional(z.enum(['skip', 'order', ''])),
})

/**
 * A file, sent as multipart/form-data: `call` does so for an input that holds a File or Blob. Up to 20 MB (413), 200
 * uploads an hour and two at once per account (429); 422 `noTable` with the reason where no table can be read.
 */
export const uploadsFromFile = endpoint({
  verb: 'POST',
  path: '/api/uploadsFromFile/',
  right: 'basket.edit',
  summary: 'Read a price list or an order of the buyer for review',
  input: z.extend(readingChoice, { file: z.optional(z.unknown()) }),
  reply: reviewed,
})

/** Text pasted from a spreadsheet, or typed: lines of code and quantity. Form encoded or JSON. */
export const uploadsFromBuffer = endpoint({
  verb: 'POST',
  path: '/api/uploadsFromBuffer/',
  right: 'basket.edit',
  summary: 'Read a pasted table for review',
  input: z.extend(readingChoice, { text: wireText(maxPastedCharacters) }),
  reply: reviewed,
})

/** Units: a number, whose sign is dropped, or a text ('10 шт', '6,5'); empty and negative texts count as badQty. */
const typedQuantity = z.union([z.number(), wireText(100), z.null()])

/**
 * Resolves rows while they are typed, and rows of an upload that were mended. `id` settles the good (a candidate that
 * was chosen); `code` is then only remembered by `addCartFromPricelist`. Rows are answered one for one in their order:
 * here equal goods are not summed, so each row keeps its place on the screen. Rows without a code are answered
 * notFound.
 */
export const quickOrder = endpoint({
  verb: 'POST',
  path: '/api/quickOrder/',
  right: 'basket.edit',
  summary: 'Recognise typed articles, barcodes or codes with their quantities',
  input: z.object({
    contract: chosen(wireId),
    rows: z
      .array(
        z.object({
          code: wireText(500),
          qnt: z.optional(typedQuantity),
          id: z.optional(z.nullable(wireId)),
          /** The code stands in a table of the buyer's: a bare number in it is not our 1C code. */
          pasted: z.optional(wireFlag),
        }),
      )
      .check(z.maxLength(maxQuickRows)),
    /** 0: no similar goods for what is not found, which is quicker. */
    candidates: z._default(wireFlag, true),
  }),
  reply: z.object({ ...success, contract: z.number(), rows: z.array(uploadRow) }),
})

/** Product or variant id → units. */
const idKey = z.string().check(z.regex(/^\d{1,10}$/))
export const cartList = z
  .record(idKey, wireNumber)
  .check(z.refine((list) => Object.keys(list).length <= maxUploadRows, 'Слишком много строк'))
export const settledCodes = z
  .record(wireText(500), wireId)
  .check(z.refine((codes) => Object.keys(codes).length <= maxUploadRows, 'Слишком много кодов'))

/** The row's raw.name by the key of `settledCodes`: the same code beside another name is asked about again. */
export const settledNames = z
  .record(wireText(500), wireText(500))
  .check(z.refine((names) => Object.keys(names).length <= maxUploadRows, 'Слишком много названий'))

const confirmedColumn = z.optional(z.nullable(z.object({ index, heading: wireText(500) })))
export const confirmedColumns = z.object({
  articul: confirmedColumn,
  code: confirmedColumn,
  barcode: confirmedColumn,
  name: confirmedColumn,
  size: confirmedColumn,
  qnt: confirmedColumn,
  summed: z.optional(z.array(z.object({ index, heading: wireText(500) })).check(z.maxLength(100))),
})

/** What became of one product of the list. */
const cartOutcome = z.object({
  id: z.number(),
  header: z.string(),
  articul: z.string(),
  /** Units asked for, and how many of them are in the basket now (mode add: were added). */
  requested: z.number(),
  qnt: z.number(),
  what: z.enum(['added', 'rounded', 'capped', 'out', 'notSold', 'chooseVariant', 'notFound']),
  /** Why it differs from the request, in Russian; empty when it does not. */
  note: z.string(),
})

export type CartOutcome = z.output<typeof cartOutcome>

/**
 * Puts reviewed rows into the basket in one transaction under its lock: rounded and capped as everywhere, what cannot
 * be had is told and the rest goes in.
 *
 * `mode` 'set' (the default): the named goods shall be in the basket with these quantities, others stay: sent twice it
 * changes nothing more; an upload uses it (a corrected file sent again must not double). 0 is refused. `mode` 'add': on
 * top of what the basket holds, as quick order wants it; needs the header `Idempotency-Key` (400 keyMissing), and the
 * same key answers the first answer for 24 hours without adding again; another body under it is 422 keyReused.
 */
export const addCartFromPricelist = endpoint({
  verb: 'POST',
  path: '/api/addCartFromPricelist/',
  right: 'basket.edit',
  summary: 'Put the reviewed rows of an upload or a quick order into the basket',
  input: z.object({
    contract: chosen(wireId),
    mode: z._default(z.enum(['set', 'add']), 'set'),
    /** Product or variant id → units; in a form JSON text. */
    cartList: orJson(cartList, 1_000_000),
    /** Ids of `cartList` in the buyer's order, in a form JSON text: new goods come into the basket in it. */
    order: z.optional(z.nullable(orJson(z.array(wireId).check(z.maxLength(maxUploadRows)), 200_000))),
    /** Settled by hand: the row's rememberAs → our id. Remembered for the contragent. */
    codes: z.optional(z.nullable(orJson(settledCodes, 2_000_000))),
    names: z.optional(z.nullable(orJson(settledNames, 4_000_000))),
    /**
     * What the buyer has confirmed about the file, remembered for the contragent's files with these headings: send
     * `columns` of the review (index and heading of each) after a correction by hand, and where the sheet has headings;
     * nothing for our own price list. `summed`: the columns of quantities, where several were summed.
     */
    columns: z.optional(z.nullable(orJson(confirmedColumns, 20_000))),
  }),
  reply: z.object({
    ...success,
    /** Lines that are in the basket now as asked for or rounded or capped [M.8]: 'Добавлено товаров - N шт.' */
    count: z.number(),
    lines: z.array(cartOutcome),
    stats: basketStats,
  }),
})
