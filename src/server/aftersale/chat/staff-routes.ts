import * as api from '#shared/api/staff/talk.ts'
import { staffChatLinks, staffSearchChat } from '#shared/api/talk/chat-search.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { everyOrderPrice } from '#server/buying/orders/order-prices.ts'
import type { TalkRow } from './queries-staff.ts'
import { idempotencyKeyOf } from '#server/platform/http/idempotency-key.ts'
import { messageInputOf } from './message-input.ts'
import { shapeFacts } from './shape-facts.ts'
import { shapeClaim, shapeInvoice, shapeMessage } from './shape.ts'
import {
  changeChat,
  countWaiting,
  searchCustomerLinks,
  readCall,
  readCustomerChat,
  readFacts,
  readTalks,
  searchCustomerChat,
  sendAnswer,
} from './staff.ts'

/** Staff's side of chats, and the queue of chats and calls. */
export function staffChatRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffTalks, async ({ actor, input: { scope = 'waiting', query = '' } }) => {
    const { items, counts, norm } = await readTalks(deps, staff(actor), { scope, query: query.trim() })
    return { items: items.map(shapeTalk), counts, norm }
  })
  on(api.staffTalksWaiting, async ({ actor }) => ({ count: await countWaiting(deps, staff(actor)) }))
  on(api.staffCall, async ({ actor, input }) => {
    const { talk, colleagues } = await readCall(deps, staff(actor), input)
    const { organisationId: _own, ...row } = talk
    return { talk: shapeTalk(row), colleagues }
  })
  on(api.staffChat, async ({ actor, input: { id, since, before } }) => {
    const read = await readCustomerChat(deps, staff(actor), { accountId: id, since, before })
    const { person, chat, messages, more, unchanged } = read
    const { organisationId: _own, ...facts } = person
    return {
      version: chat.version,
      unchanged,
      unread: chat.unread,
      messages: messages.map((each) => shapeMessage(each, { chat, prices: everyOrderPrice })),
      more,
      person: { ...facts, waiting: chat.waiting },
    }
  })
  on(api.staffChatFacts, async ({ actor, input: { id } }) => {
    const now = new Date()
    return shapeFacts(await readFacts(deps, staff(actor), { accountId: id, now }), dayOf(now))
  })
  on(staffSearchChat, async ({ actor, input: { id, query } }) => {
    const { chat, messages } = await searchCustomerChat(deps, staff(actor), { accountId: id, query })
    return { messages: messages.map((each) => shapeMessage(each, { chat, prices: everyOrderPrice })) }
  })
  on(staffChatLinks, async ({ actor, input: { id, query = '' } }) => {
    const { orders, goods, claims, invoices } = await searchCustomerLinks(deps, staff(actor), { accountId: id, query })
    return {
      orders: orders.map(({ sumKopecks, ...order }) => ({ ...order, sum: roubles(sumKopecks) })),
      goods: goods.map(({ name, ...good }) => ({ ...good, header: name })),
      claims: claims.map(shapeClaim),
      invoices: invoices.map(shapeInvoice),
    }
  })
  on(api.staffSendChat, async ({ actor, input, request }) => {
    const { account: accountId, note = false } = input
    const answer = { accountId, note, ...messageInputOf(input), key: idempotencyKeyOf(request) }
    const { message, version } = await sendAnswer(deps, staff(actor), answer)
    if (input.close) await changeChat(deps, staff(actor), { accountId, action: 'close' })
    const chat = { buyerReadId: 0, staffReadId: message.id }
    return { message: shapeMessage(message, { chat, prices: everyOrderPrice }), version }
  })
  on(api.staffChatState, async ({ actor, input: { account: accountId, ...change } }) => {
    await changeChat(deps, staff(actor), { accountId, ...change })
    return {}
  })
}

const shapeTalk = ({ at, ...row }: TalkRow) => ({ ...row, date: at })
