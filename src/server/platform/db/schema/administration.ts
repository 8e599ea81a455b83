import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { identity, moment } from './columns.ts'
import { organisations } from './organisations.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** First run of a portal started without an administrator: one row, or none if an administrator was added before. */
export const portalSetup = pgTable(
  'portal_setup',
  {
    id: integer('id').primaryKey().default(1),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** The setup page is closed since then. */
    finishedAt: moment('finished_at'),
  },
  (table) => [check('portal_setup_single', sql`${table.id} = 1`)],
)

/** One-time setup tokens, one per start of a process; deleted when the administrator is created. */
export const setupTokens = pgTable('setup_tokens', {
  /** sha256 of the token, so that stored values cannot be used. */
  tokenHash: bytea('token_hash').primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Notes of staff about a customer, which the customer does not see. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: identity(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** Null: the author's account has been erased. */
    authorId: integer('author_id').references(() => accounts.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    /** Idempotency key of the adding call. */
    clientKey: text('client_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('customer_notes_organisation').on(table.organisationId, table.createdAt),
    uniqueIndex('customer_notes_key').on(table.organisationId, table.clientKey),
    index('customer_notes_author').on(table.authorId),
  ],
)
