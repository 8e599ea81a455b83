import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import type { Actor, BuyerActor } from '#server/platform/sessions/actor.ts'
import { listStaffOfCustomer } from '#server/customers/organisations/shared-queries-customers.ts'
import type { ChatNews } from './news.ts'
import { countNameable, listClaimsLike, listInvoicesLike, type Side } from './queries-cards.ts'
import { attachFiles, listFiles } from './queries-files.ts'
import {
  findByKey,
  findChat,
  findManager,
  insertMessage,
  listAllowedOrders,
  listKnownGoods,
  listMessages,
  lockChat,
  markRead,
  noChat,
  noteMessage,
  type StoredChat,
  type StoredMessage,
} from './queries.ts'

type Deps = { db: Db; news: ChatNews }

const pageOfMessages = 50

export type Sent = {
  message: string
  files: number[]
  orders: number[]
  goods: number[]
  claims: number[]
  invoices: number[]
  key: string | undefined
}

/** The state of the own chat, without the database where nothing has changed since it was read. */
export async function chatState({ db, news }: Deps, { accountId }: Actor) {
  return news.known(accountId) ?? news.read(accountId, async () => (await findChat(db, { accountId })) ?? { ...noChat })
}

/** A page of the own chat. What is told about its state was read before the messages: news may be told twice. */
export async function readOwnChat(deps: Deps, actor: BuyerActor, { before }: { before: number | undefined }) {
  const { db, news } = deps
  const { accountId } = actor
  const chat = await news.read(accountId, async () => (await findChat(db, { accountId })) ?? { ...noChat })
  const page = await readPage(db, { accountId, side: 'buyer', before })
  const [manager, files] = [await findManager(db, actor), await listFiles(db, { accountId })]
  return { chat, ...page, manager, files }
}

export async function readPage(db: Db, filter: { accountId: number; side: Side; before: number | undefined }) {
  const rows = await listMessages(db, { ...filter, limit: pageOfMessages })
  const more = rows.length > pageOfMessages
  return { messages: more ? rows.slice(1) : rows, more }
}

export async function readChatRow({ db }: Pick<Deps, 'db'>, accountId: number): Promise<StoredChat> {
  return (await findChat(db, { accountId })) ?? { ...noChat }
}

/** The newest messages that say it, in their order. */
export async function findInChat(
  { db }: Pick<Deps, 'db'>,
  filter: { accountId: number; side: Side; query: string },
): Promise<StoredMessage[]> {
  const rows = await listMessages(db, { ...filter, limit: pageOfMessages })
  return rows.slice(-pageOfMessages)
}

/** Claims and unpaid documents that the buyer of a chat may see, for a message to name. */
export async function findOwnLinks({ db }: Pick<Deps, 'db'>, of: { accountId: number; query: string }) {
  return { claims: await listClaimsLike(db, of), invoices: await listInvoicesLike(db, of) }
}

/** Writes to the staff. A message sent again under its key is the one that was written. */
export async function sendOwn(deps: Deps, actor: BuyerActor, sent: Sent) {
  const { accountId, organisationId, name } = actor
  return deps.db.transaction(async (tx) => {
    await lockChat(tx, { accountId, organisationId })
    const written = await write(tx, actor, { accountId, side: 'buyer', note: false, ...sent })
    if (written.isNew)
      await notify(tx, {
        accountIds: await listStaffOfCustomer(tx, actor),
        kind: 'chat',
        title: `${name}: сообщение в чате`,
        text: sent.message.slice(0, 200),
        link: `/admin/chats?chat=${accountId}`,
        // One for all that is written until it is read.
        eventKey: `chat-staff:${accountId}:${written.readBefore.staffReadId}`,
      })
    return { message: written.message, version: written.version }
  })
}

type Written = Sent & { accountId: number; side: Side; note: boolean }

/** Within the chat's lock. */
export async function write(tx: Db, author: Actor, sent: Written) {
  const { accountId, side, note, key } = sent
  const readBefore = (await findChat(tx, { accountId })) ?? noChat
  const known = key === undefined ? undefined : await findByKey(tx, { accountId, authorId: author.accountId, key })
  const id = known ?? (await add(tx, author, sent))
  if (known === undefined) await noteMessage(tx, { accountId, id, side, note })
  const [message] = await listMessages(tx, { accountId, side, limit: 1, id })
  const { version } = (await findChat(tx, { accountId })) ?? noChat
  if (!message) throw new Error('the message was not written')
  return { message, version, isNew: known === undefined, readBefore }
}

async function add(tx: Db, author: Actor, { accountId, side, note, key, ...sent }: Written): Promise<number> {
  const message = sent.message.trim()
  const files = unique(sent.files)
  const named = {
    orders: unique(sent.orders),
    goods: unique(sent.goods),
    claims: unique(sent.claims),
    invoices: unique(sent.invoices),
  }
  if (message === '' && [files, ...Object.values(named)].every((ids) => ids.length === 0))
    throw new AppError('invalid', { fields: { message: 'Напишите сообщение' } })
  await checkNamed(tx, { accountId, side, ...named })
  const id = await insertMessage(tx, {
    accountId,
    authorId: author.accountId,
    author: author.name,
    fromStaff: side === 'staff',
    note,
    message,
    orderIds: named.orders,
    productIds: named.goods,
    claimIds: named.claims,
    entryIds: named.invoices,
    key,
  })
  const attached = await attachFiles(tx, { accountId, authorId: author.accountId, messageId: id, ids: files })
  if (attached < files.length) throw new AppError('invalid', { fields: { files: 'Приложите файл ещё раз' } })
  return id
}

type Named = { accountId: number; side: Side } & Pick<Sent, 'orders' | 'goods' | 'claims' | 'invoices'>

/** What is foreign answers as what does not exist. */
async function checkNamed(tx: Db, { accountId, side, orders, goods, claims, invoices }: Named): Promise<void> {
  const nameable = await countNameable(tx, { accountId, claims, invoices })
  const fields = {
    ...((await listAllowedOrders(tx, { ids: orders, side, accountId })).length < orders.length && {
      orders: 'Такого заказа нет',
    }),
    ...((await listKnownGoods(tx, { ids: goods })).length < goods.length && { goods: 'Такого товара нет' }),
    ...(nameable.claims < claims.length && { claims: 'Такой рекламации нет' }),
    ...(nameable.invoices < invoices.length && { invoices: 'Такого счёта нет' }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
}

const unique = (ids: number[]) => [...new Set(ids)]

/** Reading again, or less than before, changes nothing. */
export async function readUpTo({ db }: Deps, { accountId }: Actor, { id }: { id: number }): Promise<number> {
  await markRead(db, { accountId, id, side: 'buyer' })
  return (await findChat(db, { accountId }))?.unread ?? 0
}
