import type { FilterRequest } from '#shared/api/catalogue.ts'
import { sortFields } from '#shared/api/catalogue.ts'
import { pageSizes, rootCategoryId } from '#shared/constants.ts'
import { kopecks } from '#shared/rules/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'

/** More parameters than any panel offers: a longer list is no person's. */
const maxParameters = 100

export function facetView(contract: ContractView, { hidden }: { hidden: boolean }): FacetView {
  return {
    priceTypeId: contract.priceTypeId,
    rrcTypeId: contract.rrcTypeId,
    warehouseIds: contract.warehouses.map(({ id }) => id),
    pricesHidden: hidden,
  }
}

/** Order and range by price would reveal the prices that the caller may not see. */
export function refusePriceQuestions({ sorting, byprice, minprice, maxprice }: FilterRequest): void {
  const asksRange = byprice || typeof minprice === 'number' || typeof maxprice === 'number'
  if (asksRange || sorting?.price !== undefined || sorting?.price_rrc !== undefined) throw new AppError('pricesHidden')
}

/** The wire's filter in the search's words; undefined: no choice at all. An unknown category is refused as missing. */
export function facetFilter(
  snapshot: Snapshot,
  input: FilterRequest | undefined,
  chosen: { warehouseId: number | undefined; productIds: readonly number[] | undefined },
): FacetFilter {
  const values = Object.entries(input?.filter ?? {}).filter(([, valueIds]) => valueIds.length > 0)
  if (values.length > maxParameters) throw new AppError('invalid', { fields: { filter: 'Слишком много параметров' } })
  return {
    categoryId: categoryOf(snapshot, input?.catalog),
    ...chosen,
    only: input ? onlyOf(input.origin) : 'all',
    available: input?.available ?? false,
    isNew: input?.new ?? false,
    isSale: input?.sale ?? false,
    brandIds: input?.brand ?? [],
    tagIds: input?.tags ?? [],
    values: values.map(([parameterId, valueIds]) => [Number(parameterId), valueIds] as const),
    price: input?.byprice ? { minKopecks: bound(input.minprice), maxKopecks: bound(input.maxprice) } : undefined,
    query: input?.query.trim() ?? '',
    searchIn: input?.search_range ?? 'all',
    sorting: sortingOf(input?.sorting),
    page: input?.page ?? 1,
    perPage: input?.perpage ?? pageSizes.catalogue,
  }
}

/** The category to search in; undefined: the whole tree. An unknown one is refused as missing. */
export function categoryOf({ categories }: Snapshot, id: number | null | undefined): number | undefined {
  if (id === undefined || id === null || id === rootCategoryId) return undefined
  if (!categories.some((category) => category.id === id)) throw new AppError('notFound')
  return id
}

function onlyOf(origin: FilterRequest['origin']): FacetFilter['only'] {
  const lists = { catalog: 'all', favorites: 'all', needs: 'all', hit: 'hit', novelty: 'new', sales: 'sale' } as const
  return lists[origin]
}

function bound(roubles: number | null | undefined): number | undefined {
  return roubles === undefined || roubles === null ? undefined : kopecks(roubles)
}

/** Screens sort by one field; of several the first of the specification's order rules. */
function sortingOf(sorting: FilterRequest['sorting']): FacetFilter['sorting'] {
  const field = sortFields.find((name) => sorting?.[name] !== undefined)
  return field && { field, descending: sorting?.[field] === 'desc' }
}
