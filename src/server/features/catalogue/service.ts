import type { CategoryNode, FilterRequest } from '#shared/api/catalogue.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { facetValues } from '#shared/api/facet-values.ts'
import { pageSizes } from '#shared/constants.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/features/access/actor.ts'
import type { FacetKey } from './facets/facet-names.ts'
import { findValues, type FoundValues } from './facets/find-values.ts'
import { pictureOfCategory } from './facets/tree.ts'
import { answerFor, type Lend } from './answer-for.ts'
import { facetFilter, facetView, refusePriceQuestions } from './ask.ts'
import type { Catalogue } from './open.ts'
import { countMarks, findCategoryByUrl, keepWarehouse } from './queries.ts'
import type { Shopper } from './shoppers.ts'
import { categoryTree } from './tree.ts'

type Deps = { db: Db; catalogue: Catalogue }

/** A page of the catalogue as JSON of the wire, with the caller's marks laid over what all callers of the view share. */
export async function filterCatalogue({ db, catalogue }: Deps, actor: Actor, asked: FilterRequest, lend: Lend): Promise<Buffer> {
  const shelf = catalogue.shelf()
  const hidden = !may(actor.role, 'price.view')
  if (hidden) refusePriceQuestions(asked)
  const shopper = await catalogue.shoppers.find(actor.accountId, asked.contract ?? undefined)
  const warehouseId = await chooseWarehouse({ db, catalogue }, actor, shopper, asked.warehouse)
  const filter = facetFilter(shelf.snapshot, asked, { warehouseId, productIds: markedProducts(shopper, asked.origin) })
  return answerFor(catalogue, shopper, facetView(shopper.contract, { hidden }), filter, lend)
}

/** Values of one facet by their names, counted under the caller's filter. The warehouse that is asked for is not kept. */
export async function findFacetValues({ catalogue }: Pick<Deps, 'catalogue'>, actor: Actor, asked: ParsedInputOf<typeof facetValues>): Promise<FoundValues> {
  const shelf = catalogue.shelf()
  const hidden = !may(actor.role, 'price.view')
  const filtered = { ...asked, page: 1, perpage: pageSizes.catalogue, sorting: undefined }
  if (hidden) refusePriceQuestions(filtered)
  const shopper = await catalogue.shoppers.find(actor.accountId, asked.contract ?? undefined)
  const warehouseId = warehouseFor(shopper, asked.warehouse)
  const filter = facetFilter(shelf.snapshot, filtered, { warehouseId, productIds: markedProducts(shopper, asked.origin) })
  return findValues(shelf, facetView(shopper.contract, { hidden }), filter, facetKey(asked), asked.search)
}

function facetKey({ facet, param }: ParsedInputOf<typeof facetValues>): FacetKey {
  if (facet !== 'params') return { name: facet }
  if (param === undefined) throw new AppError('invalid', { fields: { param: 'Укажите параметр' } })
  return { name: facet, parameterId: param }
}

/** What the catalogue's page needs before its first search. */
export async function getFilterInit({ db, catalogue }: Deps, actor: Actor, { contract }: { contract?: number }) {
  const { snapshot, version } = catalogue.shelf()
  const { contract: view, keptWarehouseId } = await catalogue.shoppers.find(actor.accountId, contract)
  return {
    catalog_tree: categoryTree(catalogue, snapshot, version, view.priceTypeId),
    warehouses: view.warehouses.map(({ id, header }) => ({ id, header, selected: id === keptWarehouseId })),
    ...(await countMarks(db, { accountId: actor.accountId })),
  }
}

/** Top categories that have goods sold under the chosen contract. */
export async function listRootCategories({ catalogue }: Deps, actor: Actor) {
  const { snapshot, version } = catalogue.shelf()
  const { contract } = await catalogue.shoppers.find(actor.accountId, undefined)
  return categoryTree(catalogue, snapshot, version, contract.priceTypeId).map(({ id, header, url }: CategoryNode) => ({
    id, header, url, picture: pictureOfCategory(snapshot, id),
  }))
}

export async function getCategoryId({ db }: { db: Db }, { url }: { url: string }): Promise<number> {
  const id = await findCategoryByUrl(db, { url: url.replace(/^\/?catalog\//, '').replace(/\/$/, '') })
  if (id === undefined) throw new AppError('notFound')
  return id
}

/** The warehouse to search under; one that is asked for is then kept. */
async function chooseWarehouse({ db, catalogue }: Deps, actor: Actor, shopper: Shopper, asked: number | undefined): Promise<number | undefined> {
  const { contract, keptWarehouseId } = shopper
  const chosen = warehouseFor(shopper, asked)
  if (chosen !== keptWarehouseId) {
    await keepWarehouse(db, { accountId: actor.accountId, contractId: contract.contractId, warehouseId: chosen ?? 0 })
    catalogue.shoppers.forget(actor.accountId)
  }
  return chosen
}

/** The asked one (0 = all), else the kept one; undefined = all. */
function warehouseFor({ contract, keptWarehouseId }: Shopper, asked: number | undefined): number | undefined {
  if (asked === undefined) return keptWarehouseId
  if (asked !== 0 && !contract.warehouses.some(({ id }) => id === asked)) throw new AppError('notFound')
  return asked === 0 ? undefined : asked
}

function markedProducts({ marks }: Shopper, origin: FilterRequest['origin']): number[] | undefined {
  if (origin !== 'favorites' && origin !== 'needs') return undefined
  return [...marks].filter(([, { wish, need }]) => (origin === 'favorites' ? wish : need)).map(([id]) => id)
}
