import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
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
    /** Files of the store that go with it. */
    attachments: jsonb('attachments').$type<{ name: string; key: string }[]>().notNull().default([]),
    /** One letter per event and recipient, however often the event is reported. */
    eventKey: text('event_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Not tried before; also the lease of the process that is sending it. Null: given up. */
    dueAt: moment('due_at').defaultNow(),
    lastError: text('last_error').notNull().default(''),
    /** Whose settings wrote it; null: a letter that no setting stops. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** It waits until then for others of its account, to leave as one letter; it has no `dueAt` meanwhile. */
    gatherUntil: moment('gather_until'),
    /** The letter that tells it among others. */
    gatheredInto: integer('gathered_into').references((): AnyPgColumn => mails.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('mails_event_key').on(table.recipient, table.eventKey),
    index('mails_due')
      .on(table.dueAt)
      .where(sql`sent_at is null and due_at is not null`),
    index('mails_created').on(table.createdAt),
    index('mails_gathered')
      .on(table.accountId, table.gatherUntil)
      .where(sql`gather_until is not null`),
    index('mails_gathered_into').on(table.gatheredInto),
  ],
)
