import type { OfferItem } from '../parse/items.ts'
import { offerDigestPrefix, planOfferMade } from '../plan/good-of-offers.ts'
import { goodCodeOf, isVariantCode } from '../plan/variant.ts'
import type { ImportContext } from './context.ts'
import { changeGoods } from './goods.ts'
import type { KnownProduct } from './products.ts'
import { recordUndescribed } from './undescribed.ts'

/** Updates goods without a Товар from their own offers. Returns the offers of such goods and their variants. */
export async function updateGoodsOfOffers(
  context: ImportContext,
  offers: OfferItem[],
  known: Map<string, KnownProduct>,
): Promise<OfferItem[]> {
  const isOfferMade = (code: string) => known.get(code)?.digest.startsWith(offerDigestPrefix) === true
  const named = offers.filter(({ code, name }) => name !== '' && isOfferMade(goodCodeOf(code)))
  const own = named.filter(({ code }) => !isVariantCode(code))
  await changeGoods(
    context,
    own.map((offer) => planOfferMade(offer, context.words)),
    known,
  )
  await recordUndescribed(
    context,
    own.map((offer) => ({ productId: known.get(offer.code)?.id ?? 0, item: offer })),
  )
  return named
}
