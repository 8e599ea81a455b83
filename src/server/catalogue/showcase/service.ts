import type { SpecialOffer } from '#shared/api/showcase.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { pageOf, type PageInput } from '#server/catalogue/lists/read.ts'
import { listBanners, readRunningOffers, type RunningOffer } from './queries.ts'

type Deps = { db: Db; catalogue: Catalogue }

export type OfferGoodsInput = PageInput & { catalog?: number | undefined; offer?: number | undefined }

/**
 * Goods of the offers that run today for the contract's price type, each with its offer. An offer that does not run is
 * missing.
 */
export async function listOfferGoods(deps: Deps, actor: Actor, { offer: offerId, ...asked }: OfferGoodsInput) {
  const { contract } = await deps.catalogue.searchContexts.find(actor.accountId, asked.contract)
  const { offers, goods } = await readRunningOffers(deps.db, {
    priceTypeId: contract.priceTypeId,
    today: dayOf(new Date()),
    offerId,
  })
  if (offerId !== undefined && !offers.some(({ id }) => id === offerId)) throw new AppError('notFound')
  const offerOf = new Map(goods.map(({ productId, offerId: id }) => [productId, id]))
  const page = await pageOf(deps, actor, { ...asked, productIds: [...offerOf.keys()] })
  return {
    ...page,
    goods: page.goods.map((row) => ({ ...row, offer: offerOf.get(row.id) ?? null })),
    offers: offers.map(toWire),
  }
}

export async function listBannersOfToday({ db }: { db: Db }) {
  return listBanners(db, { today: dayOf(new Date()) })
}

function toWire({ startsOn, endsOn, ...offer }: RunningOffer): SpecialOffer {
  return { ...offer, starts: formatDay(startsOn), ends: formatDay(endsOn) }
}
