import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { filter, getCatalogId, product, type CategoryNode, type FilterInput } from '#shared/api/catalogue.ts'
import { call } from '#web/api/client.ts'
import { validVariants } from './card/valid-variants.ts'

/** A page of goods with its facets; the previous page stays until the new one is loaded. */
export function filterQuery(input: FilterInput) {
  return queryOptions({
    queryKey: ['catalogue', 'filter', input],
    queryFn: ({ signal }) => call(filter, input, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Id of a category by its address; an unknown one is refused with notFound. */
export function categoryIdQuery(url: string) {
  return queryOptions({
    queryKey: ['catalogue', 'id', url],
    queryFn: async ({ signal }) => (await call(getCatalogId, { catalogUrl: url }, { signal })).id,
    staleTime: 600_000,
  })
}

/** A product's card with validated variants. */
export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['catalogue', 'product', id],
    queryFn: async ({ signal }) => {
      const { product: card } = await call(product, { id }, { signal })
      return { ...card, variants: validVariants(card.variants) }
    },
  })
}

export function useFilter(input: FilterInput) {
  return useQuery(filterQuery(input))
}

export function useProduct(id: number) {
  return useQuery(productQuery(id))
}

/** Path from the root to a category, itself last; empty if the tree does not contain it. */
export function pathTo(tree: readonly CategoryNode[], url: string | undefined): CategoryNode[] {
  if (url === undefined) return []
  for (const node of tree) {
    if (node.url === url) return [node]
    const below = pathTo(node.children, url)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
