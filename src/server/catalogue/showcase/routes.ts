import * as api from '#shared/api/showcase.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { formatDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { shapeGoodsPage } from '#server/catalogue/search/shape.ts'
import { readPage } from '#server/catalogue/lists/read.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { RunningOffer } from './queries.ts'
import { listBannersOfToday, listOfferGoods } from './service.ts'

export function showcaseRoutes({ on }: Api, deps: { db: Db; catalogue: Catalogue }): void {
  const listOf = (only: 'hit' | 'new' | 'sale') => async (call: { actor: Actor; input: PageInput }) =>
    shapeGoodsPage(await readPage(deps, call.actor, { ...pageInput(call.input), only }))
  on(api.hitGoods, listOf('hit'))
  on(api.noveltyGoods, listOf('new'))
  on(api.sales, listOf('sale'))

  on(api.specGoods, async ({ actor, input }) => {
    const { page, offerOf, offers } = await listOfferGoods(deps, actor, {
      ...pageInput(input),
      categoryId: input.catalog,
      offerId: input.offer,
    })
    return {
      ...shapeGoodsPage(page),
      goods: page.rows.map((row) => ({ ...row, offer: offerOf.get(row.id) ?? null })),
      offers: offers.map(shapeOffer),
    }
  })

  on(api.banners, async () => ({ banners: await listBannersOfToday(deps) }))
}

type PageInput = ParsedInputOf<typeof api.hitGoods>

function pageInput({ contract, page, perpage }: PageInput) {
  return { contractId: contract, page, perPage: perpage }
}

function shapeOffer({ startsOn, endsOn, ...offer }: RunningOffer): api.SpecialOffer {
  return { ...offer, starts: formatDay(startsOn), ends: formatDay(endsOn) }
}
