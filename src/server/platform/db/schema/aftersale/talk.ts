import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../access.ts'
import { identity, moment } from '../columns.ts'
import { organisations } from '../organisations.ts'

/** The talk of one buyer's account with the staff. Its row is the lock under which messages are numbered. */
export const chats = pgTable(
  'chats',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    /** Who of the staff has taken it; null: nobody yet. */
    assigneeId: integer('assignee_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** Raised by every change of the chat, marks of reading among them. */
    version: integer('version').notNull().default(1),
    buyerReadId: integer('buyer_read_id').notNull().default(0),
    buyerReadAt: moment('buyer_read_at'),
    staffReadId: integer('staff_read_id').notNull().default(0),
    /** Since when the buyer waits for an answer; null: answered or closed. */
    waitingSince: moment('waiting_since'),
    /** Until when staff has put it off; then a job gives it back to those that wait. */
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
    /** The chat. */
    accountId: integer('account_id')
      .notNull()
      .references(() => chats.accountId, { onDelete: 'cascade' }),
    authorId: integer('author_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** As it was then. */
    author: text('author').notNull(),
    fromStaff: boolean('from_staff').notNull(),
    /** Staff's own remark: the buyer never gets it. */
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
    /** Documents of the ledger whose invoice is meant. */
    entryIds: integer('entry_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The client's key: one message, however often it is sent. */
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
    /** Null until a message carries it. */
    messageId: integer('message_id').references(() => chatMessages.id, { onDelete: 'cascade' }),
    storeKey: text('store_key').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('chat_files_chat').on(table.accountId), index('chat_files_message').on(table.messageId)],
)

/** Files of the store whose row is gone, written by a trigger; a job deletes them. */
export const goneChatFiles = pgTable('gone_chat_files', {
  storeKey: text('store_key').primaryKey(),
  goneAt: moment('gone_at').notNull().defaultNow(),
})

/** Requests to be called back, of guests too. */
export const callbacks = pgTable(
  'callbacks',
  {
    id: identity(),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    organisationId: integer('organisation_id').references(() => organisations.id, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    name: text('name').notNull(),
    /** When they want the call, in their own words of a list; '' = now. */
    wanted: text('wanted').notNull().default(''),
    /** From when on they may be called. */
    wantedAt: moment('wanted_at').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
    assigneeId: integer('assignee_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** What staff noted while it was open. */
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
