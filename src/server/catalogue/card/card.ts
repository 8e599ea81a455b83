import type { Logger } from 'pino'
import { dayOf, type Day } from '#shared/rules/dates.ts'
import { fillVariantParams } from '#shared/rules/variant-params.ts'
import { vatPercent, type VatRate } from '#shared/rules/vat.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { textOfDescription } from '#server/catalogue/facets/render/description-text.ts'
import type { RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import { breadcrumbsOf } from '#server/catalogue/facets/render/render.ts'
import type { Rate } from '#server/catalogue/prices/shared-queries-rates.ts'
import { effectiveWarehouses } from '#server/catalogue/search/goods.ts'
import { linkedGoods, type LinkedGoods } from './linked-goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct, type ProductRequest } from './open-product.ts'
import { findProductDetails, type ProductDetails } from './queries-card.ts'
import type { SearchContext } from '#server/catalogue/search/search-contexts.ts'
import { variantCard, type VariantCard } from './variant-card.ts'

/** A product with everything its card shows. */
export type Card = LinkedGoods &
  Pick<ProductDetails, 'barcode' | 'weightGrams' | 'volumeCm3' | 'params' | 'documents' | 'stockUpdatedAt'> & {
    productId: number
    listed: RenderedRow
    description: string
    vatPercent: number | null
    pictures: { id: number; type: string }[]
    /** Categories from the top down to the product's own. */
    breadcrumbs: { id: number; header: string; url: string }[]
    variants: VariantCard[]
    warehouses: { id: number; header: string }[]
    /** Number of days on which its price changed; 0 if the caller may not see prices. */
    pricedDays: number
    /** The rate that made its prices, for callers who see them. */
    rate: Rate | null
    arrivals: Arrival[]
  }

/** `quantityMilli` is null if the contract hides exact stock. */
export type Arrival = {
  productId: number
  warehouseId: number
  warehouse: string
  day: Day
  quantityMilli: number | null
}

type Deps = { db: Db; catalogue: Catalogue; log: Pick<Logger, 'warn'> }

/** The card of a product sold under the contract. The id of a variant opens the card of its product. */
export async function getProduct({ db, catalogue, log }: Deps, actor: Actor, query: ProductRequest): Promise<Card> {
  const { snapshot, searchContext, productId, listed, view } = await openProduct({ catalogue }, actor, query)
  const { organisationId, priceTypeId } = searchContext.contract
  const details = await findProductDetails(db, {
    productId,
    organisationId,
    priceTypeId,
    warehouseIds: view.warehouseIds,
    today: dayOf(new Date()),
  })
  if (!details) throw new AppError('notFound')
  const { analogues, related } = await linkedGoods({ catalogue }, actor, {
    contractId: query.contractId,
    view,
    productId,
    categoryId: details.categoryId,
    linked: details,
  })
  const { variants, corrupted } = fillVariantParams(
    details.variants.flatMap((variant) => variantCard(snapshot, searchContext, view, variant) ?? []),
  )
  if (corrupted) log.warn({ productId }, 'Variants structure corrupted')
  const isShown = (id: number) => id === productId || variants.some((variant) => variant.id === id)
  const { barcode, weightGrams, volumeCm3, params, documents, stockUpdatedAt } = details
  return {
    productId,
    listed,
    description: details.staffDescription ?? textOfDescription(details.description),
    barcode,
    weightGrams,
    volumeCm3,
    // The column's check constraint allows only these rates.
    vatPercent: vatPercent(details.vat as VatRate),
    pictures: details.pictures
      .filter(({ productIds }) => productIds.some(isShown))
      .map(({ id, type }) => ({ id, type })),
    breadcrumbs: breadcrumbsOf(snapshot, details.categoryId ?? undefined),
    params,
    variants,
    warehouses: effectiveWarehouses(searchContext),
    analogues,
    related,
    documents,
    pricedDays: view.pricesHidden || view.pricePolitics ? 0 : details.pricedDays,
    rate: view.pricesHidden || view.pricePolitics ? null : details.rate,
    arrivals: shownArrivals(
      searchContext,
      details.arrivals.filter(({ productId: id }) => isShown(id)),
    ),
    stockUpdatedAt,
  }
}

/** Expected deliveries, as exact as the contract's stock display allows. */
function shownArrivals({ contract }: SearchContext, arrivals: ProductDetails['arrivals']): Arrival[] {
  const exact = contract.stockDisplay.mode === 'exact'
  return arrivals.map(({ productId, warehouseId, day, quantityMilli }) => ({
    productId,
    warehouseId,
    warehouse: contract.warehouses.find(({ id }) => id === warehouseId)?.header ?? '',
    day,
    quantityMilli: exact ? quantityMilli : null,
  }))
}
