import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import { pageSizes } from '#shared/constants.ts'
import { may } from '#shared/rights.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { answerFor } from './answer-for.ts'
import { categoryOf, facetFilter, facetView } from './filter-input.ts'
import type { FacetFilter } from '#server/catalogue/facets/query.ts'
import type { Catalogue } from './open.ts'
import { isSold } from '#server/catalogue/facets/render/row-view.ts'
import type { SearchContext } from './search-contexts.ts'

type Deps = { catalogue: Catalogue }

export type GoodsQuery = {
  /** Undefined: the chosen one. */
  contract: number | undefined
  catalog?: number | undefined
  only?: FacetFilter['only']
  /** Restricts to these products; undefined: no restriction. */
  productIds?: readonly number[]
  page: number
  perPage?: number
}

/** A page of goods sold under a contract, as every list of goods answers it; by header. */
export async function listGoods({ catalogue }: Deps, actor: Actor, input: GoodsQuery) {
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contract)
  const { products, pagination } = filterGoods(catalogue, actor, searchContext, {
    only: input.only ?? 'all',
    categoryId: categoryOf(catalogue.currentSnapshot().snapshot, input.catalog),
    productIds: input.productIds,
    page: input.page,
    perPage: input.perPage ?? pageSizes.catalogue,
  })
  return {
    goods: products,
    count: pagination.total,
    contract: searchContext.contract.contractId,
    pagination,
    actualWms: effectiveWarehouses(searchContext),
  }
}

/** The best goods for a query, available or not, and the nearest spelling where there are none. */
export async function searchGoods(
  { catalogue }: Deps,
  actor: Actor,
  input: { contract: number | undefined; query: string; perPage: number },
) {
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contract)
  const { products, pagination, suggestion } = filterGoods(catalogue, actor, searchContext, {
    query: input.query,
    perPage: input.perPage,
  })
  return { goods: products, count: pagination.total, suggestion }
}

/** Rows of these products in this order; those that are not sold under the contract are left out. */
export async function rowsOfProducts(
  { catalogue }: Deps,
  actor: Actor,
  { contract, ids }: { contract: number | undefined; ids: readonly number[] },
): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  const searchContext = await catalogue.searchContexts.find(actor.accountId, contract)
  const { products } = filterGoods(catalogue, actor, searchContext, { productIds: ids, perPage: ids.length })
  const byId = new Map(products.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Products that the caller has marked and that are not sold under the contract. */
export async function unsoldMarks(
  { catalogue }: Deps,
  actor: Actor,
  { contract, mark }: { contract: number | undefined; mark: 'wish' | 'need' },
): Promise<number[]> {
  const { snapshot } = catalogue.currentSnapshot()
  const { contract: view, marks } = await catalogue.searchContexts.find(actor.accountId, contract)
  return [...marks].flatMap(([id, marked]) => (marked[mark] && !isSold(snapshot, view.priceTypeId, id) ? [id] : []))
}

/** The contract's warehouses in order of preference; with one chosen, that one. */
export function effectiveWarehouses({ contract, savedWarehouseId }: SearchContext) {
  return contract.warehouses.filter(({ id }) => savedWarehouseId === undefined || id === savedWarehouseId)
}

function filterGoods(
  catalogue: Catalogue,
  actor: Actor,
  searchContext: SearchContext,
  choice: Partial<FacetFilter>,
): FilterReply {
  const view = facetView(searchContext.contract, { hidden: !may(actor, 'price.view') })
  const filter = facetFilter(catalogue.currentSnapshot().snapshot, undefined, {
    warehouseId: searchContext.savedWarehouseId,
    productIds: undefined,
  })
  const answer = answerFor(catalogue, searchContext, view, { ...filter, ...choice }, (size) => Buffer.allocUnsafe(size))
  // Our own renderer wrote it in this very shape.
  return JSON.parse(answer.toString('utf8')) as FilterReply
}
