import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import * as api from '#shared/api/catalogue.ts'
import { wireId } from '#shared/api/wire.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { FileStore } from '#server/files/store.ts'
import { documentType } from '#server/files/document-types.ts'
import type { Api } from '#server/http/api.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Sessions } from '#server/http/session.ts'
import { getBoundDocuments, getBoundGoods } from './binds.ts'
import { getProduct } from './card.ts'
import { getDocument } from './documents.ts'
import type { Catalogue } from './open.ts'
import { getPriceHistory } from './price-history.ts'

type Deps = { db: Db; log: Logger; catalogue: Catalogue; files: FileStore; sessions: Sessions }

/** A product's card, what its tabs load later, and its documents. */
export function cardRoutes(app: FastifyInstance, { on }: Api, deps: Deps): void {
  on(api.product, async ({ actor, input }) => ({ product: await getProduct(deps, actor, input) }))

  on(api.binds, async ({ actor, input: { type, ...asked } }) => ({
    items: type === 'document' ? await getBoundDocuments(deps, actor, asked) : await getBoundGoods(deps, actor, asked),
  }))

  on(api.priceHistory, async ({ actor, input }) => ({ points: await getPriceHistory(deps, actor, input) }))

  app.get<{ Params: { id: string }; Querystring: { contract?: unknown } }>('/documents/:id', async (request, reply) => {
    const actor = await deps.sessions.actorOf(request)
    const { name, type, sizeBytes, key } = await getDocument(deps, actor, { id: idIn(request.params.id), contract: contractIn(request.query.contract) })
    return reply
      .type(documentType(type))
      .header('content-length', sizeBytes)
      .header('content-disposition', attachment(`${name}.${type}`))
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=300')
      .send(deps.files.get(key))
  })
}

function idIn(given: unknown): number {
  const { data, success } = wireId.safeParse(given)
  if (!success) throw new AppError('notFound')
  return data
}

function contractIn(given: unknown): number | undefined {
  return given === undefined || given === '' ? undefined : idIn(given)
}
