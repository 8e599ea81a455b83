import { sql } from 'drizzle-orm'
import { byAccount, type ClassifiedTable } from './rows-of.ts'

/** Messages of the chat that its buyer sees. */
const ofNoNote = sql`not t.note`
/** Files of the chat that its buyer sees: the buyer's own, and those of messages that are no notes. */
const ofNoNoteOrOwn = sql`(t.uploaded_by_id = t.account_id or exists (
  select from chat_messages message where message.id = t.message_id and not message.note))`

/** The chat and requests to be called back; child tables before their parents. */
export const talkTables: Record<string, ClassifiedTable> = {
  chat_files: {
    title: 'Файлы чата',
    of: byAccount(),
    told: ofNoNoteOrOwn,
    file: 'store_key',
    erasing: 'deleted',
    personal: 'name created_at',
    secret: 'store_key',
    plain: 'id account_id uploaded_by_id message_id type size_bytes',
  },
  chat_messages: {
    title: 'Сообщения чата',
    of: byAccount(),
    told: ofNoNote,
    erasing: 'deleted',
    personal: 'author message created_at',
    plain: 'id account_id author_id from_staff note order_ids product_ids claim_ids entry_ids key',
  },
  chats: {
    title: 'Чат с менеджером',
    of: byAccount(),
    staffNotices: { events: ['chat-staff', 'chat-back'], id: 'account_id' },
    erasing: 'deleted',
    personal: 'last_at buyer_read_at',
    plain: 'account_id organisation_id assignee_id version buyer_read_id staff_read_id waiting_since postponed_until',
  },
  callbacks: {
    title: 'Просьбы перезвонить',
    of: byAccount(),
    staffNotices: { events: ['callback'], id: 'id' },
    erasing: 'deleted',
    personal: 'phone name wanted wanted_at created_at done_by',
    secret: 'note result',
    plain: 'id account_id organisation_id assignee_id done_at',
  },
}
