import { sql } from 'drizzle-orm'
import { check, customType, integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

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
