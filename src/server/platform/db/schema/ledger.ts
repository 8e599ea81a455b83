import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { products } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { orders } from './orders.ts'
import { contracts } from './organisations.ts'

/** When 1C read the data of the last feed of each kind; no row: no feed was received. */
export const ledgerStates = pgTable('ledger_states', {
  /** 'ledger', 'payments'. */
  feed: text('feed').primaryKey(),
  asOf: moment('as_of').notNull(),
})

/** Documents and payments in the wholesaler's ledger: a debit increases the buyer's debt, a credit decreases it. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: identity(),
    /** GUID in 1C. */
    code1c: text('code1c').notNull(),
    /** Source feed: a full feed ends only its own entries. */
    feed: text('feed').notNull(),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id),
    kind: text('kind').notNull(),
    /** Name of the document ('УПД'); empty: the default of its kind. */
    paper: text('paper').notNull().default(''),
    number: text('number').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Negative for a reversal. */
    debitKopecks: kopecks('debit_kopecks').notNull().default(0),
    creditKopecks: kopecks('credit_kopecks').notNull().default(0),
    /** Last day to pay a debit. */
    dueOn: date('due_on', { mode: 'string' }),
    /** Of a debit: the part not paid yet (see `distributePayments` of buying/ledger). */
    leftKopecks: kopecks('left_kopecks').notNull().default(0),
    orderId: integer('order_id').references(() => orders.id),
    /** Basis of the entry: an order of 1C, a claim; the purpose of a payment. */
    basis: text('basis').notNull().default(''),
    /** False: deleted in 1C, or not listed in a full feed. */
    active: boolean('active').notNull().default(true),
    /** Digest of the record: an equal one is skipped. */
    digest: text('digest').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_code1c_key').on(table.code1c),
    index('ledger_entries_contract')
      .on(table.contractId, table.day, table.id)
      .where(sql`active`),
    index('ledger_entries_unpaid')
      .on(table.contractId, table.dueOn)
      .where(sql`active and left_kopecks > 0`),
    index('ledger_entries_order').on(table.orderId),
    check('ledger_entries_feed', sql`${table.feed} in ('ledger','payments')`),
    check(
      'ledger_entries_kind',
      sql`${table.kind} in ('opening','sale','return','correction','payment','refund','offset')`,
    ),
    check('ledger_entries_side', sql`${table.debitKopecks} = 0 or ${table.creditKopecks} = 0`),
  ],
)

/** Documents that a credit pays, according to 1C; by GUID, because either may arrive first. */
export const ledgerSettlements = pgTable(
  'ledger_settlements',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => ledgerEntries.id, { onDelete: 'cascade' }),
    documentCode1c: text('document_code1c').notNull(),
    sumKopecks: kopecks('sum_kopecks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.documentCode1c] }),
    index('ledger_settlements_document').on(table.documentCode1c),
  ],
)

/** Reminders sent about a document; a changed due date starts over. */
export const debtReminders = pgTable(
  'debt_reminders',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => ledgerEntries.id, { onDelete: 'cascade' }),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Days from the due date: -3, 0, 1, 7. */
    step: integer('step').notNull(),
    toldAt: moment('told_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.dueOn, table.step] })],
)

/** Goods of a shipment or return; quantities and sums as on paper, always positive. */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    entryId: integer('entry_id')
      .notNull()
      .references(() => ledgerEntries.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Null: not in the catalogue. */
    productId: integer('product_id').references(() => products.id),
    articul: text('articul').notNull(),
    name: text('name').notNull(),
    unit: text('unit').notNull(),
    quantityMilli: milli('quantity_milli').notNull(),
    /** With VAT. */
    sumKopecks: kopecks('sum_kopecks').notNull(),
    vatKopecks: kopecks('vat_kopecks').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.position] }),
    index('ledger_lines_product').on(table.productId),
  ],
)

/** Documents that 1C sends as PDF: УПД, invoices, acts, certificates. Ledger entries are in `ledger_entries`. */
export const shippingDocuments = pgTable(
  'shipping_documents',
  {
    id: identity(),
    /** GUID in 1C. */
    code1c: text('code1c').notNull(),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id),
    kind: text('kind').notNull(),
    /** Name in 1C ('Товарная накладная'); empty: the default of its kind. */
    paper: text('paper').notNull().default(''),
    number: text('number').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Null: a document without a sum. */
    sumKopecks: kopecks('sum_kopecks'),
    vatKopecks: kopecks('vat_kopecks'),
    orderId: integer('order_id').references(() => orders.id),
    basis: text('basis').notNull().default(''),
    /** State in ЭДО; null: not sent through it. */
    edo: text('edo'),
    edoOn: date('edo_on', { mode: 'string' }),
    edoBy: text('edo_by').notNull().default(''),
    /** Last day of a certificate. */
    validTo: date('valid_to', { mode: 'string' }),
    /** Key in the file store; a new PDF gets a new key. */
    fileKey: text('file_key').notNull(),
    fileBytes: integer('file_bytes').notNull(),
    /** False: deleted in 1C, or not listed in a full feed. */
    active: boolean('active').notNull().default(true),
    /** Digest of the record with its PDF: an equal one is skipped. */
    digest: text('digest').notNull(),
    fileDigest: text('file_digest').notNull(),
  },
  (table) => [
    uniqueIndex('shipping_documents_code1c_key').on(table.code1c),
    index('shipping_documents_contract')
      .on(table.contractId, table.day, table.id)
      .where(sql`active`),
    index('shipping_documents_order').on(table.orderId),
    index('shipping_documents_file').on(table.fileKey),
    check(
      'shipping_documents_kind',
      sql`${table.kind} in ('upd','correction','invoice','waybill','act','certificate','other')`,
    ),
    check('shipping_documents_edo', sql`${table.edo} in ('draft','sent','delivered','signed','refused','cancelled')`),
  ],
)
