import { goodsBreaks } from '#shared/api/money/price-breaks.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readGoodsBreaks } from './buyer-breaks.ts'
import { shapeBreak } from './shape-break.ts'

export function priceBreakRoutes({ on }: Api, deps: { db: Db }): void {
  on(goodsBreaks, async ({ actor, input: { contract, ids } }) => {
    const goods = await readGoodsBreaks(deps, actor, { contractId: contract, productIds: ids })
    return {
      items: goods.map(({ productId, unit, breaks }) => ({ id: productId, unit, breaks: breaks.map(shapeBreak) })),
    }
  })
}
