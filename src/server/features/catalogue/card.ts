import type { ProductCard } from '#shared/api/catalogue.ts'
import { may } from '#shared/rights.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { units } from '#shared/rules/money.ts'
import { fillVariantParams } from '#shared/rules/variant-params.ts'
import { vatPercent, type VatRate } from '#shared/rules/vat.ts'
import type { Logger } from 'pino'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { facetView } from './ask.ts'
import { cardTabs } from './card-tabs.ts'
import { breadcrumbsOf } from './facets/render.ts'
import { rowOf } from './facets/snapshot.ts'
import { actualWarehouses, rowsOf } from './goods.ts'
import type { Catalogue } from './open.ts'
import { findProductDetails } from './queries.ts'
import { findCardExtras, type CardExtras } from './queries-card.ts'
import type { Shopper } from './shoppers.ts'
import { similarGoods } from './similar-goods.ts'
import { variantCard } from './variant-card.ts'

type Deps = { db: Db; catalogue: Catalogue; log: Pick<Logger, 'warn'> }

/** The card of a product sold under the contract; a variant's id opens its parent's. */
export async function getProduct({ db, catalogue, log }: Deps, actor: Actor, asked: { id: number; contract?: number }): Promise<ProductCard> {
  const { snapshot } = catalogue.shelf()
  const shopper = await catalogue.shoppers.find(actor.accountId, asked.contract)
  const row = rowOf(snapshot, asked.id)
  const productId = row < 0 ? undefined : snapshot.rowIds[row]
  if (productId === undefined) throw new AppError('notFound')
  const view = facetView(shopper.contract, { hidden: !may(actor.role, 'price.view') })
  const [listed] = await rowsOf({ catalogue }, actor, { contract: asked.contract, ids: [productId] })
  const details = await findProductDetails(db, { productId })
  if (!listed || !details) throw new AppError('notFound')
  const extras = await findCardExtras(db, { productId, ...shopper.contract, warehouseIds: view.warehouseIds, today: dayOf(new Date()) })

  const { variants, corrupted } = fillVariantParams(details.variants.flatMap((variant) => variantCard(snapshot, shopper, view, variant) ?? []))
  if (corrupted) log.warn({ productId }, 'Variants structure corrupted')
  const links = {
    analogues: extras.analogueIds.length > 0 ? extras.analogueIds : similarGoods(snapshot, view, { productId, categoryId: details.categoryId }),
    related: extras.relatedIds.length > 0 ? extras.relatedIds : extras.togetherIds,
  }
  const sold = await rowsOf({ catalogue }, actor, { contract: asked.contract, ids: [...links.analogues, ...links.related] })
  const isSold = (id: number) => sold.some((each) => each.id === id)
  const [analogues, related] = [links.analogues.filter(isSold), links.related.filter(isSold)]
  return {
    ...listed,
    description: details.description,
    barcode: details.barcode,
    weight: details.weightGrams === null ? null : details.weightGrams / 1000,
    volume: details.volumeCm3 === null ? null : details.volumeCm3 / 1_000_000,
    // The column holds only these rates: the exchange writes no other.
    vat: vatPercent(details.vat as VatRate),
    pictures: details.pictures,
    breadcrumbs: breadcrumbsOf(snapshot, details.categoryId ?? undefined),
    params: details.params,
    variants,
    actualWms: actualWarehouses(shopper),
    tabs: cardTabs(productId, {
      description: details.description, params: details.params, analogues, related,
      documents: extras.documents, priceChanges: view.pricesHidden ? 0 : extras.priceChanges,
    }),
    binds: [...new Set([...analogues, ...related])],
    arrivals: arrivalsUnder(shopper, extras.arrivals),
    stock_updated_at: extras.stockUpdatedAt,
  }
}

/** What is on its way, told as exactly as the contract tells stock. */
function arrivalsUnder({ contract }: Shopper, arrivals: CardExtras['arrivals']): ProductCard['arrivals'] {
  const exact = contract.stockDisplay.mode === 'exact'
  return arrivals.map(({ productId, warehouseId, day, quantityMilli }) => ({
    id: productId,
    wms_id: warehouseId,
    wms: contract.warehouses.find(({ id }) => id === warehouseId)?.header ?? '',
    date: formatDay(day),
    quantity: exact ? units(quantityMilli) : null,
  }))
}
