import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteFilter, savedFilters, saveFilter, type SavedFilter } from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'

const savedQuery = queryOptions({
  queryKey: ['saved-filters'],
  queryFn: async ({ signal }) => (await call(savedFilters, {}, { signal })).filters,
})

/** The account's saved views, by name. */
export function useSavedFilters() {
  return useQuery(savedQuery)
}

/** Saves an address under a name; an existing name is replaced. */
export function useSaveFilter() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (filter: Pick<SavedFilter, 'header' | 'address'>) => call(saveFilter, filter),
    onSuccess: ({ filters }) => queries.setQueryData(savedQuery.queryKey, filters),
    onError: (error) => console.error('view not saved', error),
  })
}

/** Optimistic, rolled back on refusal; `onDeleted` runs even after the menu is closed. */
export function useDeleteFilter(onDeleted: (filter: SavedFilter) => void) {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ id }: SavedFilter) => call(deleteFilter, { id }),
    onMutate: async ({ id }) => {
      await queries.cancelQueries({ queryKey: savedQuery.queryKey })
      queries.setQueryData(savedQuery.queryKey, (known) => known?.filter((filter) => filter.id !== id))
    },
    onSuccess: ({ filters }, deleted) => {
      queries.setQueryData(savedQuery.queryKey, filters)
      onDeleted(deleted)
    },
    onError: async (error) => {
      console.error('view not deleted', error)
      notify({ tone: 'bad', title: 'Вид не удалён', text: error.message })
      await queries.invalidateQueries({ queryKey: savedQuery.queryKey })
    },
  })
}
