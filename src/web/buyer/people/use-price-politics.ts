import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { filter, filterInit } from '#shared/api/catalogue.ts'
import { pricePolitics, savePricePolitics } from '#shared/api/organisation/managers.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'

const key = ['people', 'politics']

export function politicsQuery(id: number) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: async ({ signal }) => (await call(pricePolitics, { id }, { signal })).items,
  })
}

/** Categories that a rule may name: the two top levels sold under the owner's contract. */
export const categoriesQuery = queryOptions({
  queryKey: [...key, 'categories'],
  queryFn: async ({ signal }) =>
    (await call(filterInit, {}, { signal })).catalog_tree.flatMap(({ id, header, children }) => [
      { id, header },
      ...children.map((child) => ({ id: child.id, header: `${header} – ${child.header}` })),
    ]),
  staleTime: 10 * 60_000,
})

/** An example good of a category, to show the effect of a rule; undefined if none has a price. */
export function exampleQuery(category: number | null) {
  return queryOptions({
    queryKey: [...key, 'example', category],
    queryFn: async ({ signal }) => {
      const input = { available: true, ...(category === null ? {} : { catalog: category }) }
      const { products } = await call(filter, input, { signal })
      const found = products.find(({ price, price_rrc: rrc }) => price !== null && rrc !== null)
      const good = found ?? products.find(({ price }) => price !== null)
      return good ? { header: good.header, price: good.price, rrc: good.price_rrc } : null
    },
    staleTime: 10 * 60_000,
  })
}

export function useSavePolitics() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<typeof savePricePolitics>) => (await call(savePricePolitics, input)).items,
    onSuccess: (items, { id }) => queries.setQueryData(politicsQuery(Number(id)).queryKey, items),
  })
}
