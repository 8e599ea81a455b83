import type { CategoryNode, FilterRequest } from '#shared/api/catalogue.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { facetValues } from '#shared/api/facet-values.ts'
import { pageSizes } from '#shared/constants.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { FacetKey } from '#server/catalogue/facets/facet-names.ts'
import { findValues, type FoundValues } from '#server/catalogue/facets/find-values.ts'
import { pictureOfCategory } from '#server/catalogue/facets/tree.ts'
import { answerFor, type BorrowBuffer } from './answer-for.ts'
import { facetFilter, facetView, refusePriceQuestions } from './filter-input.ts'
import type { Catalogue } from './open.ts'
import { countMarks, findCategoryByUrl, saveWarehouse } from './queries.ts'
import type { SearchContext } from './search-contexts.ts'
import { categoryTree } from './tree.ts'

type Deps = { db: Db; catalogue: Catalogue }

/**
 * A page of the catalogue as JSON of the wire, with the caller's marks laid over what all callers of the view share.
 */
export async function filterCatalogue(
  { db, catalogue }: Deps,
  actor: Actor,
  input: FilterRequest,
  borrowBuffer: BorrowBuffer,
): Promise<Buffer> {
  const currentSnapshot = catalogue.currentSnapshot()
  const hidden = !may(actor, 'price.view')
  if (hidden) refusePriceQuestions(input)
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contract ?? undefined)
  const warehouseId = await chooseWarehouse({ db, catalogue }, actor, searchContext, input.warehouse)
  const filter = facetFilter(currentSnapshot.snapshot, input, {
    warehouseId,
    productIds: markedProducts(searchContext, input.origin),
  })
  return answerFor(catalogue, searchContext, facetView(searchContext.contract, { hidden }), filter, borrowBuffer)
}

/** Values of one facet by name, counted under the caller's filter. Does not save the requested warehouse. */
export async function findFacetValues(
  { catalogue }: Pick<Deps, 'catalogue'>,
  actor: Actor,
  input: ParsedInputOf<typeof facetValues>,
): Promise<FoundValues> {
  const currentSnapshot = catalogue.currentSnapshot()
  const hidden = !may(actor, 'price.view')
  const filtered = { ...input, page: 1, perpage: pageSizes.catalogue, sorting: undefined }
  if (hidden) refusePriceQuestions(filtered)
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contract ?? undefined)
  const warehouseId = warehouseFor(searchContext, input.warehouse)
  const filter = facetFilter(currentSnapshot.snapshot, filtered, {
    warehouseId,
    productIds: markedProducts(searchContext, input.origin),
  })
  return findValues(
    currentSnapshot,
    facetView(searchContext.contract, { hidden }),
    filter,
    facetKey(input),
    input.search,
  )
}

function facetKey({ facet, param }: ParsedInputOf<typeof facetValues>): FacetKey {
  if (facet !== 'params') return { name: facet }
  if (param === undefined) throw new AppError('invalid', { fields: { param: 'Укажите параметр' } })
  return { name: facet, parameterId: param }
}

/** What the catalogue's page needs before its first search. */
export async function getFilterInit({ db, catalogue }: Deps, actor: Actor, { contract }: { contract?: number }) {
  const { snapshot, version } = catalogue.currentSnapshot()
  const { contract: view, savedWarehouseId } = await catalogue.searchContexts.find(actor.accountId, contract)
  return {
    catalog_tree: categoryTree(catalogue, snapshot, version, view.priceTypeId),
    warehouses: view.warehouses.map(({ id, header }) => ({ id, header, selected: id === savedWarehouseId })),
    ...(await countMarks(db, { accountId: actor.accountId })),
  }
}

/** Top categories that have goods sold under the chosen contract. */
export async function listRootCategories({ catalogue }: Deps, actor: Actor) {
  const { snapshot, version } = catalogue.currentSnapshot()
  const { contract } = await catalogue.searchContexts.find(actor.accountId, undefined)
  return categoryTree(catalogue, snapshot, version, contract.priceTypeId).map(({ id, header, url }: CategoryNode) => ({
    id,
    header,
    url,
    picture: pictureOfCategory(snapshot, id),
  }))
}

export async function getCategoryId({ db }: { db: Db }, { url }: { url: string }): Promise<number> {
  const id = await findCategoryByUrl(db, { url: url.replace(/^\/?catalog\//, '').replace(/\/$/, '') })
  if (id === undefined) throw new AppError('notFound')
  return id
}

/** The warehouse to search under; a requested one is saved. */
async function chooseWarehouse(
  { db, catalogue }: Deps,
  actor: Actor,
  searchContext: SearchContext,
  input: number | undefined,
): Promise<number | undefined> {
  const { contract, savedWarehouseId } = searchContext
  const chosen = warehouseFor(searchContext, input)
  if (chosen !== savedWarehouseId) {
    await saveWarehouse(db, { accountId: actor.accountId, contractId: contract.contractId, warehouseId: chosen ?? 0 })
    catalogue.searchContexts.forget(actor.accountId)
  }
  return chosen
}

/** The asked one (0 = all), else the kept one; undefined = all. */
function warehouseFor({ contract, savedWarehouseId }: SearchContext, input: number | undefined): number | undefined {
  if (input === undefined) return savedWarehouseId
  if (input !== 0 && !contract.warehouses.some(({ id }) => id === input)) throw new AppError('notFound')
  return input === 0 ? undefined : input
}

function markedProducts({ marks }: SearchContext, origin: FilterRequest['origin']): number[] | undefined {
  if (origin !== 'favorites' && origin !== 'needs') return undefined
  return [...marks].filter(([, { wish, need }]) => (origin === 'favorites' ? wish : need)).map(([id]) => id)
}
