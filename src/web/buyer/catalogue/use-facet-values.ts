import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FilterInput } from '#shared/api/catalogue.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { facetValues, type FacetName } from '#shared/api/facet-values.ts'
import { call } from '#web/api/client.ts'

/** The searched facet, and the filter for its counts. */
export type FacetSource = { facet: FacetName; param?: number; filter: FilterInput }

/** Values of a facet by typed text; previous ones stay until the new ones are loaded. */
export function useFacetValues({ facet, param, filter }: FacetSource, typed: string) {
  const { page: _page, perpage: _perpage, sorting: _sorting, ...narrowing } = filter
  const input: InputOf<typeof facetValues> = { ...narrowing, facet, param, search: typed.trim() }
  return useQuery({
    queryKey: ['catalogue', 'facet', input],
    queryFn: ({ signal }) => call(facetValues, input, { signal }),
    placeholderData: keepPreviousData,
  })
}
