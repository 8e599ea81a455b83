import * as z from 'zod/mini'
import { proposalDoubts } from '../messages.ts'
import { basketStats } from './basket.ts'
import { endpoint } from './endpoint.ts'
import { chosen, orJson, success, wireCount, wireDecimals, wireFlag, wireId, wireNumber, wireText } from './wire.ts'

/**
 * Quick order and orders from a buyer's file. A file or a pasted text is read, its columns are detected, and every row
 * with a quantity is answered with its match; nothing enters the basket before `addCartFromPricelist`. The server
 * stores nothing in between: for another sheet, header row or columns the client sends the file again; a row corrected
 * by hand is resolved by `quickOrder`.
 */

/** Results of a row, in the order of the screens: rows that need a person first. */
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
 * Why a row is `check`: its name means another good or another brand, its price, unit or size does not match, the good
 * is only the most similar one, or the columns are detected but not confirmed.
 */
export const rowDoubts = ['name', 'brand', 'code', 'price', 'unit', 'size', 'similar', 'cancelled', 'columns'] as const
export type RowDoubt = (typeof rowDoubts)[number]

/** How a row was matched; null: it was not, or `id` was given. */
export const matchKinds = ['clientCode', 'articul', 'barcode', 'code1c', 'name'] as const
export type MatchKind = (typeof matchKinds)[number]

/**
 * Meanings of a column. `code` is any other code: the buyer's ('Код товара') or ours from 1C; `size` distinguishes
 * variants (size, colour, 1C's 'Характеристика'). Required: `qnt` and one that identifies the good. Labels for the
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

/** Limit of rows in the answer; beyond it the answer is `truncated`. */
export const maxUploadRows = 10_000
/** One per quantity column. */
export const maxUploadDrafts = 30
export const maxQuickRows = 500
/** Unanswered calls that one addition to the basket can replace. */
export const maxReplaced = 20
export const replacedKeys = z.array(wireText(200)).check(z.maxLength(maxReplaced))
export const maxPastedCharacters = 2_000_000
export const maxUploadBytes = 20 * 1024 * 1024

/** A good in rows, candidates and analogues. */
const briefGoods = z.object({
  /** Id for the basket: of the product, or of a variant. */
  id: z.number(),
  /** The product whose card shows it: the parent of a variant, else null. */
  parent: z.nullable(z.number()),
  header: z.string(),
  articul: z.string(),
  /** '' = no brand. */
  brand: z.string(),
  unit: z.string(),
  step: z.number(),
  decimals: wireDecimals,
  /** Orderable quantity in the contract's warehouses, as far as the contract shows its stock. */
  available: z.number(),
  /** In stock, but no warehouse has a whole step. */
  below_step: z.boolean(),
  /** Stock as text where the contract hides exact figures: 'более 10', 'мало'… */
  stock_label: z.nullable(z.string()),
  /** Roubles with VAT; null where the caller may not see prices. */
  price: z.nullable(z.number()),
  picture: z.number(),
  picturetype: z.string(),
  /** Units in the basket of this contract, over all warehouses. */
  in_basket: z.number(),
  /** Differences between its name and the row's: a few words that only one of them has. */
  lacks: z.array(z.string()),
  has: z.array(z.string()),
  /** Why it must be confirmed as the good of a row's name; null where nothing is to be compared. */
  doubt: z.nullable(z.enum(proposalDoubts)),
})

export type BriefGoods = z.output<typeof briefGoods>

const uploadRow = z.object({
  /**
   * Its number in this answer, from 1: one source row may hold several lines (sizes as columns, tables side by side).
   */
  line: z.number(),
  /** Row number in the sheet, from 1; in `quickOrder` the position in the request, from 1. */
  row: z.number(),
  /** Numbers of all rows summed into this one; one number if there was nothing to sum. */
  rows: z.array(z.number()),
  /** Texts as in the file; the quantities of summed rows as '60 + 60'. */
  raw: z.object({ code: z.string(), name: z.string(), qnt: z.string() }),
  /** Key for remembering a good chosen by hand (`codes` of addCartFromPricelist): code or name, and size. */
  rememberAs: z.string(),
  matchedBy: z.nullable(z.enum(matchKinds)),
  /** Product or variant to order; null when nothing or several match. */
  id: z.nullable(z.number()),
  /** The good of `id`. */
  goods: z.nullable(briefGoods),
  /**
   * For ambiguous: all matches (up to 10, of the variants of one parent up to 100). For check: alternatives, the good
   * of `id` first. For notFound: similar goods (up to 3).
   */
  candidates: z.array(briefGoods),
  /** For out: another good that is in stock. */
  analogue: z.nullable(briefGoods),
  /** Requested units; null where no number was recognised. */
  requested: z.nullable(z.number()),
  /** Units in each column of `summed`, in order: 0 where empty, null where no number was recognised. */
  parts: z.array(z.nullable(z.number())),
  /** For badQty: the likeliest reading of its text in units ('01.май' → 1.5, '5-10' → 5); null = none. */
  proposed: z.nullable(z.number()),
  /** Units in the basket after mode 'set': rounded to the step, capped to the stock; 0: nothing. */
  accepted: z.number(),
  /** Units that mode 'add' adds to the basket. */
  added: z.number(),
  /** Units in the basket now. */
  in_basket: z.number(),
  /** Roubles with VAT; null without a good. */
  price: z.nullable(z.number()),
  /** Roubles: price × accepted; null without a good. */
  sum: z.nullable(z.number()),
  status: z.enum(rowStatuses),
  /** For check: the reason; else null. */
  doubt: z.nullable(z.enum(rowDoubts)),
  /** What was done, or the error, in Russian: 'Округлено: 15 → 20, кратность 10'; '' for ok. */
  note: z.string(),
})

export type UploadRow = z.output<typeof uploadRow>

/**
 * A recognised column: its index from 0 ('A' = 0) and its heading, '' without one. `guessed`: recognised by its
 * content, not its heading; must be confirmed before anything enters the basket.
 */
const uploadColumn = z.object({ index: z.number(), heading: z.string(), guessed: z.boolean() })

/** A column that may hold the ordered quantities: how many rows it fills, and the sum of their units. */
const quantityColumn = z.object({ index: z.number(), heading: z.string(), rows: z.number(), sum: z.number() })

/**
 * Counts of a sheet's rows; each source row counts once: rows = answered + blank + headings + totals + withoutQuantity
 * + hidden + truncated + other. Rows of an unread sheet count as other.
 */
const sheetTally = z.object({
  sheet: z.number(),
  rows: z.number(),
  answered: z.number(),
  blank: z.number(),
  /** Headings of tables, and rows above the first heading. */
  headings: z.number(),
  totals: z.number(),
  withoutQuantity: z.number(),
  /** Hidden rows (usually by a filter) with a quantity, unless the buyer has included them. */
  hidden: z.number(),
  truncated: z.number(),
  /** Signatures, notes, tables without a quantity. */
  other: z.number(),
  /** Filled columns beyond the limit. */
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
   * Non-empty sheets in order; `rows` counts filled rows, `ordered`: it has goods with quantities. One of them is read.
   */
  sheets: z.array(z.object({ index: z.number(), name: z.string(), rows: z.number(), ordered: z.boolean() })),
  /** Hidden sheets of a workbook that hold goods with quantities; they are not read. */
  hiddenSheets: z.optional(z.array(z.object({ name: z.string(), rows: z.number() }))),
  /** Filled sheets of a workbook beyond the limit. */
  sheetsBeyond: z.optional(z.number()),
  /** Index of the sheet that was read. */
  sheet: z.number(),
  /** Row of the headings, from 1; null: the sheet has none, its columns were recognised by content. */
  headerRow: z.nullable(z.number()),
  /** Null: no such column. Without qnt, or without any code or name, `rows` is empty: ask the buyer. */
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
   * columns may hold the quantities. hiddenRows: a filter hides rows with quantities, left out until answered.
   */
  asks: z.array(z.enum(uploadQuestions)),
  /** Candidate quantity columns if there are several, and the columns that were read, summed if several. */
  quantities: z.array(quantityColumn),
  summed: z.array(z.number()),
  /** Headings and goods were found, but no quantities: an unfilled price list. */
  noOrder: z.boolean(),
  /** All columns of the sheet to choose from: heading, and the first values below it. */
  choices: z.array(z.object({ index: z.number(), heading: z.string(), samples: z.array(z.string()) })),
  /** The columns come from an earlier file of this contragent. */
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
  /** Roubles of all accepted rows except those to check; null where the caller may not see prices. */
  sum: z.nullable(z.number()),
  /** One per non-empty sheet, in order. */
  tally: z.array(sheetTally),
  /**
   * Rows of the sheet that are not among `rows`, except blank ones and goods without a quantity; of a typed message
   * also lines without a quantity. Of any row goods beside the table that no heading says how to read.
   */
  leftOut: z.array(
    z.object({
      row: z.number(),
      text: z.string(),
      why: z.enum(['headings', 'totals', 'hidden', 'truncated', 'withoutQuantity', 'other']),
    }),
  ),
  /** Rows of the table without a quantity (or with 0): group headings, goods not ordered. */
  skipped: z.number(),
  /** More rows with a quantity than the limit. */
  truncated: z.boolean(),
})

export type UploadReview = z.output<typeof reviewed>

/** A number as digits, or none. */
const index = wireCount.check(z.maximum(16_383))

/** Corrections by a person: field → column from 0, null = the sheet has none; absent: detect it. */
const columnChoice = z.object({
  articul: z.optional(z.nullable(index)),
  code: z.optional(z.nullable(index)),
  barcode: z.optional(z.nullable(index)),
  name: z.optional(z.nullable(index)),
  size: z.optional(z.nullable(index)),
  qnt: z.optional(z.nullable(index)),
})

export type ColumnChoice = z.output<typeof columnChoice>

/** How to read a table; in a form `columns` is JSON text. */
const readingChoice = z.object({
  contract: chosen(wireId),
  /** Index of a sheet; absent: the one with the best table. */
  sheet: z.optional(
    z.pipe(
      z.union([index, z.literal('')]),
      z.transform((given) => (given === '' ? undefined : given)),
    ),
  ),
  /** Row of the headings from 1; 0: the sheet has none; absent: detect it. */
  headerRow: z.optional(
    z.pipe(
      z.union([wireCount, z.literal('')]),
      z.transform((given) => (given === '' ? undefined : given)),
    ),
  ),
  columns: z.optional(z.nullable(orJson(columnChoice, 1000))),
  /** Quantity columns to sum row by row; a single one equals `columns.qnt`. In a form JSON text. */
  quantities: z.optional(z.nullable(orJson(z.array(index).check(z.maxLength(100)), 1000))),
  /** What to do with hidden rows with a quantity; absent: leave them out and ask. */
  hidden: z.optional(z.enum(['skip', 'order', ''])),
})

/**
 * A file as multipart/form-data: `call` sends it so for an input with a File or Blob. Up to 20 MB (413), 200 uploads an
 * hour and two at once per account (429); 422 `noTable` with the reason where no table can be read.
 */
export const uploadsFromFile = endpoint({
  verb: 'POST',
  path: '/api/uploadsFromFile/',
  right: 'basket.edit',
  summary: 'Read a price list or an order of the buyer for review',
  input: z.extend(readingChoice, { file: z.optional(z.unknown()) }),
  reply: reviewed,
})

/** Text pasted from a spreadsheet, or typed lines of code and quantity. Form encoded or JSON. */
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
 * Resolves rows while they are typed, and corrected rows of an upload. `id` selects the good (a chosen candidate);
 * `code` is then only saved by `addCartFromPricelist`. Rows are answered one for one in order: equal goods are not
 * summed here. Rows without a code are notFound.
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
          /** The code comes from a table of the buyer: a bare number in it is not our 1C code. */
          pasted: z.optional(wireFlag),
        }),
      )
      .check(z.maxLength(maxQuickRows)),
    /** 0: no similar goods for notFound, which is faster. */
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

/** The row's raw.name by the key of `settledCodes`: the same code with another name needs a new confirmation. */
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

/** Result for one product of the list; 'takenBack': of a replaced list only. */
const cartOutcome = z.object({
  id: z.number(),
  header: z.string(),
  articul: z.string(),
  /** Requested units, and how many of them are in the basket now (mode add: were added). */
  requested: z.number(),
  qnt: z.number(),
  what: z.enum(['added', 'rounded', 'capped', 'out', 'notSold', 'chooseVariant', 'notFound', 'takenBack']),
  /** Why it differs from the request, in Russian; empty when it does not. */
  note: z.string(),
})

export type CartOutcome = z.output<typeof cartOutcome>

/**
 * Puts reviewed rows into the basket in one transaction under its lock, rounded and capped as everywhere; unavailable
 * goods are reported and the rest is added. `mode` 'set' (default): the listed goods get these quantities, others stay;
 * idempotent, used by uploads (a corrected file sent again must not double). 0 is refused. `mode` 'add': adds to the
 * basket, used by quick order; needs the header `Idempotency-Key` (400 keyMissing): the same key returns the first
 * reply for 24 hours; another body under it is 422 keyReused. In mode 'set' the key is needed only for `replaces`.
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
    /** Ids of `cartList` in the buyer's order, in a form JSON text: the order of new basket lines. */
    order: z.optional(z.nullable(orJson(z.array(wireId).check(z.maxLength(maxUploadRows)), 200_000))),
    /** Chosen by hand: the row's rememberAs → our id. Saved for the contragent. */
    codes: z.optional(z.nullable(orJson(settledCodes, 2_000_000))),
    names: z.optional(z.nullable(orJson(settledNames, 4_000_000))),
    /**
     * Columns confirmed by the buyer, saved for the contragent's files with these headings: send `columns` of the
     * review (index and heading of each) after a correction by hand, if the sheet has headings; nothing for our own
     * price list. `summed`: the quantity columns, if several were summed.
     */
    columns: z.optional(z.nullable(orJson(confirmedColumns, 20_000))),
    /**
     * Keys of earlier versions of this list whose answers were lost (of the last 24 hours), in a form JSON text: what
     * they did in this basket is taken back first, and they are refused if they arrive later.
     */
    replaces: z.optional(z.nullable(orJson(replacedKeys, 10_000))),
  }),
  reply: z.object({
    ...success,
    /** Basket lines as requested, rounded or capped [M.8]: 'Добавлено товаров - N шт.' */
    count: z.number(),
    lines: z.array(cartOutcome),
    stats: basketStats,
  }),
})
