import * as api from '#shared/api/showcase.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { pageOf } from '#server/catalogue/lists/read.ts'
import type { Api } from '#server/platform/http/api.ts'
import { listBannersOfToday, listOfferGoods } from './service.ts'

export function showcaseRoutes({ on }: Api, deps: { db: Db; catalogue: Catalogue }): void {
  on(api.hitGoods, ({ actor, input }) => pageOf(deps, actor, { ...pageInput(input), only: 'hit' }))
  on(api.noveltyGoods, ({ actor, input }) => pageOf(deps, actor, { ...pageInput(input), only: 'new' }))
  on(api.sales, ({ actor, input }) => pageOf(deps, actor, { ...pageInput(input), only: 'sale' }))
  on(api.specGoods, ({ actor, input }) => listOfferGoods(deps, actor, pageInput(input)))
  on(api.banners, async () => ({ banners: await listBannersOfToday(deps) }))
}

function pageInput<Input extends { perpage?: number | undefined }>({ perpage, ...input }: Input) {
  return { ...input, perPage: perpage }
}
