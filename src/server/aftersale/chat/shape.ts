import type { ChatFile, ChatMessage } from '#shared/api/talk/chat.ts'
import { roubles } from '#shared/rules/money.ts'
import type { OrderPrices } from '#server/buying/orders/shown-prices.ts'
import type { StoredChat, StoredFile, StoredMessage } from './queries.ts'

type Reading = { chat: Pick<StoredChat, 'buyerReadId' | 'staffReadId'>; prices: OrderPrices }

export function shapeMessage(stored: StoredMessage, { chat, prices }: Reading): ChatMessage {
  const { id, author, message, note, fromStaff, createdAt } = stored
  return {
    id,
    from_whom: fromStaff ? 'manager' : 'user',
    author,
    message,
    date: createdAt,
    note,
    read: id <= (fromStaff ? chat.buyerReadId : chat.staffReadId),
    files: stored.files.map(shapeFile),
    orders: stored.orders.map(({ sumKopecks, ...order }) => {
      const shownKopecks = prices.sumOf({ ...order, sumKopecks })
      return { ...order, sum: shownKopecks === null ? null : roubles(shownKopecks) }
    }),
    goods: stored.goods.map(({ name, ...good }) => ({ ...good, header: name })),
  }
}

export function shapeFile({ id, name, type, sizeBytes, createdAt }: StoredFile): ChatFile {
  return { id, name, type, size: sizeBytes, date: createdAt }
}
