import { pgTable, timestamp } from 'drizzle-orm/pg-core'

/** Written by /health to check that the database is writable; holds at most the last row. */
export const writeProbes = pgTable('write_probes', {
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})
