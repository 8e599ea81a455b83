import type { ChatClaim, ChatFile, ChatInvoice, ChatMessage } from '#shared/api/talk/chat.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { datedPaper } from '#shared/rules/ledger.ts'
import { roubles } from '#shared/rules/money.ts'
import type { OrderPrices } from '#server/buying/orders/order-prices.ts'
import type { StoredChat, StoredFile, StoredMessage } from './queries.ts'
import type { StoredClaim, StoredInvoice } from './queries-cards.ts'

type MessageContext = { chat: Pick<StoredChat, 'buyerReadId' | 'staffReadId'>; prices: OrderPrices }

export function shapeMessage(stored: StoredMessage, { chat, prices }: MessageContext): ChatMessage {
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
    claims: stored.claims.map(shapeClaim),
    invoices: stored.invoices.map(shapeInvoice),
  }
}

export function shapeClaim({ answerBy, ...claim }: StoredClaim): ChatClaim {
  return { ...claim, answer_by: answerBy === null ? null : formatDay(answerBy) }
}

export function shapeInvoice({ id, contractId, leftKopecks, dueOn, ...paper }: StoredInvoice): ChatInvoice {
  return {
    id,
    contract: contractId,
    header: datedPaper(paper),
    left: roubles(leftKopecks),
    due: dueOn === null ? null : formatDay(dueOn),
    overdue: leftKopecks > 0 && dueOn !== null && dueOn < dayOf(new Date()),
  }
}

export function shapeFile({ id, name, type, sizeBytes, createdAt }: StoredFile): ChatFile {
  return { id, name, type, size: sizeBytes, date: createdAt }
}
