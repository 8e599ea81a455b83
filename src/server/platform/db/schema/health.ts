import { pgTable, timestamp } from 'drizzle-orm/pg-core'

/** What /health writes to learn whether anything can be written; empty but for the last such row. */
export const writeProbes = pgTable('write_probes', {
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
})
