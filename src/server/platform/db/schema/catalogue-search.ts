import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'

/** Synonyms of the search; a change requests a rebuild of the snapshot. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  { id: identity(), words: text('words').array().notNull(), updatedAt: moment('updated_at').notNull().defaultNow() },
  (table) => [check('search_synonyms_several', sql`cardinality(${table.words}) >= 2`)],
)

/** Searches of the whole catalogue by words, per Moscow day. */
export const searchDays = pgTable('search_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  searches: integer('searches').notNull(),
  /** Those that found nothing. */
  empty: integer('empty').notNull(),
})

/** Words that found nothing, per Moscow day; not who searched for them. */
export const emptySearches = pgTable(
  'empty_searches',
  {
    day: date('day', { mode: 'string' }).notNull(),
    /** In lower case, with single spaces. */
    query: text('query').notNull(),
    times: integer('times').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.query] })],
)
