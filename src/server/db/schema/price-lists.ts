import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { identity, moment } from './columns.ts'
import { contracts } from './organisations.ts'

/** A price list that was asked for: a job writes its file into the file store. */
export const priceListFiles = pgTable(
  'price_list_files',
  {
    id: identity(),
    /** Unguessable part of its address. */
    token: text('token').notNull(),
    accountId: integer('account_id').notNull().references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id').notNull().references(() => contracts.id, { onDelete: 'cascade' }),
    /** Empty = all categories. */
    categoryIds: integer('category_ids').array().notNull().default(sql`'{}'`),
    availableOnly: boolean('available_only').notNull().default(false),
    name: text('name').notNull(),
    state: text('state').notNull().default('queued'),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows').notNull().default(0),
    key: text('key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The worker's lease: a job whose process died is taken up again. */
    leaseUntil: moment('lease_until'),
  },
  (table) => [
    uniqueIndex('price_list_files_token_key').on(table.token),
    index('price_list_files_account').on(table.accountId, table.createdAt),
    check('price_list_files_state', sql`${table.state} in ('queued','running','ready','failed')`),
  ],
)

/** An address of a contract's YML for the buyer's own site; whoever holds it reads the prices until it is revoked. */
export const priceLinks = pgTable(
  'price_links',
  {
    id: identity(),
    token: text('token').notNull(),
    contractId: integer('contract_id').notNull().references(() => contracts.id, { onDelete: 'cascade' }),
    accountId: integer('account_id').notNull().references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [uniqueIndex('price_links_token_key').on(table.token), index('price_links_contract').on(table.contractId)],
)

/** A buyer asks staff for a price file made by hand. */
export const priceRequests = pgTable(
  'price_requests',
  {
    id: identity(),
    accountId: integer('account_id').notNull().references(() => accounts.id),
    contractId: integer('contract_id').notNull().references(() => contracts.id),
    categoryIds: integer('category_ids').array().notNull().default(sql`'{}'`),
    availableOnly: boolean('available_only').notNull().default(false),
    comment: text('comment').notNull().default(''),
    state: text('state').notNull().default('new'),
    answer: text('answer').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    answeredAt: moment('answered_at'),
    answeredBy: integer('answered_by').references(() => accounts.id),
  },
  (table) => [index('price_requests_state').on(table.state, table.createdAt), check('price_requests_state', sql`${table.state} in ('new','done','refused')`)],
)
