import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import { accounts } from './access.ts'
import { identity, moment } from './columns.ts'
import { contracts } from './organisations.ts'

/**
 * A price list that was asked for: a job writes its file into the file store. One with a request is staff's answer to
 * it: its buyer has it once the request is done.
 */
export const priceListFiles = pgTable(
  'price_list_files',
  {
    id: identity(),
    /** Unguessable part of its address. */
    token: text('token').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    /** Empty = all categories. */
    categoryIds: integer('category_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    availableOnly: boolean('available_only').notNull().default(false),
    /** Price politics that it is written under; its account reads it as long as they are its own. */
    pricePolitics: jsonb('price_politics').$type<PriceRule[]>().notNull().default([]),
    name: text('name').notNull(),
    /** Where the one who ordered it reaches the portal. */
    origin: text('origin').notNull().default(''),
    state: text('state').notNull().default('queued'),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows').notNull().default(0),
    key: text('key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The worker's lease: a job whose process died is taken up again. */
    leaseUntil: moment('lease_until'),
    /** How often it was taken up; tells the one who holds the lease from those who lost it. */
    attempts: integer('attempts').notNull().default(0),
    requestId: integer('request_id').references(() => priceRequests.id, { onDelete: 'cascade' }),
    /** A file of staff's own, as they have sent it. */
    attached: boolean('attached').notNull().default(false),
  },
  (table) => [
    uniqueIndex('price_list_files_token_key').on(table.token),
    index('price_list_files_request').on(table.requestId),
    index('price_list_files_account').on(table.accountId, table.createdAt),
    check('price_list_files_state', sql`${table.state} in ('queued','running','ready','failed')`),
  ],
)

/** An address of a contract's YML for the buyer's site; it shows the prices until revoked. */
export const priceLinks = pgTable(
  'price_links',
  {
    id: identity(),
    token: text('token').notNull(),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Origin at which its creator reached the portal, used in the links of the feed. */
    origin: text('origin').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [uniqueIndex('price_links_token_key').on(table.token), index('price_links_contract').on(table.contractId)],
)

/**
 * The YML of a contract in the file store, gzipped: rewritten when the catalogue has changed since `as_of` (a
 * pg_snapshot) or the contract's view has (`view_digest`). Each price politics that reads it has one of its own.
 */
export const priceFeeds = pgTable(
  'price_feeds',
  {
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    /** Digest of the price politics; '' = the contract's prices. */
    politics: text('politics').notNull().default(''),
    viewDigest: text('view_digest').notNull().default(''),
    asOf: text('as_of').notNull().default(''),
    /** Builds begun; each writes a file of its own, named after it. */
    builds: integer('builds').notNull().default(0),
    /** The build whose file is served; 0 = none yet. */
    build: integer('build').notNull().default(0),
    /** Of everything in it but its date: equal contents keep their file, their date and so their ETag. */
    digest: text('digest').notNull().default(''),
    /** When the served file was written, and when its contents were last found current. */
    builtAt: moment('built_at'),
    checkedAt: moment('checked_at'),
    buildMs: integer('build_ms').notNull().default(0),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.contractId, table.politics] })],
)

/** A buyer asks staff for a price file made by hand. */
export const priceRequests = pgTable(
  'price_requests',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id),
    categoryIds: integer('category_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    availableOnly: boolean('available_only').notNull().default(false),
    comment: text('comment').notNull().default(''),
    state: text('state').notNull().default('new'),
    answer: text('answer').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    answeredAt: moment('answered_at'),
    answeredBy: integer('answered_by').references(() => accounts.id),
  },
  (table) => [
    index('price_requests_state').on(table.state, table.createdAt),
    check('price_requests_state', sql`${table.state} in ('new','done','refused')`),
  ],
)
