import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What staff may change without a new release, by name; see server/platform/settings.ts for the names and their
 * defaults.
 */
export const settings = pgTable('settings', { name: text('name').primaryKey(), value: jsonb('value').notNull() })
