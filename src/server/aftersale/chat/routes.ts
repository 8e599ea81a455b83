import * as api from '#shared/api/talk/chat.ts'
import { chatLinks, searchChat } from '#shared/api/talk/chat-search.ts'
import { mediaTypes } from '#shared/api/files.ts'
import { isAnswering } from '#shared/rules/talk/answer-hours.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { buyer, staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { findOrderPrices } from '#server/buying/orders/order-prices.ts'
import { countUpload } from '#server/customers/accounts/upload-limit.ts'
import { storeChatFile } from './files.ts'
import type { ChatStateCache } from './chat-state-cache.ts'
import type { StoredMessage } from './queries.ts'
import { findFile, type FileRow } from './queries-files.ts'
import { idempotencyKeyOf } from '#server/platform/http/idempotency-key.ts'
import { messageInputOf } from './message-input.ts'
import {
  chatState,
  searchMessages,
  searchLinkable,
  readChatRow,
  readOwnChat,
  markReadUpTo,
  sendBuyerMessage,
} from './service.ts'
import { shapeClaim, shapeFile, shapeInvoice, shapeMessage } from './shape.ts'
import { getPerson } from './staff.ts'

type Deps = { db: Db; files: FileStore; news: ChatStateCache }

/** The buyer's chat with the personal manager [C.27] [P.7]. */
export function chatRoutes({ on }: Api, deps: Deps): void {
  on(api.getChat, async ({ actor, input: { since, before } }) => {
    const own = buyer(actor)
    if (since !== undefined && before === undefined) {
      const { version, unread } = await chatState(deps, own)
      if (version === since) return { version, unread, unchanged: true, messages: [], more: false }
    }
    const { chat, messages, more, manager, files } = await readOwnChat(deps, own, { before })
    const prices = await pricesFor(actor, messages)
    return {
      version: chat.version,
      unread: chat.unread,
      unchanged: false,
      messages: messages.map((each) => shapeMessage(each, { chat, prices })),
      more,
      about: { manager: manager ?? null, open: isAnswering(new Date()), files: files.map(shapeFile) },
    }
  })
  on(searchChat, async ({ actor, input: { query } }) => {
    const { accountId } = buyer(actor)
    const chat = await readChatRow(deps, accountId)
    const messages = await searchMessages(deps, { accountId, side: 'buyer', query })
    const prices = await pricesFor(actor, messages)
    return { messages: messages.map((each) => shapeMessage(each, { chat, prices })) }
  })
  on(chatLinks, async ({ actor, input: { query = '' } }) => {
    const { claims, invoices } = await searchLinkable(deps, { accountId: buyer(actor).accountId, query })
    return { claims: claims.map(shapeClaim), invoices: invoices.map(shapeInvoice) }
  })
  on(api.chatUnread, async ({ actor }) => ({ unread: (await chatState(deps, buyer(actor))).unread }))
  on(api.readChat, async ({ actor, input }) => ({ unread: await markReadUpTo(deps, buyer(actor), input) }))
  on(api.sendChat, async ({ actor, input, request }) => {
    const { message, version } = await sendBuyerMessage(deps, buyer(actor), {
      ...messageInputOf(input),
      key: idempotencyKeyOf(request),
    })
    const chat = { buyerReadId: message.id, staffReadId: 0 }
    return { message: shapeMessage(message, { chat, prices: await pricesFor(actor, [message]) }), version }
  })

  function pricesFor(actor: Actor, messages: readonly StoredMessage[]) {
    const orderIds = messages.flatMap(({ orders }) => orders.map(({ id }) => id))
    return findOrderPrices(deps.db, actor, { orderIds })
  }
}

/** Files of both sides. */
export async function chatFileRoutes({ onFile, onUpload }: FileApi, deps: Deps): Promise<void> {
  await onUpload(api.uploadChatFile, {
    admit: ({ actor }) => countUpload(deps, actor),
    keep: async (bytes, { actor, input: { name } }) => {
      const { accountId, organisationId } = buyer(actor)
      const file = { accountId, organisationId, uploadedById: accountId, name, bytes }
      return { file: shapeFile(await storeChatFile(deps, file)) }
    },
  })
  await onUpload(api.staffUploadChatFile, {
    admit: async ({ actor, input: { account } }) => {
      await getPerson(deps, staff(actor), account)
      await countUpload(deps, actor)
    },
    keep: async (bytes, { actor, input: { name, account } }) => {
      const { organisationId } = await getPerson(deps, staff(actor), account)
      const file = { accountId: account, organisationId, uploadedById: actor.accountId, name, bytes }
      return { file: shapeFile(await storeChatFile(deps, file)) }
    },
  })
  onFile(
    api.chatFileContent,
    async ({ actor, input: { id }, reply }) => {
      const file = await presentFile(deps, await findFile(deps.db, { id, ...buyer(actor), side: 'buyer' }))
      return reply.headers(privateAttachment(file.name)).type(typeOf(file)).send(deps.files.get(file.storeKey))
    },
    uncompressed,
  )
  onFile(
    api.staffChatFileContent,
    async ({ actor, input: { id }, reply }) => {
      const file = await presentFile(deps, await findFile(deps.db, { id, side: 'staff' }))
      await getPerson(deps, staff(actor), file.accountId)
      return reply.headers(privateAttachment(file.name)).type(typeOf(file)).send(deps.files.get(file.storeKey))
    },
    uncompressed,
  )
}

async function presentFile({ files }: Deps, file: FileRow | undefined): Promise<FileRow> {
  if (!file || !(await files.has(file.storeKey))) throw new AppError('notFound')
  return file
}

function typeOf({ type }: FileRow): string {
  return type === 'jpg' ? mediaTypes.jpeg : mediaTypes[type as 'pdf' | 'docx' | 'xlsx' | 'png']
}
