import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AnswerSubject } from '#shared/api/talk/canned-answers.ts'
import { identity } from '../columns.ts'

/** Prepared answers of staff to buyers. */
export const cannedAnswers = pgTable(
  'canned_answers',
  {
    id: identity(),
    subject: text('subject').$type<AnswerSubject>().notNull(),
    /** Text typed after '/' to find it. */
    name: text('name').notNull(),
    text: text('text').notNull(),
  },
  (table) => [uniqueIndex('canned_answers_name_key').on(table.subject, sql`lower(${table.name})`)],
)
