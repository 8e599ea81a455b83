import { sortFields, type FilterRequest } from '#shared/api/catalogue.ts'
import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { facetValues } from '#shared/api/facet-values.ts'
import { pageSizes } from '#shared/constants.ts'
import { kopecks } from '#shared/rules/money.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { FacetKey } from '#server/catalogue/facets/facet-names.ts'
import type { FilterChoice, FilterInput } from './filter-input.ts'

/** More parameters than any filter panel shows. */
const maxParameters = 100

/** The wire format of a filter as domain values. */
export function parseFilter(input: FilterRequest): FilterInput {
  const values = Object.entries(input.filter).filter(([, valueIds]) => valueIds.length > 0)
  if (values.length > maxParameters) throw new AppError('invalid', { fields: { filter: 'Слишком много параметров' } })
  const { byprice, minprice, maxprice, sorting } = input
  const hasPriceRange = byprice || minprice !== undefined || maxprice !== undefined
  return {
    contractId: input.contract,
    categoryId: input.catalog,
    warehouseId: input.warehouse,
    list: listOrigin(input.origin),
    dependsOnPrices: hasPriceRange || sorting?.price !== undefined || sorting?.price_rrc !== undefined,
    choice: {
      only: exclusiveFilter(input.origin),
      available: input.available,
      isNew: input.new,
      isSale: input.sale,
      brandIds: input.brand,
      tagIds: input.tags,
      values: values.map(([parameterId, valueIds]) => [Number(parameterId), valueIds] as const),
      price: byprice ? { minKopecks: toKopecks(minprice), maxKopecks: toKopecks(maxprice) } : undefined,
      query: input.query.trim(),
      searchIn: input.search_range,
      sorting: toSorting(sorting),
      page: input.page,
      perPage: input.perpage,
    },
  }
}

/** The facet to search, and the filter under which its values are counted. */
export function parseFacetValues({ facet, param, search, ...filter }: ParsedInputOf<typeof facetValues>) {
  return {
    filter: parseFilter({ ...filter, page: 1, perpage: pageSizes.catalogue, sorting: undefined }),
    facet: facetKey(facet, param),
    text: search,
  }
}

function facetKey(name: FacetKey['name'], parameterId: number | undefined): FacetKey {
  if (name !== 'params') return { name }
  if (parameterId === undefined) throw new AppError('invalid', { fields: { param: 'Укажите параметр' } })
  return { name, parameterId }
}

function listOrigin(origin: FilterRequest['origin']): FilterInput['list'] {
  if (origin === 'favorites') return 'favourites'
  return origin === 'needs' ? 'needs' : undefined
}

function exclusiveFilter(origin: FilterRequest['origin']): FilterChoice['only'] {
  const lists = { catalog: 'all', favorites: 'all', needs: 'all', hit: 'hit', novelty: 'new', sales: 'sale' } as const
  return lists[origin]
}

function toKopecks(roubles: number | undefined): number | undefined {
  return roubles === undefined ? undefined : kopecks(roubles)
}

/** Of several sort fields the first in the specification's order applies. */
function toSorting(sorting: FilterRequest['sorting']): FilterChoice['sorting'] {
  const field = sortFields.find((name) => sorting?.[name] !== undefined)
  return field && { field: field === 'price_rrc' ? 'rrc' : field, descending: sorting?.[field] === 'desc' }
}
