import type { OfferItem } from '../parse/items.ts'
import { planGoodOfOffer } from '../plan/good-of-offers.ts'
import { goodCodeOf, isVariantCode } from '../plan/variant.ts'
import type { ImportContext } from './context.ts'
import { createGoods, removeWaitingOffers } from './goods.ts'
import { applyOffers } from './offers.ts'
import { findProducts } from './products.ts'
import { recordUndescribed } from './undescribed.ts'

/** Ид of goods that waiting offers can create: one of their offers has a name. */
export async function listGoodsToCreate(
  context: ImportContext,
  { after, max }: { after: string; max: number },
): Promise<string[]> {
  const rows = await context.rows<{ code: string }>(
    `select distinct good_code as code from exchange_pending
     where good_code > $1 and offer->>'name' <> '' and not (offer->>'deleted')::boolean order by 1 limit $2`,
    after,
    max,
  )
  return rows.map(({ code }) => code)
}

/** Creates goods from waiting offers, then imports those offers. */
export async function createGoodsOfOffers(context: ImportContext, goodCodes: string[]): Promise<void> {
  const known = await findProducts(context, goodCodes)
  const rows = await context.rows<{ offer: OfferItem }>(
    `select offer from exchange_pending
      where good_code in (select json_array_elements_text($1)) and offer->>'name' <> '' order by code1c`,
    goodCodes.filter((code) => !known.has(code)),
  )
  const offers = rows.map(({ offer }) => offer).filter(({ deleted }) => !deleted)
  // The good's own offer comes before its variants.
  const sources = new Map(offers.toReversed().map((offer) => [goodCodeOf(offer.code), offer]))
  await context.vocabulary.loadDictionary(context.sql, offers)
  const made = await createGoods(
    context,
    [...sources.values()].map((offer) => planGoodOfOffer(offer, context.vocabulary)),
  )
  await recordUndescribed(
    context,
    [...sources].flatMap(([code, offer]) => {
      const productId = made.get(code)?.id
      return productId === undefined || isVariantCode(offer.code) ? [] : [{ productId, item: offer }]
    }),
  )
  await applyOffers(context, await removeWaitingOffers(context, goodCodes), { waited: true })
}
