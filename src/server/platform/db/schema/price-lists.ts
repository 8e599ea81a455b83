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
 * A requested price list: a job writes its file to the file store. One with a request is staff's answer to it, visible
 * to the buyer once the request is answered.
 */
export const priceListFiles = pgTable(
  'price_list_files',
  {
    id: identity(),
    /** Random part of its URL. */
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
    /** Price politics it is written under; its account can read it as long as these are unchanged. */
    pricePolitics: jsonb('price_politics').$type<PriceRule[]>().notNull().default([]),
    name: text('name').notNull(),
    /** Origin at which the requester reached the portal. */
    origin: text('origin').notNull().default(''),
    state: text('state').notNull().default('queued'),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows').notNull().default(0),
    key: text('key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Lease of the worker: the job of a dead process is started again. */
    leaseUntil: moment('lease_until'),
    /** Number of starts; distinguishes the current lease from lost ones. */
    attempts: integer('attempts').notNull().default(0),
    requestId: integer('request_id').references(() => priceRequests.id, { onDelete: 'cascade' }),
    /** A file uploaded by staff. */
    attached: boolean('attached').notNull().default(false),
  },
  (table) => [
    uniqueIndex('price_list_files_token_key').on(table.token),
    index('price_list_files_request').on(table.requestId),
    index('price_list_files_account').on(table.accountId, table.createdAt),
    check('price_list_files_state', sql`${table.state} in ('queued','running','ready','failed')`),
  ],
)

/** A link to a contract's YML feed for the buyer's site; valid until revoked. */
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
    /** Origin at which its creator reached the portal, for links in the feed. */
    origin: text('origin').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [uniqueIndex('price_links_token_key').on(table.token), index('price_links_contract').on(table.contractId)],
)

/**
 * The YML of a contract in the file store, gzipped. Rewritten when the catalogue has changed since `as_of` (a
 * pg_snapshot) or the contract's view has (`view_digest`). There is one per price politics.
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
    /** Number of started builds; each writes its own file, named by the number. */
    builds: integer('builds').notNull().default(0),
    /** The build whose file is served; 0 = none yet. */
    build: integer('build').notNull().default(0),
    /** Digest of the contents without the date: equal contents keep the file, its date and its ETag. */
    digest: text('digest').notNull().default(''),
    /** When the served file was written, and when its contents were last found current. */
    builtAt: moment('built_at'),
    checkedAt: moment('checked_at'),
    buildMs: integer('build_ms').notNull().default(0),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.contractId, table.politics] })],
)

/** A request of a buyer for a price file prepared by staff. */
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
