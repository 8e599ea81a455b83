import type { FastifyReply } from 'fastify'
import * as api from '#shared/api/files.ts'
import type { Db } from '#server/platform/db/client.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import type { PdfRenderer } from '#server/platform/files/pdf.ts'
import { buyer, staff } from '#server/platform/http/actor.ts'
import { attachment } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import { renderInvoice, streamOrderSheet } from './service.ts'

type Deps = { db: Db; pdf: PdfRenderer }
type Reader = BuyerActor | StaffActor

/** One thread lays invoices out; the second of them is ready for it when the first is done. */
const invoiceQueue = { atOnce: 2, atOnceEach: 1, maxWaiting: 50, maxWaitingEach: 10, retryAfterSeconds: 3 }
const packed = { compress: false } as const

/** An order's papers as files, for its buyer and for staff. */
export function orderDocumentRoutes({ onFile }: FileApi, deps: Deps): void {
  const queue = createFairQueue(invoiceQueue)
  onFile(api.orderInvoice, ({ actor, input, reply }) => sendInvoice(buyer(actor), input.id, reply), packed)
  onFile(api.staffOrderInvoice, ({ actor, input, reply }) => sendInvoice(staff(actor), input.id, reply), packed)
  onFile(api.orderSheet, ({ actor, input, reply }) => sendSheet(buyer(actor), input.id, reply), packed)
  onFile(api.staffOrderSheet, ({ actor, input, reply }) => sendSheet(staff(actor), input.id, reply), packed)

  async function sendInvoice(actor: Reader, orderId: number, reply: FastifyReply): Promise<FastifyReply> {
    const { name, bytes } = await queue.take(actor.accountId, () => renderInvoice(deps, actor, { orderId }))
    return reply.type(api.mediaTypes.pdf).headers(headersOf(name)).send(bytes)
  }

  async function sendSheet(actor: Reader, orderId: number, reply: FastifyReply): Promise<FastifyReply> {
    const { name, content } = await streamOrderSheet(deps, actor, { orderId })
    return reply.type(api.mediaTypes.xlsx).headers(headersOf(name)).send(content)
  }
}

function headersOf(name: string) {
  return { 'cache-control': 'private, no-store', 'content-disposition': attachment(name) }
}
