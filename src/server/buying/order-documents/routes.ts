import type { FastifyReply } from 'fastify'
import * as api from '#shared/api/files.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PdfQueue } from '#server/platform/files/pdf-queue.ts'
import { buyer, staff } from '#server/platform/http/actor.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import type { BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'
import { prepareInvoice, streamOrderSheet } from './service.ts'

type Deps = { db: Db; pdf: PdfQueue }
type Reader = BuyerActor | StaffActor

/** An order's documents as files, for its buyer and staff. */
export function orderDocumentRoutes({ onFile }: FileApi, deps: Deps): void {
  onFile(api.orderInvoice, ({ actor, input, reply }) => sendInvoice(buyer(actor), input.id, reply), uncompressed)
  onFile(api.staffOrderInvoice, ({ actor, input, reply }) => sendInvoice(staff(actor), input.id, reply), uncompressed)
  onFile(api.orderSheet, ({ actor, input, reply }) => sendSheet(buyer(actor), input.id, reply), uncompressed)
  onFile(api.staffOrderSheet, ({ actor, input, reply }) => sendSheet(staff(actor), input.id, reply), uncompressed)

  async function sendInvoice(actor: Reader, orderId: number, reply: FastifyReply): Promise<FastifyReply> {
    const { name, bytes } = await deps.pdf.render(actor.accountId, () => prepareInvoice(deps, actor, { orderId }))
    return reply.type(api.mediaTypes.pdf).headers(privateAttachment(name)).send(bytes)
  }

  async function sendSheet(actor: Reader, orderId: number, reply: FastifyReply): Promise<FastifyReply> {
    const { name, content } = await streamOrderSheet(deps, actor, { orderId })
    return reply.type(api.mediaTypes.xlsx).headers(privateAttachment(name)).send(content)
  }
}
