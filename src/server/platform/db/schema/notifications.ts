import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { identity, moment } from './columns.ts'

/** What the portal tells an account: the bell. */
export const notifications = pgTable(
  'notifications',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** What happened: 'arrival', 'need', 'order'… decides the icon. */
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    /** Path inside the portal. */
    link: text('link').notNull().default(''),
    /** Tells the same event once, however often it is reported. */
    eventKey: text('event_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (table) => [
    uniqueIndex('notifications_event_key').on(table.accountId, table.eventKey),
    index('notifications_account').on(table.accountId, table.id),
  ],
)
