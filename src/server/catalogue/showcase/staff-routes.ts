import * as banners from '#shared/api/staff/banners.ts'
import * as api from '#shared/api/staff/offers.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { deleteBanner, saveBannerChanges, listStaffBanners } from './staff-banners.ts'
import { deleteOffer, findForOffer, saveOfferChanges, listStaffOffers, getStaffOffer } from './staff-offers.ts'

export function staffShowcaseRoutes({ on }: Api, deps: { db: Db }): void {
  on(api.staffOffers, () => listStaffOffers(deps))
  on(api.staffOffer, ({ input }) => getStaffOffer(deps, input))
  on(api.saveOffer, ({ actor, input }) => saveOfferChanges(deps, actor, input))
  on(api.deleteOffer, ({ actor, input }) => deleteOffer(deps, actor, input))
  on(api.findSellable, ({ input }) => findForOffer(deps, input))

  on(banners.staffBanners, () => listStaffBanners(deps))
  on(banners.saveBanner, ({ input }) => saveBannerChanges(deps, input))
  on(banners.deleteBanner, ({ input }) => deleteBanner(deps, input))
}
