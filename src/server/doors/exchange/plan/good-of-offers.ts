import type { GoodItem, OfferItem } from '../parse/items.ts'
import { planGood, type PlannedGood } from './good.ts'
import type { Vocabulary } from './parameters.ts'
import { parentGoodOf, isVariantCode } from './variant.ts'

/** Prefix for digests of goods described only by offers; a full package without them may deactivate them. */
export const offerDigestPrefix = 'offer:'

/** The good described by an offer; for a variant's offer only the fields common to all variants. */
export function toGood(offer: OfferItem): GoodItem {
  const {
    code,
    catalogueCode,
    name,
    articul,
    barcodes,
    unit,
    pictures,
    properties,
    characteristics,
    requisites = [],
    good,
  } = offer
  const described = good ?? { groupCodes: [], description: '', manufacturer: '', weight: '', volume: '' }
  const item: GoodItem = {
    kind: 'good',
    deleted: false,
    documents: undefined,
    code,
    catalogueCode,
    name,
    articul,
    barcodes,
    unit,
    pictures,
    properties,
    characteristics,
    requisites,
    ...described,
  }
  // Properties in a variant's offer belong to the variant.
  return isVariantCode(code) ? { ...parentGoodOf(item), properties: [] } : item
}

/** Only the good's own offer describes the good; one created from variants merely exists. */
export function planGoodOfOffer(offer: OfferItem, vocabulary: Vocabulary): PlannedGood {
  const plan = planGood(toGood(offer), vocabulary)
  return { ...plan, digest: `${offerDigestPrefix}${isVariantCode(offer.code) ? '' : plan.digest}` }
}
