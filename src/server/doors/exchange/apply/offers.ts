import type { OfferItem } from '../parse/items.ts'
import { offerDigestPrefix } from '../plan/good-of-offers.ts'
import { mergeOffers } from '../plan/merge-offers.ts'
import { planPrices } from '../plan/prices.ts'
import { planStocks } from '../plan/stocks.ts'
import { describesVariant, goodCodeOf, isVariantCode } from '../plan/variant.ts'
import { recordCatalogues, recordOtherCatalogues } from './run/catalogues.ts'
import type { ImportContext } from './context.ts'
import type { WaitingOffer } from './goods.ts'
import { updateGoodsOfOffers } from './update-goods-of-offers.ts'
import { ensurePriceTypes } from './price-types.ts'
import { writePrices, type PricesOfProduct } from './prices.ts'
import { findProducts, markSeen, setActive, withOfferBarcodes, type KnownProduct } from './products.ts'
import { writeStocks, type StocksOfProduct } from './stocks.ts'
import { recordUndescribed } from './undescribed.ts'
import { writeVariants } from './variants.ts'

/**
 * Imports variants, prices and stock. Offers without a good are put on the waiting list. `waited`: they come from that
 * list, possibly of another session, so the current session's full package does not cover them.
 */
export async function applyOffers(
  context: ImportContext,
  offers: WaitingOffer[],
  { waited = false } = {},
): Promise<void> {
  if (offers.length === 0) return
  const items = offers.map(({ offer }) => offer)
  await context.vocabulary.loadDictionary(context.sql, items)
  const known = await findProducts(
    context,
    items.flatMap(({ code }) => [code, goodCodeOf(code)]),
  )
  const ready = offers.filter(({ offer }) => known.has(goodCodeOf(offer.code)))
  await stageOffers(
    context,
    offers.filter(({ offer }) => !known.has(goodCodeOf(offer.code))),
  )

  const live = ready.filter(({ offer }) => !offer.deleted)
  const variants = live.filter(({ offer }) => isVariantCode(offer.code)).map(({ offer }) => offer)
  const withoutDescription = new Set(variants.filter((offer) => !describesVariant(offer)).map(({ code }) => code))
  await deactivateVariants(
    context,
    ready.filter(({ offer }) => offer.deleted),
    known,
  )
  await writeVariants(context, variants, known, {
    from: 'offer',
    kind: 'offers',
    hasNoDescription: ({ code }) => withoutDescription.has(code),
  })
  context.tally.add('offers', 'unchanged', live.length - variants.length)
  await addBarcodes(
    context,
    live.filter(({ offer: { code } }) => !isSelfDescribed(code, withoutDescription, known)),
    known,
  )
  const described = variants.filter(({ code }) => !withoutDescription.has(code))
  const offersOfGoods = await updateGoodsOfOffers(
    context,
    live.map(({ offer }) => offer),
    known,
  )
  if (!waited) {
    const staged = offers
      .map(({ offer }) => offer)
      .filter((offer) => !known.has(goodCodeOf(offer.code)) && isVariantCode(offer.code) && describesVariant(offer))
    await recordCatalogues(
      context,
      [...described, ...offersOfGoods, ...staged].map(({ catalogueCode, full }) => ({
        kind: 'offers',
        code: catalogueCode,
        full,
      })),
    )
  }
  await recordOtherCatalogues(context, described, known)
  const fromOffers = described.filter(({ code }) => known.get(code)?.digest.startsWith('good:') !== true)
  await recordUndescribed(
    context,
    fromOffers.map((item) => ({ productId: known.get(item.code)?.id ?? 0, item })),
  )
  await markSeen(
    context,
    [...described.map(({ code }) => code), ...offersOfGoods.map(({ code }) => goodCodeOf(code))].map(
      (code) => known.get(code)?.id,
    ),
  )

  await writePrices(context, await plannedPrices(context, live, known))
  await writeStocks(context, plannedStocks(context, live, known))
}

async function deactivateVariants(
  context: ImportContext,
  deleted: WaitingOffer[],
  known: Map<string, KnownProduct>,
): Promise<void> {
  // Deleting the offer of a plain good does not delete the good, unless the good was created from offers.
  const variants = deleted
    .map(({ offer }) => offer)
    .filter(({ code }) => isVariantCode(code) || known.get(code)?.digest.startsWith(offerDigestPrefix))
  const existing = variants.filter(({ code }) => known.has(code))
  const missing = variants.filter(({ code }) => !known.has(code))
  // Created as inactive; otherwise a later price would activate it.
  await writeVariants(context, missing, known, { from: 'offer', kind: 'offers', hasNoDescription: () => true })
  const active = existing.filter(({ code }) => known.get(code)?.active)
  context.tally.add('offers', 'changed', active.length)
  context.tally.add('offers', 'unchanged', deleted.length - missing.length - active.length)
  await setActive(
    context,
    [...missing, ...active].map(({ code }) => known.get(code)?.id ?? 0),
    false,
  )
}

/** A variant described by its offer has its barcodes already. */
function isSelfDescribed(code: string, withoutDescription: Set<string>, known: Map<string, KnownProduct>): boolean {
  return isVariantCode(code) && !withoutDescription.has(code) && known.get(code)?.digest.startsWith('good:') !== true
}

async function addBarcodes(
  context: ImportContext,
  live: WaitingOffer[],
  known: Map<string, KnownProduct>,
): Promise<void> {
  const changed = live.flatMap(({ offer: { code, barcodes } }) => {
    const product = known.get(code)
    if (product === undefined || barcodes.length === 0) return []
    const after = withOfferBarcodes(product, barcodes)
    return sameTexts(after.offerBarcodes, product.offerBarcodes) ? [] : [{ id: product.id, ...after }]
  })
  if (changed.length === 0) return
  context.rebuild = true
  await context.rows(
    `update products p set barcodes = r.barcodes, offer_barcodes = r."offerBarcodes", updated_at = now()
     from json_to_recordset($1) r(id int, barcodes text[], "offerBarcodes" text[]) where p.id = r.id`,
    changed,
  )
}

function sameTexts(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}

async function plannedPrices(
  context: ImportContext,
  live: WaitingOffer[],
  known: Map<string, KnownProduct>,
): Promise<PricesOfProduct[]> {
  const priced = live.flatMap(({ offer }) => (offer.prices === undefined ? [] : [{ ...offer, prices: offer.prices }]))
  const types = await ensurePriceTypes(
    context,
    new Set(priced.flatMap(({ prices }) => prices.map(({ typeCode }) => typeCode))),
  )
  return priced.flatMap(({ code, name, prices, priceScope }) => {
    const product = known.get(code)
    if (product === undefined) return []
    const planned = planPrices(prices, (type) => types.get(type), product.vat)
    const { kopecksByType, netByType, foreignByType, rejects } = planned
    const logged = { code, name: name || product.name }
    context.tally.add('prices', 'seen', prices.length)
    for (const reason of rejects) context.tally.reject('prices', { ...logged, reason })
    for (const type of priceScope) if (!kopecksByType.has(type) && !foreignByType.has(type)) kopecksByType.set(type, 0)
    const idOf = (type: string) => types.get(type)?.id ?? 0
    return [
      {
        productId: product.id,
        ...logged,
        prices: [...kopecksByType]
          .filter(([type]) => types.has(type))
          .map(([type, kopecks]) => ({ typeId: idOf(type), kopecks, net: netByType.get(type) ?? null })),
        foreign: [...foreignByType]
          .filter(([type]) => types.has(type))
          .map(([type, price]) => ({ typeId: idOf(type), ...price })),
      },
    ]
  })
}

function plannedStocks(
  context: ImportContext,
  live: WaitingOffer[],
  known: Map<string, KnownProduct>,
): StocksOfProduct[] {
  return live.flatMap(({ offer, receivedAt }) => {
    const product = known.get(offer.code)
    const planned = planStocks(offer)
    if (product === undefined || planned === undefined) return []
    context.tally.add('stocks', 'seen', planned.milliByWarehouse.size)
    for (const reason of planned.rejects)
      context.tally.reject('stocks', { code: offer.code, name: offer.name || product.name, reason })
    return [{ productId: product.id, receivedAt, ...planned }]
  })
}

/** Stores offers without a good, merged with earlier ones of other files. */
async function stageOffers(context: ImportContext, waiting: WaitingOffer[]): Promise<void> {
  if (waiting.length === 0) return
  context.tally.add('offers', 'staged', waiting.length)
  const rows = await context.rows<{ code1c: string; offer: OfferItem }>(
    'select code1c, offer from exchange_pending where code1c in (select json_array_elements_text($1))',
    waiting.map(({ offer }) => offer.code),
  )
  const earlier = new Map(rows.map(({ code1c, offer }) => [code1c, offer]))
  const merged = waiting.map(({ offer, receivedAt }) => {
    const before = earlier.get(offer.code)
    return {
      code: offer.code,
      good: goodCodeOf(offer.code),
      offer: before === undefined ? offer : mergeOffers(before, offer),
      at: receivedAt,
    }
  })
  await context.rows(
    `insert into exchange_pending (code1c, good_code, offer, received_at, session_id)
     select code, good, r.offer, at, $2 from json_to_recordset($1) r(code text, good text, offer jsonb, at timestamptz)
     where not exists (select from exchange_pending k where k.code1c = r.code and k.offer = r.offer)
     on conflict (code1c) do update set offer = excluded.offer, received_at = excluded.received_at`,
    merged,
    context.sessionId,
  )
}
