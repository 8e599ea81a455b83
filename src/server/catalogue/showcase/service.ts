import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { readPage, type PageInput } from '#server/catalogue/lists/read.ts'
import type { GoodsPage } from '#server/catalogue/search/goods.ts'
import { listBanners, readRunningOffers, type RunningOffer } from './queries.ts'

type Deps = { db: Db; catalogue: Catalogue }

type OfferGoodsInput = PageInput & { categoryId: number | undefined; offerId: number | undefined }

/** `offerOf`: the offer of each product. */
export type OfferGoods = { page: GoodsPage; offerOf: ReadonlyMap<number, number>; offers: RunningOffer[] }

/**
 * Goods of today's offers for the contract's price type, each with its offer. Throws `notFound` for an offer that does
 * not run.
 */
export async function listOfferGoods(
  deps: Deps,
  actor: Actor,
  { offerId, ...query }: OfferGoodsInput,
): Promise<OfferGoods> {
  const { contract } = await deps.catalogue.searchContexts.find(actor.accountId, query.contractId)
  const { offers, goods } = await readRunningOffers(deps.db, {
    priceTypeId: contract.priceTypeId,
    today: dayOf(new Date()),
    offerId,
  })
  if (offerId !== undefined && !offers.some(({ id }) => id === offerId)) throw new AppError('notFound')
  const offerOf = new Map(goods.map(({ productId, offerId: id }) => [productId, id]))
  return { page: await readPage(deps, actor, { ...query, productIds: [...offerOf.keys()] }), offerOf, offers }
}

export async function listBannersOfToday({ db }: { db: Db }) {
  return listBanners(db, { today: dayOf(new Date()) })
}
