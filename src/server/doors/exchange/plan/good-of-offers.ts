import type { GoodItem, OfferItem } from '../parse/items.ts'
import { planGood, type PlannedGood } from './good.ts'
import type { Vocabulary } from './parameters.ts'
import { parentGoodOf, isVariantCode } from './variant.ts'

/** Digests of goods that no Товар describes, only offers: a package that leaves them out may switch them off. */
export const offerDigestPrefix = 'offer:'

/** The good that an offer describes as fully as it does; of a variant's offer, what its good has in common. */
export function goodOf(offer: OfferItem): GoodItem {
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
  // Properties of a variant's offer belong to the variant.
  return isVariantCode(code) ? { ...parentGoodOf(item), properties: [] } : item
}

/** The offer of the good itself says what the good is; one made of its variants says only that it is there. */
export function planOfferMade(offer: OfferItem, words: Vocabulary): PlannedGood {
  const plan = planGood(goodOf(offer), words)
  return { ...plan, digest: `${offerDigestPrefix}${isVariantCode(offer.code) ? '' : plan.digest}` }
}
