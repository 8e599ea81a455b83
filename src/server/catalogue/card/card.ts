import type { Logger } from 'pino'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { units } from '#shared/rules/money.ts'
import { fillVariantParams } from '#shared/rules/variant-params.ts'
import { vatPercent, type VatRate } from '#shared/rules/vat.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { cardTabs } from './card-tabs.ts'
import { textOfDescription } from '#server/catalogue/facets/render/description-text.ts'
import { breadcrumbsOf } from '#server/catalogue/facets/render/render.ts'
import { effectiveWarehouses } from '#server/catalogue/search/goods.ts'
import { linkedGoods } from './linked-goods.ts'
import type { Catalogue } from '#server/catalogue/search/open.ts'
import { openProduct, type ProductRequest } from './open-product.ts'
import { findProductDetails, type ProductDetails } from './queries-card.ts'
import type { SearchContext } from '#server/catalogue/search/search-contexts.ts'
import { variantCard } from './variant-card.ts'

type Deps = { db: Db; catalogue: Catalogue; log: Pick<Logger, 'warn'> }

/** The card of a product sold under the contract; a variant's id opens its parent's. */
export async function getProduct(
  { db, catalogue, log }: Deps,
  actor: Actor,
  query: ProductRequest,
): Promise<ProductCard> {
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
  const description = textOfDescription(details.description)
  const { analogues, related } = await linkedGoods({ catalogue }, actor, {
    contract: query.contract,
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
  return {
    ...listed,
    description,
    barcode: details.barcode,
    weight: details.weightGrams === null ? null : details.weightGrams / 1000,
    volume: details.volumeCm3 === null ? null : details.volumeCm3 / 1_000_000,
    // The column holds only these rates: the exchange writes no other.
    vat: vatPercent(details.vat as VatRate),
    pictures: details.pictures
      .filter(({ productIds }) => productIds.some(isShown))
      .map(({ id, type }) => ({ id, type })),
    breadcrumbs: breadcrumbsOf(snapshot, details.categoryId ?? undefined),
    params: details.params,
    variants,
    actualWms: effectiveWarehouses(searchContext),
    tabs: cardTabs(productId, {
      description,
      params: details.params,
      analogues,
      related,
      documents: details.documents,
      pricedDays: view.pricesHidden ? 0 : details.pricedDays,
    }),
    binds: [...new Set([...analogues, ...related].map(({ id }) => id))],
    arrivals: arrivalsUnder(
      searchContext,
      details.arrivals.filter(({ productId: id }) => isShown(id)),
    ),
    stock_updated_at: details.stockUpdatedAt,
  }
}

/** What is on its way, shown as exactly as the contract shows stock. */
function arrivalsUnder({ contract }: SearchContext, arrivals: ProductDetails['arrivals']): ProductCard['arrivals'] {
  const exact = contract.stockDisplay.mode === 'exact'
  return arrivals.map(({ productId, warehouseId, day, quantityMilli }) => ({
    id: productId,
    wms_id: warehouseId,
    wms: contract.warehouses.find(({ id }) => id === warehouseId)?.header ?? '',
    date: formatDay(day),
    quantity: exact ? units(quantityMilli) : null,
  }))
}
