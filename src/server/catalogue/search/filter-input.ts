import { pageSizes, rootCategoryId } from '#shared/constants.ts'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import { memoizeFrozen } from '#server/platform/memoize.ts'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'

/** What a caller requests from the catalogue. */
export type FilterInput = {
  /** Undefined: the chosen contract. */
  contractId: number | undefined
  /** Undefined or the root: the whole tree. */
  categoryId: number | undefined
  /** 0: all warehouses of the contract; undefined: the saved choice. */
  warehouseId: number | undefined
  /** Only goods of this personal list. */
  list: 'favourites' | 'needs' | undefined
  /** Whether it sorts by price or has a price bound, even an ineffective one. */
  dependsOnPrices: boolean
  choice: FilterChoice
}

export type FilterChoice = Omit<FacetFilter, 'categoryId' | 'warehouseId' | 'productIds'>

/** The choice in the key of a cached answer. */
export const keyOfChoice = memoizeFrozen((choice: FilterChoice) => JSON.stringify(choice))

export const emptyChoice: FilterChoice = {
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

/** Price politics replace prices; without the right to see prices there are none. */
export function toFacetView(contract: ContractView, actor: Actor): FacetView {
  const { pricePolitics } = actor
  return {
    priceTypeId: contract.priceTypeId,
    rrcTypeId: contract.rrcTypeId,
    warehouseIds: contract.warehouses.map(({ id }) => id),
    pricesHidden: !may(actor, 'price.view'),
    ...(pricePolitics.length === 0 ? {} : { pricePolitics }),
  }
}

/** The category to search in; undefined: the whole tree. Throws `notFound` for an unknown one. */
export function categoryOf({ categories }: Snapshot, id: number | undefined): number | undefined {
  if (id === undefined || id === rootCategoryId) return undefined
  if (!categories.some((category) => category.id === id)) throw new AppError('notFound')
  return id
}
