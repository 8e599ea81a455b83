import * as banners from '#shared/api/staff/banners.ts'
import * as api from '#shared/api/staff/offers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { parseBanner, parseOffer, shapeBanner, shapeOffer, shapeOfferDetails, shapeSellable } from './shape-staff.ts'
import { deleteBanner, saveBannerChanges, listStaffBanners } from './staff-banners.ts'
import { deleteOffer, findForOffer, saveOfferChanges, listStaffOffers, getStaffOffer } from './staff-offers.ts'

export function staffShowcaseRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffOffers, async () => {
    const { offers, priceTypes } = await listStaffOffers(deps)
    return { items: offers.map(shapeOffer), priceTypes: priceTypes.map(({ id, name }) => ({ id, header: name })) }
  })
  on(api.staffOffer, async ({ input }) => ({ offer: shapeOfferDetails(await getStaffOffer(deps, input)) }))
  on(api.saveOffer, async ({ actor, input }) => {
    const { id, version, offers } = await saveOfferChanges(deps, actor, parseOffer(input))
    return { id, version, items: offers.map(shapeOffer) }
  })
  on(api.deleteOffer, async ({ actor, input }) => ({ items: (await deleteOffer(deps, actor, input)).map(shapeOffer) }))
  on(api.findSellable, async ({ input: { query = '' } }) => ({
    items: (await findForOffer(deps, { query })).map(shapeSellable),
  }))

  on(banners.staffBanners, async () => ({ items: (await listStaffBanners(deps)).map(shapeBanner) }))
  on(banners.saveBanner, async ({ input }) => {
    const { id, banners: saved } = await saveBannerChanges(deps, parseBanner(input))
    return { id, items: saved.map(shapeBanner) }
  })
  on(banners.deleteBanner, async ({ input }) => ({ items: (await deleteBanner(deps, input)).map(shapeBanner) }))
}
