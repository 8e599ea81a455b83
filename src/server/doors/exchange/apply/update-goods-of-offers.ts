import type { OfferItem } from '../parse/items.ts'
import { offerDigestPrefix, planGoodOfOffer } from '../plan/good-of-offers.ts'
import { goodCodeOf, isVariantCode } from '../plan/variant.ts'
import type { ImportContext } from './context.ts'
import { changeGoods } from './goods.ts'
import type { KnownProduct } from './products.ts'
import { recordUndescribed } from './undescribed.ts'

/** Updates goods created from offers, by their own offers. Returns the offers of such goods and their variants. */
export async function updateGoodsOfOffers(
  context: ImportContext,
  offers: OfferItem[],
  known: Map<string, KnownProduct>,
): Promise<OfferItem[]> {
  const isFromOffers = (code: string) => known.get(code)?.digest.startsWith(offerDigestPrefix) === true
  const named = offers.filter(({ code, name }) => name !== '' && isFromOffers(goodCodeOf(code)))
  const ownOffers = named.filter(({ code }) => !isVariantCode(code))
  await changeGoods(
    context,
    ownOffers.map((offer) => planGoodOfOffer(offer, context.vocabulary)),
    known,
  )
  await recordUndescribed(
    context,
    ownOffers.map((offer) => ({ productId: known.get(offer.code)?.id ?? 0, item: offer })),
  )
  return named
}
