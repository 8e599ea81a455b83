import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Settings that staff can change, by name; names and defaults are in server/platform/settings.ts. */
export const settings = pgTable('settings', { name: text('name').primaryKey(), value: jsonb('value').notNull() })

/** Written by /health to check that the database is writable; has at most one row. */
export const writeProbes = pgTable('write_probes', {
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})
