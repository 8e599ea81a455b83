import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { FacetKey } from '#server/catalogue/facets/facet-names.ts'
import { findValues, type FoundValues } from '#server/catalogue/facets/find-values.ts'
import type { CurrentSnapshot } from '#server/catalogue/facets/holder.ts'
import type { FacetFilter } from '#server/catalogue/facets/query.ts'
import { pictureOfCategory, type CategoryNode } from '#server/catalogue/facets/tree.ts'
import { answerFor, type BorrowBuffer } from './answer-for.ts'
import { underPolitics } from '#server/catalogue/facets/under-politics.ts'
import { categoryOf, facetView, type FilterInput } from './filter-input.ts'
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
  input: FilterInput,
  borrowBuffer: BorrowBuffer,
): Promise<Buffer> {
  const currentSnapshot = catalogue.currentSnapshot()
  refuseHiddenPrices(actor, input)
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contractId)
  const warehouseId = await chooseWarehouse({ db, catalogue }, actor, searchContext, input.warehouseId)
  const filter = facetFilter(currentSnapshot, searchContext, input, warehouseId)
  return answerFor(catalogue, searchContext, facetView(searchContext.contract, actor), filter, borrowBuffer)
}

/** Values of one facet by name, counted under the caller's filter. Does not save the requested warehouse. */
export async function findFacetValues(
  { catalogue }: Pick<Deps, 'catalogue'>,
  actor: Actor,
  { filter: input, facet, text }: { filter: FilterInput; facet: FacetKey; text: string },
): Promise<FoundValues> {
  const currentSnapshot = catalogue.currentSnapshot()
  refuseHiddenPrices(actor, input)
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contractId)
  const warehouseId = warehouseFor(searchContext, input.warehouseId)
  const filter = facetFilter(currentSnapshot, searchContext, input, warehouseId)
  const view = facetView(searchContext.contract, actor)
  return findValues(underPolitics(currentSnapshot, view), view, filter, facet, text)
}

/** Order and range by price would reveal the prices that the caller may not see. */
function refuseHiddenPrices(actor: Actor, { asksPrices }: FilterInput): void {
  if (asksPrices && !may(actor, 'price.view')) throw new AppError('pricesHidden')
}

function facetFilter(
  { snapshot }: CurrentSnapshot,
  searchContext: SearchContext,
  { categoryId, list, choice }: FilterInput,
  warehouseId: number | undefined,
): FacetFilter {
  return {
    ...choice,
    categoryId: categoryOf(snapshot, categoryId),
    warehouseId,
    productIds: markedProducts(searchContext, list),
  }
}

export type FilterInit = {
  tree: CategoryNode[]
  warehouses: { id: number; header: string; selected: boolean }[]
  /** How many goods the caller has marked. */
  favourites: number
  needs: number
}

/** What the catalogue's page needs before its first search. */
export async function getFilterInit(
  { db, catalogue }: Deps,
  actor: Actor,
  { contractId }: { contractId: number | undefined },
): Promise<FilterInit> {
  const { snapshot, version } = catalogue.currentSnapshot()
  const { contract: view, savedWarehouseId } = await catalogue.searchContexts.find(actor.accountId, contractId)
  return {
    tree: categoryTree(catalogue, snapshot, version, view.priceTypeId),
    warehouses: view.warehouses.map(({ id, header }) => ({ id, header, selected: id === savedWarehouseId })),
    ...(await countMarks(db, { accountId: actor.accountId })),
  }
}

/** Top categories that have goods sold under the chosen contract. */
export async function listRootCategories({ catalogue }: Deps, actor: Actor) {
  const { snapshot, version } = catalogue.currentSnapshot()
  const { contract } = await catalogue.searchContexts.find(actor.accountId, undefined)
  return categoryTree(catalogue, snapshot, version, contract.priceTypeId).map(({ id, header, url }) => ({
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

function markedProducts({ marks }: SearchContext, list: FilterInput['list']): number[] | undefined {
  if (list === undefined) return undefined
  return [...marks].filter(([, { favourite, need }]) => (list === 'favourites' ? favourite : need)).map(([id]) => id)
}
