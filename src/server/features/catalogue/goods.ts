import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import { pageSizes } from '#shared/constants.ts'
import { may } from '#shared/rights.ts'
import type { Actor } from '#server/features/access/actor.ts'
import { answerFor } from './answer-for.ts'
import { categoryOf, facetFilter, facetView } from './ask.ts'
import type { FacetFilter } from './facets/query.ts'
import type { Catalogue } from './open.ts'
import { isSold } from './facets/row-view.ts'
import type { Shopper } from './shoppers.ts'

type Deps = { catalogue: Catalogue }

export type GoodsAsked = {
  /** Undefined: the chosen one. */
  contract: number | undefined
  catalog?: number | undefined
  only?: FacetFilter['only']
  /** Only these products, whatever their order; undefined: no such limit. */
  productIds?: readonly number[]
  page: number
  perpage?: number
}

/** A page of goods sold under a contract, as every list of goods answers it; by header. */
export async function listGoods({ catalogue }: Deps, actor: Actor, asked: GoodsAsked) {
  const shopper = await catalogue.shoppers.find(actor.accountId, asked.contract)
  const { products, pagination } = ask(catalogue, actor, shopper, {
    only: asked.only ?? 'all',
    categoryId: categoryOf(catalogue.shelf().snapshot, asked.catalog),
    productIds: asked.productIds,
    page: asked.page,
    perPage: asked.perpage ?? pageSizes.catalogue,
  })
  return { goods: products, count: pagination.total, contract: shopper.contract.contractId, pagination, actualWms: actualWarehouses(shopper) }
}

/** The best goods for a query, available or not, and the nearest spelling where there are none. */
export async function searchGoods({ catalogue }: Deps, actor: Actor, asked: { contract: number | undefined; query: string; perpage: number }) {
  const shopper = await catalogue.shoppers.find(actor.accountId, asked.contract)
  const { products, pagination, suggestion } = ask(catalogue, actor, shopper, { query: asked.query, perPage: asked.perpage })
  return { goods: products, count: pagination.total, suggestion }
}

/** Rows of these products in this order; those that are not sold under the contract are left out. */
export async function rowsOf({ catalogue }: Deps, actor: Actor, { contract, ids }: { contract: number | undefined; ids: readonly number[] }): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  const shopper = await catalogue.shoppers.find(actor.accountId, contract)
  const { products } = ask(catalogue, actor, shopper, { productIds: ids, perPage: ids.length })
  const byId = new Map(products.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Products that the caller has marked and that are not sold under the contract. */
export async function unsoldMarks({ catalogue }: Deps, actor: Actor, { contract, mark }: { contract: number | undefined; mark: 'wish' | 'need' }): Promise<number[]> {
  const { snapshot } = catalogue.shelf()
  const { contract: view, marks } = await catalogue.shoppers.find(actor.accountId, contract)
  return [...marks].flatMap(([id, marked]) => (marked[mark] && !isSold(snapshot, view.priceTypeId, id) ? [id] : []))
}

/** The contract's warehouses in order of preference; with one chosen, that one. */
export function actualWarehouses({ contract, keptWarehouseId }: Shopper) {
  return contract.warehouses.filter(({ id }) => keptWarehouseId === undefined || id === keptWarehouseId)
}

function ask(catalogue: Catalogue, { role }: Actor, shopper: Shopper, choice: Partial<FacetFilter>): FilterReply {
  const view = facetView(shopper.contract, { hidden: !may(role, 'price.view') })
  const filter = facetFilter(catalogue.shelf().snapshot, undefined, { warehouseId: shopper.keptWarehouseId, productIds: undefined })
  const answer = answerFor(catalogue, shopper, view, { ...filter, ...choice }, (size) => Buffer.allocUnsafe(size))
  // Our own renderer wrote it in this very shape.
  return JSON.parse(answer.toString('utf8')) as FilterReply
}
