import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { Actor, BuyerActor } from '#server/platform/sessions/actor.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import type { ChatStateCache } from './chat-state-cache.ts'
import { countLinkable, searchClaims, searchInvoices, type Side } from './queries-cards.ts'
import { attachFiles, listFiles } from './queries-files.ts'
import {
  findByKey,
  findChat,
  findManager,
  insertMessage,
  listAllowedOrders,
  listExistingGoods,
  listMessages,
  lockChat,
  markRead,
  noChat,
  updateChatAfterMessage,
  type StoredChat,
  type StoredMessage,
} from './queries.ts'

type Deps = { db: Db; news: ChatStateCache }

const pageSize = 50

export type MessageInput = {
  message: string
  files: number[]
  orders: number[]
  goods: number[]
  claims: number[]
  invoices: number[]
  key: string | undefined
}

/** State of the buyer's own chat, from the cache if it has not changed. */
export async function chatState({ db, news }: Deps, { accountId }: Actor) {
  return news.known(accountId) ?? news.read(accountId, async () => (await findChat(db, { accountId })) ?? { ...noChat })
}

/** A page of the own chat. The state is read before the messages: a change may be reported twice, never missed. */
export async function readOwnChat(deps: Deps, actor: BuyerActor, { before }: { before: number | undefined }) {
  const { db, news } = deps
  const { accountId } = actor
  const chat = await news.read(accountId, async () => (await findChat(db, { accountId })) ?? { ...noChat })
  const page = await readPage(db, { accountId, side: 'buyer', before })
  const [manager, files] = [await findManager(db, actor), await listFiles(db, { accountId })]
  return { chat, ...page, manager, files }
}

export async function readPage(db: Db, filter: { accountId: number; side: Side; before: number | undefined }) {
  const rows = await listMessages(db, { ...filter, limit: pageSize })
  const more = rows.length > pageSize
  return { messages: more ? rows.slice(1) : rows, more }
}

export async function readChatRow({ db }: Pick<Deps, 'db'>, accountId: number): Promise<StoredChat> {
  return (await findChat(db, { accountId })) ?? { ...noChat }
}

/** The newest messages that match the query, in their order. */
export async function searchMessages(
  { db }: Pick<Deps, 'db'>,
  filter: { accountId: number; side: Side; query: string },
): Promise<StoredMessage[]> {
  const rows = await listMessages(db, { ...filter, limit: pageSize })
  return rows.slice(-pageSize)
}

/** Claims and unpaid documents that the chat's buyer may see and a message may link. */
export async function searchLinkable({ db }: Pick<Deps, 'db'>, of: { accountId: number; query: string }) {
  return { claims: await searchClaims(db, of), invoices: await searchInvoices(db, of) }
}

/** Sends a message to staff. A repeated key returns the stored message. */
export async function sendBuyerMessage(deps: Deps, actor: BuyerActor, sent: MessageInput) {
  const { accountId, organisationId, name } = actor
  return deps.db.transaction(async (tx) => {
    await lockChat(tx, { accountId, organisationId })
    const written = await writeMessage(tx, actor, { accountId, side: 'buyer', note: false, ...sent })
    if (written.isNew)
      await notify(tx, {
        accountIds: await listStaffOfCustomer(tx, actor),
        kind: 'chat',
        title: `${name}: сообщение в чате`,
        text: sent.message.slice(0, 200),
        link: `/admin/chats?chat=${accountId}`,
        // One notice for all messages until they are read.
        eventKey: `chat-staff:${accountId}:${written.readBefore.staffReadId}`,
      })
    return { message: written.message, version: written.version }
  })
}

type AddressedMessage = MessageInput & { accountId: number; side: Side; note: boolean }

/** The caller holds the chat's lock. */
export async function writeMessage(tx: Db, author: Actor, sent: AddressedMessage) {
  const { accountId, side, note, key } = sent
  const readBefore = (await findChat(tx, { accountId })) ?? noChat
  const known = key === undefined ? undefined : await findByKey(tx, { accountId, authorId: author.accountId, key })
  const id = known ?? (await insertCheckedMessage(tx, author, sent))
  if (known === undefined) await updateChatAfterMessage(tx, { accountId, id, side, note })
  const [message] = await listMessages(tx, { accountId, side, limit: 1, id })
  const { version } = (await findChat(tx, { accountId })) ?? noChat
  if (!message) throw new Error('the message was not written')
  return { message, version, isNew: known === undefined, readBefore }
}

async function insertCheckedMessage(
  tx: Db,
  author: Actor,
  { accountId, side, note, key, ...sent }: AddressedMessage,
): Promise<number> {
  const message = sent.message.trim()
  const files = unique(sent.files)
  const links = {
    orders: unique(sent.orders),
    goods: unique(sent.goods),
    claims: unique(sent.claims),
    invoices: unique(sent.invoices),
  }
  if (message === '' && [files, ...Object.values(links)].every((ids) => ids.length === 0))
    throw new AppError('invalid', { fields: { message: 'Напишите сообщение' } })
  await checkLinks(tx, { accountId, side, ...links })
  const id = await insertMessage(tx, {
    accountId,
    authorId: author.accountId,
    author: author.name,
    fromStaff: side === 'staff',
    note,
    message,
    orderIds: links.orders,
    productIds: links.goods,
    claimIds: links.claims,
    entryIds: links.invoices,
    key,
  })
  const attached = await attachFiles(tx, { accountId, authorId: author.accountId, messageId: id, ids: files })
  if (attached < files.length) throw new AppError('invalid', { fields: { files: 'Приложите файл ещё раз' } })
  return id
}

type MessageLinks = { accountId: number; side: Side } & Pick<MessageInput, 'orders' | 'goods' | 'claims' | 'invoices'>

/** Foreign and missing objects are refused alike. */
async function checkLinks(tx: Db, { accountId, side, orders, goods, claims, invoices }: MessageLinks): Promise<void> {
  const linkable = await countLinkable(tx, { accountId, claims, invoices })
  const fields = {
    ...((await listAllowedOrders(tx, { ids: orders, side, accountId })).length < orders.length && {
      orders: 'Такого заказа нет',
    }),
    ...((await listExistingGoods(tx, { ids: goods })).length < goods.length && { goods: 'Такого товара нет' }),
    ...(linkable.claims < claims.length && { claims: 'Такой рекламации нет' }),
    ...(linkable.invoices < invoices.length && { invoices: 'Такого счёта нет' }),
  }
  throwIfInvalid(fields)
}

const unique = (ids: number[]) => [...new Set(ids)]

/** Never moves the mark back. What staff read for the buyer stays unread. */
export async function markReadUpTo(
  { db }: Deps,
  { accountId, actedBy }: Actor,
  { id }: { id: number },
): Promise<number> {
  if (!actedBy) await markRead(db, { accountId, id, side: 'buyer' })
  return (await findChat(db, { accountId }))?.unread ?? 0
}
