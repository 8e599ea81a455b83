import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * What staff may change without a new release, by name; see server/platform/settings.ts for the names and their
 * defaults.
 */
export const settings = pgTable('settings', { name: text('name').primaryKey(), value: jsonb('value').notNull() })

/** Written by /health to check that the database is writable; holds at most the last row. */
export const writeProbes = pgTable('write_probes', {
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})
