import type { Day } from '#shared/rules/dates.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { specialOfferGoods, specialOffers } from '#server/platform/db/schema/showcase.ts'

export const today = dayOf(new Date())
export const yesterday = addDays(today, -1)
export const tomorrow = addDays(today, 1)

type OfferInput = Partial<typeof specialOffers.$inferInsert> & {
  days?: [Day, Day]
  /** [product or variant, price type, kopecks] */ goods: [number, number, number][]
}

/** Adds a special offer, by default from yesterday to tomorrow; returns its id. */
export async function addOffer(
  db: Db,
  { goods, days = [yesterday, tomorrow], ...columns }: OfferInput,
): Promise<number> {
  const [startsOn, endsOn] = days
  const [row] = await db
    .insert(specialOffers)
    .values({ title: 'Акция', ...columns, startsOn, endsOn })
    .returning({ id: specialOffers.id })
  const offerId = row?.id ?? 0
  await db
    .insert(specialOfferGoods)
    .values(goods.map(([productId, priceTypeId, priceKopecks]) => ({ offerId, productId, priceTypeId, priceKopecks })))
  return offerId
}
