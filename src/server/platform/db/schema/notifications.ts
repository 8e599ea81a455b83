import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts, sessions } from './access.ts'
import { identity, moment } from './columns.ts'

/** Notifications of an account inside the portal. */
export const notifications = pgTable(
  'notifications',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Event: a key of `noticeEvents`; decides the icon. */
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    /** Path inside the portal. */
    link: text('link').notNull().default(''),
    /** Idempotency key: an event is notified once, however often it is reported. */
    eventKey: text('event_key').notNull(),
    /** Contracts that it reports on: shown only while the account may use all of them. */
    contractIds: integer('contract_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: moment('created_at').notNull().defaultNow(),
    readAt: moment('read_at'),
  },
  (table) => [
    uniqueIndex('notifications_event_key').on(table.accountId, table.eventKey),
    index('notifications_account').on(table.accountId, table.id),
  ],
)

/** A person's settings; no row: the default of `noticeEvents`. */
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
    check('notification_settings_channel', sql`${table.channel} in ('portal','mail','push')`),
  ],
)

/** How often an account wants mails; no row: the default. */
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

/** The portal's VAPID key pair: one row, created once, because subscriptions are bound to it. */
export const webPushKeys = pgTable(
  'web_push_keys',
  {
    id: integer('id').primaryKey().default(1),
    /** Both base64url: the uncompressed point, and the scalar. */
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key').notNull(),
  },
  (table) => [check('web_push_keys_one', sql`${table.id} = 1`)],
)

/** A subscribed browser; the subscription ends with its session. */
export const webPushSubscriptions = pgTable(
  'web_push_subscriptions',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** URL at the push service of the browser's vendor. */
    endpoint: text('endpoint').notNull(),
    /** Keys of the browser, base64url: only it can decrypt messages. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('web_push_subscriptions_session').on(table.sessionId),
    uniqueIndex('web_push_subscriptions_endpoint').on(table.endpoint),
    index('web_push_subscriptions_account').on(table.accountId),
  ],
)

/** Outbox of browser notices, inserted in the transaction of their event, sent by a job. */
export const webPushes = pgTable(
  'web_pushes',
  {
    id: identity(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => webPushSubscriptions.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Path inside the portal, or empty. */
    link: text('link').notNull(),
    urgent: boolean('urgent').notNull(),
    /** Kind of notice; null: written by a version that did not store it. */
    kind: text('kind'),
    /** Contracts that it reports on: sent only while the account may use all of them. */
    contractIds: integer('contract_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** One notice per event and browser, however often the event is reported. */
    eventKey: text('event_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    /** Earliest time of the next attempt; also the lease of the sending process. Null: no further attempt. */
    dueAt: moment('due_at').defaultNow(),
    lastError: text('last_error').notNull().default(''),
  },
  (table) => [
    uniqueIndex('web_pushes_event_key').on(table.subscriptionId, table.eventKey),
    index('web_pushes_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('web_pushes_created').on(table.createdAt),
  ],
)
