import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getMaterial, getTopNews, hideTopNews, listMaterials } from '#shared/api/talk/pages.ts'
import { call } from '#web/api/client.ts'

export const newsQuery = queryOptions({
  queryKey: ['pages', 'news'],
  queryFn: async ({ signal }) => (await call(getTopNews, {}, { signal })).items,
  staleTime: 300_000,
})

export const useTopNews = () => useQuery(newsQuery).data ?? []

/** Optimistic, rolled back on refusal. */
export function useHideNews() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(hideTopNews, { id }),
    onMutate: (hidden) => queries.setQueryData(newsQuery.queryKey, (items) => items?.filter(({ id }) => id !== hidden)),
    onSettled: () => queries.invalidateQueries({ queryKey: newsQuery.queryKey }),
  })
}

export const materialsQuery = queryOptions({
  queryKey: ['pages', 'list'],
  queryFn: async ({ signal }) => (await call(listMaterials, {}, { signal })).items,
})

export const materialQuery = (id: number) =>
  queryOptions({
    queryKey: ['pages', 'one', id],
    queryFn: ({ signal }) => call(getMaterial, { id }, { signal }),
  })
