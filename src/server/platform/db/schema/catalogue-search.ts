import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'

/** Words and short phrases that mean the same to a search; whoever changes them asks for a rebuild of the snapshot. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  { id: identity(), words: text('words').array().notNull(), updatedAt: moment('updated_at').notNull().defaultNow() },
  (table) => [check('search_synonyms_several', sql`cardinality(${table.words}) >= 2`)],
)
