import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../access.ts'
import { identity, moment } from '../columns.ts'
import { organisations } from '../organisations.ts'

/** Conversation of a buyer's account with staff. Its row is locked to number messages. */
export const chats = pgTable(
  'chats',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** Assigned member of staff; null: unassigned. */
    assigneeId: integer('assignee_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** Incremented by every change of the chat, including read marks. */
    version: integer('version').notNull().default(1),
    buyerReadId: integer('buyer_read_id').notNull().default(0),
    buyerReadAt: moment('buyer_read_at'),
    staffReadId: integer('staff_read_id').notNull().default(0),
    /** Since when the buyer waits for an answer; null: answered or closed. */
    waitingSince: moment('waiting_since'),
    /** Postponed by staff until then; a job then returns it to the queue. */
    postponedUntil: moment('postponed_until'),
    lastAt: moment('last_at').notNull().defaultNow(),
  },
  (table) => [
    index('chats_organisation').on(table.organisationId),
    index('chats_waiting')
      .on(table.waitingSince)
      .where(sql`waiting_since is not null`),
    index('chats_last').on(table.lastAt),
    index('chats_postponed')
      .on(table.postponedUntil)
      .where(sql`postponed_until is not null`),
  ],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: identity(),
    /** Id of the chat. */
    accountId: integer('account_id')
      .notNull()
      .references(() => chats.accountId, { onDelete: 'cascade' }),
    authorId: integer('author_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** Name at that time. */
    author: text('author').notNull(),
    fromStaff: boolean('from_staff').notNull(),
    /** Internal note, invisible to the buyer. */
    note: boolean('note').notNull().default(false),
    message: text('message').notNull(),
    orderIds: integer('order_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    productIds: integer('product_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    claimIds: integer('claim_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Ledger documents linked to the message. */
    entryIds: integer('entry_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Idempotency key of the client. */
    key: text('key'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('chat_messages_chat').on(table.accountId, table.id),
    uniqueIndex('chat_messages_key').on(table.accountId, table.authorId, table.key),
  ],
)

export const chatFiles = pgTable(
  'chat_files',
  {
    id: identity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => chats.accountId, { onDelete: 'cascade' }),
    uploadedById: integer('uploaded_by_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null until a message is sent with it. */
    messageId: integer('message_id').references(() => chatMessages.id, { onDelete: 'cascade' }),
    storeKey: text('store_key').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('chat_files_chat').on(table.accountId), index('chat_files_message').on(table.messageId)],
)

/** Stored files whose row was deleted, inserted by a trigger; a job deletes them. */
export const goneChatFiles = pgTable('gone_chat_files', {
  storeKey: text('store_key').primaryKey(),
  goneAt: moment('gone_at').notNull().defaultNow(),
})

/** Requests to be called back, also of guests. */
export const callbacks = pgTable(
  'callbacks',
  {
    id: identity(),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    organisationId: integer('organisation_id').references(() => organisations.id, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    name: text('name').notNull(),
    /** The chosen time of the call as text; '' = now. */
    wanted: text('wanted').notNull().default(''),
    /** Earliest time of the call. */
    callAt: moment('wanted_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    assigneeId: integer('assignee_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** Note of staff. */
    note: text('note').notNull().default(''),
    doneAt: moment('done_at'),
    doneBy: text('done_by').notNull().default(''),
    result: text('result').notNull().default(''),
  },
  (table) => [
    index('callbacks_open')
      .on(table.createdAt)
      .where(sql`done_at is null`),
    index('callbacks_phone').on(table.phone, table.createdAt),
    check('callbacks_side', sql`${table.organisationId} is null or ${table.accountId} is not null`),
  ],
)
