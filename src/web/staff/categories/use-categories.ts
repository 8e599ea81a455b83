import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { saveCategory, staffCategories, staffCategory } from '#shared/api/staff/categories.ts'
import { call } from '#web/api/client.ts'

const listKey = ['staff', 'categories', 'list']
const categoryKey = (id: number) => ['staff', 'categories', 'one', id]

export function useCategories() {
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await call(staffCategories, {}, { signal })).items,
  })
}

/** Fetched on every opening, and never refetched while the form is being edited. */
export function useCategory(id: number) {
  return useQuery({
    queryKey: categoryKey(id),
    queryFn: async ({ signal }) => (await call(staffCategory, { id }, { signal })).category,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useSaveCategory() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof saveCategory>, 'method'>) => call(saveCategory, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: listKey }),
  })
}
