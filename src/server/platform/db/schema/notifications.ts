import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
    /** What happened: a key of `noticeEvents`; decides the icon. */
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

/** What a person has chosen to be told of; no row: as `noticeEvents` says. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    channel: text('channel').notNull(),
    enabled: boolean('enabled').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.kind, table.channel] }),
    check('notification_settings_channel', sql`${table.channel} in ('portal','mail')`),
  ],
)

/** How often an account wants letters; no row: the usual pace. */
export const mailPaces = pgTable(
  'mail_paces',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    pace: text('pace').notNull(),
  },
  (table) => [check('mail_paces_pace', sql`${table.pace} in ('now','hour','day')`)],
)
