import * as api from '#shared/api/money/purchased.ts'
import { mediaTypes } from '#shared/api/files.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { pageSizes } from '#shared/constants.ts'
import { parseContractFilter } from '#server/customers/organisations/shape-contract-filter.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import type { Db } from '#server/platform/db/client.ts'
import { buyer } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { privateAttachment, uncompressed } from '#server/platform/http/attachment.ts'
import type { FileApi } from '#server/platform/http/file-api.ts'
import { readPurchased, streamPurchased, type PurchasedInput } from './service.ts'
import { shapePurchased } from './shape.ts'

const maxPageSize = 100

/** Purchased goods of a contract, in four reports. */
export function purchasedRoutes({ on }: Api, { onFile }: FileApi, deps: { db: Db; catalogue: Catalogue }): void {
  on(api.purchasedGoods, async ({ actor, input }) => {
    const { page = 1, perpage = pageSizes.purchased } = input
    const perPage = Math.min(perpage, maxPageSize)
    return shapePurchased(
      await readPurchased(deps, buyer(actor), { ...toPurchasedInput(input), page, perPage, now: new Date() }),
    )
  })

  onFile(
    api.purchasedSheet,
    async ({ actor, input, reply }) => {
      const { name, content } = await streamPurchased(deps, buyer(actor), {
        ...toPurchasedInput(input),
        now: new Date(),
      })
      return reply.type(mediaTypes.xlsx).headers(privateAttachment(name)).send(content)
    },
    uncompressed,
  )
}

type Filter = Omit<ParsedInputOf<typeof api.purchasedGoods>, 'page' | 'perpage'>

function toPurchasedInput({ report = 1, catalog, brand, sort = 'sum', ...filter }: Filter): PurchasedInput {
  return { ...parseContractFilter(filter), report, categoryId: catalog, brandId: brand, sort }
}
