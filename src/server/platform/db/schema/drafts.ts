import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { contracts } from './organisations.ts'

/** A saved basket; with a schedule, a template. */
export const drafts = pgTable(
  'drafts',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    header: text('header').notNull(),
    /** Idempotency key of the saving call: the same key returns the same draft. */
    clientKey: text('client_key'),
    /** A template's interval in days, ... */
    everyDays: integer('every_days'),
    /** ... its task: a reminder, or a ready draft, ... */
    task: text('task'),
    /** ... and the next day, Moscow time. */
    nextOn: date('next_on', { mode: 'string' }),
    lastDoneAt: moment('last_done_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    changedAt: moment('changed_at').notNull().defaultNow(),
    /** Can be restored for a day; then a job deletes it. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    index('drafts_account').on(table.accountId, table.createdAt),
    index('drafts_contract').on(table.contractId),
    index('drafts_due')
      .on(table.nextOn)
      .where(sql`next_on is not null and removed_at is null`),
    index('drafts_removed')
      .on(table.removedAt)
      .where(sql`removed_at is not null`),
    uniqueIndex('drafts_client_key').on(table.accountId, table.clientKey),
    check('drafts_header', sql`btrim(${table.header}) <> ''`),
    check('drafts_task', sql`${table.task} in ('remind','prepare')`),
    check('drafts_every_days', sql`${table.everyDays} between 1 and 365`),
    check(
      'drafts_schedule',
      sql.join(
        [
          sql`(${table.everyDays} is null) = (${table.task} is null)`,
          sql`(${table.everyDays} is null) = (${table.nextOn} is null)`,
        ],
        sql` and `,
      ),
    ),
  ],
)

/** A product of a draft and its total quantity. */
export const draftLines = pgTable(
  'draft_lines',
  {
    draftId: integer('draft_id')
      .notNull()
      .references(() => drafts.id, { onDelete: 'cascade' }),
    /** The product, or its variant. */
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    position: integer('position').notNull(),
    quantityMilli: milli('quantity_milli').notNull(),
    /** Price and multiplicity that the buyer last accepted: the page shows what has changed since. */
    priceKopecks: kopecks('price_kopecks').notNull(),
    stepMilli: milli('step_milli').notNull(),
    /** Warehouses of the basket's lines, in order. */
    warehouseIds: integer('warehouse_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The buyer's comment on the line. */
    note: text('note').notNull().default(''),
    /** Can be restored for a day; then a job deletes it. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.draftId, table.productId] }),
    index('draft_lines_product').on(table.productId),
    index('draft_lines_removed')
      .on(table.removedAt)
      .where(sql`removed_at is not null`),
    check('draft_lines_quantity', sql`${table.quantityMilli} > 0`),
  ],
)
