import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FilterInput } from '#shared/api/catalogue.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { facetValues, type FacetName } from '#shared/api/facet-values.ts'
import { call } from '#web/api/client.ts'

/** Which facet is searched, and under which filter its values are counted. */
export type FacetSource = { facet: FacetName; param?: number; filter: FilterInput }

/** Values of a facet by typed text; those found before stay until the new ones have come. */
export function useFacetValues({ facet, param, filter }: FacetSource, typed: string) {
  const { page: _page, perpage: _perpage, sorting: _sorting, ...narrowing } = filter
  const input: InputOf<typeof facetValues> = { ...narrowing, facet, param, search: typed.trim() }
  return useQuery({
    queryKey: ['catalogue', 'facet', input],
    queryFn: ({ signal }) => call(facetValues, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
