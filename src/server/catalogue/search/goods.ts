import type { Pagination } from '#server/platform/pagination.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { answerFor } from './answer-for.ts'
import { categoryOf, toFacetView, emptyChoice } from './filter-input.ts'
import type { FacetFilter } from '#server/catalogue/facets/query.ts'
import { readAnswer, type RenderedGoods, type RenderedRow } from '#server/catalogue/facets/render/read-answer.ts'
import type { Catalogue } from './open.ts'
import { isSold } from '#server/catalogue/facets/render/row-view.ts'
import type { SearchContext } from './search-contexts.ts'

type Deps = { catalogue: Catalogue }

export type GoodsQuery = {
  /** Undefined: the chosen contract. */
  contractId: number | undefined
  categoryId?: number | undefined
  only?: FacetFilter['only']
  /** Restricts to these products; undefined: no restriction. */
  productIds?: readonly number[] | undefined
  page: number
  perPage?: number | undefined
}

/** A page of goods, with the contract and warehouses used. */
export type GoodsPage = {
  rows: RenderedRow[]
  pagination: Pagination
  contractId: number
  /** In order of preference. */
  warehouses: { id: number; header: string }[]
}

/** A page of goods sold under a contract, by header. */
export async function listGoods({ catalogue }: Deps, actor: Actor, input: GoodsQuery): Promise<GoodsPage> {
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contractId)
  const { rows, pagination } = filterGoods(catalogue, actor, searchContext, {
    only: input.only ?? emptyChoice.only,
    categoryId: categoryOf(catalogue.currentSnapshot().snapshot, input.categoryId),
    productIds: input.productIds,
    page: input.page,
    perPage: input.perPage ?? emptyChoice.perPage,
  })
  return { rows, pagination, ...contractAndWarehouses(searchContext) }
}

/** The contract of a search and its effective warehouses. */
export function contractAndWarehouses(searchContext: SearchContext): Pick<GoodsPage, 'contractId' | 'warehouses'> {
  return { contractId: searchContext.contract.contractId, warehouses: effectiveWarehouses(searchContext) }
}

/** The best goods for a query, available or not; the nearest spelling if there are none. */
export async function searchGoods(
  { catalogue }: Deps,
  actor: Actor,
  input: { contract: number | undefined; query: string; perPage: number },
) {
  const searchContext = await catalogue.searchContexts.find(actor.accountId, input.contract)
  const { rows, pagination, suggestion } = filterGoods(catalogue, actor, searchContext, {
    query: input.query,
    perPage: input.perPage,
  })
  return { goods: rows, count: pagination.total, suggestion }
}

/** Rows of these products in the given order; those not sold under the contract are left out. */
export async function listRowsOfProducts(
  { catalogue }: Deps,
  actor: Actor,
  { contract, ids }: { contract: number | undefined; ids: readonly number[] },
): Promise<RenderedRow[]> {
  if (ids.length === 0) return []
  const searchContext = await catalogue.searchContexts.find(actor.accountId, contract)
  const { rows } = filterGoods(catalogue, actor, searchContext, { productIds: ids, perPage: ids.length })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Marked products that are not sold under the contract. */
export async function listUnsoldMarks(
  { catalogue }: Deps,
  actor: Actor,
  { contractId, mark }: { contractId: number | undefined; mark: 'favourite' | 'need' },
): Promise<number[]> {
  const { snapshot } = catalogue.currentSnapshot()
  const { contract: view, marks } = await catalogue.searchContexts.find(actor.accountId, contractId)
  return [...marks].flatMap(([id, marked]) => (marked[mark] && !isSold(snapshot, view.basePriceTypeId, id) ? [id] : []))
}

/** The contract's warehouses in order of preference, or only the chosen one. */
export function effectiveWarehouses({ contract, savedWarehouseId }: SearchContext) {
  return contract.warehouses.filter(({ id }) => savedWarehouseId === undefined || id === savedWarehouseId)
}

function filterGoods(
  catalogue: Catalogue,
  actor: Actor,
  searchContext: SearchContext,
  choice: Partial<FacetFilter>,
): RenderedGoods {
  const view = toFacetView(searchContext.contract, actor)
  const filter: FacetFilter = {
    ...emptyChoice,
    categoryId: undefined,
    warehouseId: searchContext.savedWarehouseId,
    productIds: undefined,
    ...choice,
  }
  const filters = { filter, choice: filter }
  return readAnswer(answerFor(catalogue, searchContext, view, filters, (size) => Buffer.allocUnsafe(size)).body)
}
