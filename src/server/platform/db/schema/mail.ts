import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'

/** Letters, written in the transaction of what they tell, sent by a job. Sent ones stay for a while to be looked at. */
export const mails = pgTable(
  'mails',
  {
    id: identity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** Path inside the portal, or empty. */
    link: text('link').notNull().default(''),
    /** One letter per event and recipient, however often the event is reported. */
    eventKey: text('event_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Not tried before; also the lease of the process that is sending it. Null: given up. */
    dueAt: moment('due_at').defaultNow(),
    lastError: text('last_error').notNull().default(''),
  },
  (table) => [
    uniqueIndex('mails_event_key').on(table.recipient, table.eventKey),
    index('mails_due')
      .on(table.dueAt)
      .where(sql`sent_at is null and due_at is not null`),
    index('mails_created').on(table.createdAt),
  ],
)
