import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wireId } from '#shared/api/wire.ts'
import { may, type Right } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor, StaffActor } from '#server/features/access/actor.ts'
import { createFairTurns } from '#server/fair-turns.ts'
import type { PdfRenderer } from '#server/files/pdf.ts'
import { buyer, staff } from '#server/http/actor.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Sessions } from '#server/http/session.ts'
import { renderInvoice, streamOrderSheet } from './service.ts'

type Deps = { db: Db; sessions: Sessions; pdf: PdfRenderer }

/** One thread lays invoices out; the second of them is ready for it when the first is done. */
const invoiceTurns = { atOnce: 2, atOnceEach: 1, maxWaiting: 50, maxWaitingEach: 10, retryAfterSeconds: 3 }
type Address = { Params: { id: string } }

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An order's papers as files, for its buyer and for staff. */
export function orderDocumentRoutes(app: FastifyInstance, deps: Deps): void {
  const doors = [
    { path: '/api/order/:id', reader: (request: FastifyRequest) => readerOf(deps, request, 'order.view', buyer) },
    { path: '/api/admin/order/:id', reader: (request: FastifyRequest) => readerOf(deps, request, 'staff.orders', staff) },
  ]
  const turns = createFairTurns(invoiceTurns)
  for (const { path, reader } of doors) {
    app.get<Address>(`${path}/invoice.pdf`, { compress: false }, async (request, reply) => {
      const actor = await reader(request)
      const { name, bytes } = await turns.take(actor.accountId, () => renderInvoice(deps, actor, { orderId: idOf(request.params) }))
      return reply.type('application/pdf').headers({ 'cache-control': 'private, no-store', 'content-disposition': attachment(name) }).send(bytes)
    })

    app.get<Address>(`${path}/order.xlsx`, { compress: false }, async (request, reply) => {
      const { name, content } = await streamOrderSheet(deps, await reader(request), { orderId: idOf(request.params) })
      return reply.type(spreadsheet).headers({ 'cache-control': 'private, no-store', 'content-disposition': attachment(name) }).send(content)
    })
  }
}

type Narrow<Reader> = (actor: NonNullable<Awaited<ReturnType<Sessions['actorOf']>>>) => Reader

async function readerOf<Reader extends BuyerActor | StaffActor>({ sessions }: Deps, request: FastifyRequest, right: Right, narrow: Narrow<Reader>): Promise<Reader> {
  const actor = await sessions.actorOf(request)
  if (!actor) throw new AppError('notSignedIn')
  if (!may(actor.role, right)) throw new AppError('forbidden')
  return narrow(actor)
}

function idOf({ id }: Address['Params']): number {
  const parsed = wireId.safeParse(id)
  if (!parsed.success) throw new AppError('notFound')
  return parsed.data
}
