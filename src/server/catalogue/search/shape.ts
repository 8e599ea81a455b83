import type { filterInit } from '#shared/api/catalogue.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { GoodsList } from '#shared/api/lists.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import type { GoodsPage } from './goods.ts'
import type { FilterInit } from './service.ts'

type Init = ReplyOf<typeof filterInit>

/** Undefined: the caller has no contract. */
export function shapeInit(
  init: FilterInit | undefined,
): Omit<Init, 'status' | 'contracts' | 'selectedContract' | 'rate'> {
  return {
    catalog_tree: init?.tree ?? [],
    warehouses: init?.warehouses ?? [],
    favoritesCount: init?.favourites ?? 0,
    needsCount: init?.needs ?? 0,
  }
}

/** The common reply of all lists of goods. */
export function shapeGoodsPage({ rows, pagination, contractId, warehouses }: GoodsPage): Omit<GoodsList, 'status'> {
  return {
    goods: rows,
    count: pagination.total,
    contract: contractId,
    pagination: shapePagination(pagination),
    actualWms: warehouses,
  }
}
