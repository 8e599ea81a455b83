import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { identity, moment } from './columns.ts'

/** Outbox of mails, inserted in the transaction of their event, sent by a job. Sent mails are kept for some time. */
export const mails = pgTable(
  'mails',
  {
    id: identity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    /** Path inside the portal, or empty. */
    link: text('link').notNull().default(''),
    /** Attached files of the file store. */
    attachments: jsonb('attachments').$type<{ name: string; key: string }[]>().notNull().default([]),
    /** One mail per event and recipient, however often the event is reported. */
    eventKey: text('event_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    /** When staff had a letter sent again that was given up. */
    requeuedAt: moment('requeued_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Earliest time of the next attempt; also the lease of the sending process. Null: no further attempt. */
    dueAt: moment('due_at').defaultNow(),
    lastError: text('last_error').notNull().default(''),
    /** Account whose settings apply; null: settings do not apply. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Kind of notice; null: a digest, or a letter to which settings do not apply. */
    kind: text('kind'),
    /** Contracts that it reports on: sent only while the account may use all of them. */
    contractIds: integer('contract_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Until then it waits to be combined into a digest, without `dueAt`. */
    gatherUntil: moment('gather_until'),
    /** The digest that contains it. */
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
