import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { filter, getCatalogId, product, type CategoryNode, type FilterInput } from '#shared/api/catalogue.ts'
import { call } from '#web/api/client.ts'
import { validVariants } from './card/valid-variants.ts'

/** A page of goods with its facets; the page before stays on the screen until the new one has come. */
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

/** A product's card, its variants as the screen may trust them. */
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

/** The way from the top of the tree to a category, itself last; empty when the tree does not hold it. */
export function pathTo(tree: readonly CategoryNode[], url: string | undefined): CategoryNode[] {
  if (url === undefined) return []
  for (const node of tree) {
    if (node.url === url) return [node]
    const below = pathTo(node.children, url)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
