import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'

/** Synonyms of the search; a change requests a rebuild of the snapshot. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  { id: identity(), words: text('words').array().notNull(), updatedAt: moment('updated_at').notNull().defaultNow() },
  (table) => [check('search_synonyms_several', sql`cardinality(${table.words}) >= 2`)],
)
