import { rootCategoryId } from '#shared/constants.ts'
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
import { withPolitics } from '#server/catalogue/facets/under-politics.ts'
import { categoryOf, toFacetView, type FilterInput } from './filter-input.ts'
import type { Catalogue } from './open.ts'
import { countMarks, findCategoryByUrl, saveWarehouse } from './queries.ts'
import type { SearchContext } from './search-contexts.ts'
import { categoryTree } from './tree.ts'

type Deps = { db: Db; catalogue: Catalogue }

/** A page of the catalogue as wire JSON, with the caller's marks written over the shared answer. */
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
  const filter = toFacetFilter(currentSnapshot, searchContext, input, warehouseId)
  const view = toFacetView(searchContext.contract, actor)
  const { query } = input.choice
  const { body, rows } = answerFor(catalogue, searchContext, view, { filter, choice: input.choice }, borrowBuffer)
  // What visitors of the demo mode look for is no demand.
  if (isPlainSearch(input) && !actor.demo)
    catalogue.searchLog.record({ accountId: actor.accountId, query, found: rows > 0 })
  return body
}

/** The first page of a search by words without any filter: what it does not find, the catalogue does not have. */
function isPlainSearch({ categoryId, list, choice }: FilterInput): boolean {
  const { query, page, only, available, isNew, isSale, brandIds, tagIds, values, price } = choice
  const isWhole = (categoryId === undefined || categoryId === rootCategoryId) && list === undefined && only === 'all'
  const isFiltered = available || isNew || isSale || price !== undefined
  return (
    query.trim() !== '' && page === 1 && isWhole && !isFiltered && brandIds.length + tagIds.length + values.length === 0
  )
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
  const warehouseId = chooseSearchWarehouse(searchContext, input.warehouseId)
  const filter = toFacetFilter(currentSnapshot, searchContext, input, warehouseId)
  const view = toFacetView(searchContext.contract, actor)
  return findValues(withPolitics(currentSnapshot, view), view, filter, facet, text)
}

/** Sorting and filtering by price would reveal hidden prices. */
function refuseHiddenPrices(actor: Actor, { dependsOnPrices: asksPrices }: FilterInput): void {
  if (asksPrices && !may(actor, 'price.view')) throw new AppError('pricesHidden')
}

function toFacetFilter(
  { snapshot }: CurrentSnapshot,
  searchContext: SearchContext,
  { categoryId, list, choice }: FilterInput,
  warehouseId: number | undefined,
): FacetFilter {
  return {
    ...choice,
    categoryId: categoryOf(snapshot, categoryId),
    warehouseId,
    productIds: productsOnList(searchContext, list),
  }
}

export type FilterInit = {
  tree: CategoryNode[]
  warehouses: { id: number; header: string; selected: boolean }[]
  /** Number of goods the caller has marked. */
  favourites: number
  needs: number
}

/** Data of the catalogue page before its first search. */
export async function getFilterInit(
  { db, catalogue }: Deps,
  actor: Actor,
  { contractId }: { contractId: number | undefined },
): Promise<FilterInit> {
  const { snapshot, version } = catalogue.currentSnapshot()
  const { contract: view, savedWarehouseId } = await catalogue.searchContexts.find(actor.accountId, contractId)
  return {
    tree: categoryTree(catalogue, snapshot, version, view.basePriceTypeId),
    warehouses: view.warehouses.map(({ id, header }) => ({ id, header, selected: id === savedWarehouseId })),
    ...(await countMarks(db, { accountId: actor.accountId })),
  }
}

/** Top categories with goods sold under the chosen contract. */
export async function listRootCategories({ catalogue }: Deps, actor: Actor) {
  const { snapshot, version } = catalogue.currentSnapshot()
  const { contract } = await catalogue.searchContexts.find(actor.accountId, undefined)
  return categoryTree(catalogue, snapshot, version, contract.basePriceTypeId).map(({ id, header, url }) => ({
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

/** The warehouse to search in; a requested one is saved. */
async function chooseWarehouse(
  { db, catalogue }: Deps,
  actor: Actor,
  searchContext: SearchContext,
  input: number | undefined,
): Promise<number | undefined> {
  const { contract, savedWarehouseId } = searchContext
  const chosen = chooseSearchWarehouse(searchContext, input)
  if (chosen !== savedWarehouseId) {
    await saveWarehouse(db, { accountId: actor.accountId, contractId: contract.contractId, warehouseId: chosen ?? 0 })
    catalogue.searchContexts.forget(actor.accountId)
  }
  return chosen
}

/** The requested warehouse (0 = all), otherwise the saved one; undefined = all. */
function chooseSearchWarehouse(
  { contract, savedWarehouseId }: SearchContext,
  input: number | undefined,
): number | undefined {
  if (input === undefined) return savedWarehouseId
  if (input !== 0 && !contract.warehouses.some(({ id }) => id === input)) throw new AppError('notFound')
  return input === 0 ? undefined : input
}

function productsOnList({ marks }: SearchContext, list: FilterInput['list']): number[] | undefined {
  if (list === undefined) return undefined
  return [...marks].filter(([, { favourite, need }]) => (list === 'favourites' ? favourite : need)).map(([id]) => id)
}
