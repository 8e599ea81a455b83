import type { Logger } from 'pino'
import * as api from '#shared/api/catalogue.ts'
import { productDocument } from '#shared/api/files.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { documentType } from '#server/platform/files/document-types.ts'
import type { Api } from '#server/platform/http/api.ts'
import { attachment } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { getBoundDocuments, getBoundGoods } from './binds.ts'
import { getProduct } from './card.ts'
import { getDocument } from './documents.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { ProductRequest } from './open-product.ts'
import { getPriceHistory } from './price-history.ts'
import { shapeBoundDocument, shapeBoundGood, shapeCard, shapePricePoint } from './shape.ts'

type Deps = { db: Db; log: Logger; catalogue: Catalogue; files: FileStore }

/** Calls of the product card, its lazily loaded tabs and its documents. */
export function cardRoutes({ on }: Api, { onFile }: FileApi, deps: Deps): void {
  on(api.product, async ({ actor, input }) => ({
    product: shapeCard(await getProduct(deps, actor, productRequest(input))),
  }))

  on(api.binds, async ({ actor, input }) => {
    const query = { ...productRequest(input), bindIds: input.bindIds }
    if (input.type === 'product') return { items: (await getBoundGoods(deps, actor, query)).map(shapeBoundGood) }
    const { documents, contractId } = await getBoundDocuments(deps, actor, query)
    return { items: documents.map((document) => shapeBoundDocument(document, contractId)) }
  })

  on(api.priceHistory, async ({ actor, input }) => {
    const points = await getPriceHistory(deps, actor, productRequest(input))
    return { points: points.map(shapePricePoint) }
  })

  onFile(productDocument, async ({ actor, input, reply }) => {
    const { name, type, sizeBytes, key } = await getDocument(deps, actor, productRequest(input))
    return reply
      .type(documentType(type))
      .header('content-length', sizeBytes)
      .header('content-disposition', attachment(`${name}.${type}`))
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=300')
      .send(deps.files.get(key))
  })
}

function productRequest({ id, contract }: { id: number; contract?: number | undefined }): ProductRequest {
  return { id, contractId: contract }
}
