import { sql } from 'drizzle-orm'
import { check, customType, integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * The first run of a portal that began without an administrator: one row, or none where an administrator came first.
 */
export const portalSetup = pgTable(
  'portal_setup',
  {
    id: integer('id').primaryKey().default(1),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** From then on its page is closed. */
    finishedAt: moment('finished_at'),
  },
  (table) => [check('portal_setup_single', sql`${table.id} = 1`)],
)

/** One-time setup addresses, one for each start of a process; all of them go when the administrator is made. */
export const setupTokens = pgTable('setup_tokens', {
  /** sha256 of the token: what is stored opens nothing. */
  tokenHash: bytea('token_hash').primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
