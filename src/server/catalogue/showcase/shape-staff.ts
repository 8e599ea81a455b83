import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveBanner, StaffBanner } from '#shared/api/staff/banners.ts'
import type { saveOffer, SellableGood, StaffOffer } from '#shared/api/staff/offers.ts'
import { dayOf, formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { periodState } from './period-state.ts'
import type { Sellable } from './shared-queries-sellable.ts'
import type { StoredBanner } from './queries-staff-banners.ts'
import type { OfferHead, StoredOffer } from './queries-staff-offers.ts'
import type { BannerInput } from './staff-banners.ts'
import type { GoodInOffer, OfferInput } from './staff-offers.ts'

export function parseOffer({ id, version, goods, ...input }: ParsedInputOf<typeof saveOffer>): OfferInput {
  const { title, text = '', starts, ends, position = 0, active = true } = input
  return {
    id,
    version,
    offer: { title, text, startsOn: parseDay(starts), endsOn: parseDay(ends), position, active },
    goods: goods.map(({ id: productId, prices }) => ({
      id: productId,
      prices: prices.map(({ type, price }) => ({ type, kopecks: kopecks(price) })),
    })),
  }
}

export function shapeOffer(offer: OfferHead): StaffOffer {
  const { id, title, text, startsOn, endsOn, position, active, goodsCount } = offer
  return {
    id,
    title,
    text,
    starts: formatDay(startsOn),
    ends: formatDay(endsOn),
    position,
    active,
    state: periodState(dayOf(new Date()), offer),
    goods_count: goodsCount,
  }
}

export function shapeOfferDetails({ offer, goods }: { offer: StoredOffer; goods: readonly GoodInOffer[] }) {
  return { ...shapeOffer(offer), version: offer.version, goods: goods.map(shapeGoodInOffer) }
}

function shapeGoodInOffer({ offered, ...good }: GoodInOffer) {
  return {
    ...shapeSellable(good),
    offer: offered.map(({ priceTypeId, priceKopecks }) => ({ type: priceTypeId, price: roubles(priceKopecks) })),
  }
}

export function shapeSellable({ id, articul, header, unit, prices }: Sellable): SellableGood {
  return {
    id,
    articul,
    header,
    unit,
    prices: prices.map(({ type, kopecks: price }) => ({ type, price: roubles(price) })),
  }
}

export function parseBanner({ id, version, ...input }: ParsedInputOf<typeof saveBanner>): BannerInput {
  const { title, text = '', link = '', starts, ends, position = 0, active = true, picture = null } = input
  return {
    id,
    version,
    banner: {
      title,
      text,
      link,
      startsOn: starts === undefined ? null : parseDay(starts),
      endsOn: ends === undefined ? null : parseDay(ends),
      position,
      active,
      pictureId: picture,
    },
  }
}

export function shapeBanner(banner: StoredBanner): StaffBanner {
  const { id, title, text, link, startsOn, endsOn, position, active, pictureId, picturetype, version } = banner
  const day = (value: Day | null) => (value === null ? null : formatDay(value))
  return {
    id,
    title,
    text,
    link,
    starts: day(startsOn),
    ends: day(endsOn),
    position,
    active,
    picture: pictureId ?? 0,
    picturetype,
    state: periodState(dayOf(new Date()), banner),
    version,
  }
}
