import { pageSizes, rootCategoryId } from '#shared/constants.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'

/** What a caller wants to see of the catalogue. */
export type FilterInput = {
  /** Undefined: the chosen one. */
  contractId: number | undefined
  /** Undefined or the root: the whole tree. */
  categoryId: number | undefined
  /** 0: all warehouses of the contract; undefined: the saved choice. */
  warehouseId: number | undefined
  /** Only goods of this list of the caller. */
  list: 'favourites' | 'needs' | undefined
  /** Whether it orders by price or names a bound of the price, even one that is not applied. */
  asksPrices: boolean
  choice: FilterChoice
}

export type FilterChoice = Omit<FacetFilter, 'categoryId' | 'warehouseId' | 'productIds'>

export const noChoice: FilterChoice = {
  only: 'all',
  available: false,
  isNew: false,
  isSale: false,
  brandIds: [],
  tagIds: [],
  values: [],
  price: undefined,
  query: '',
  searchIn: 'all',
  sorting: undefined,
  page: 1,
  perPage: pageSizes.catalogue,
}

/** Under price politics prices are others, for those without the right there are none. */
export function facetView(contract: ContractView, actor: Actor): FacetView {
  const { pricePolitics } = actor
  return {
    priceTypeId: contract.priceTypeId,
    rrcTypeId: contract.rrcTypeId,
    warehouseIds: contract.warehouses.map(({ id }) => id),
    pricesHidden: !may(actor, 'price.view'),
    ...(pricePolitics.length === 0 ? {} : { pricePolitics }),
  }
}

/** The category to search in; undefined: the whole tree. An unknown one is refused as missing. */
export function categoryOf({ categories }: Snapshot, id: number | undefined): number | undefined {
  if (id === undefined || id === rootCategoryId) return undefined
  if (!categories.some((category) => category.id === id)) throw new AppError('notFound')
  return id
}
