import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import {
  addManyToCompare,
  addToCompare,
  clearCompare,
  compare,
  compareIds,
  removeFromCompare,
} from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'

const comparedQuery = queryOptions({
  queryKey: ['compare', 'ids'],
  queryFn: async ({ signal }) => (await call(compareIds, {}, { signal })).ids,
})

/** The compared goods with their parameters. Prices and stock depend on contract and warehouse, as in all lists. */
export const compareQuery = queryOptions({
  queryKey: ['catalogue', 'list', 'compare'],
  queryFn: ({ signal }) => call(compare, {}, { signal }),
})

export function useCompare() {
  return useQuery(compareQuery)
}

/** Undefined until loaded. */
export function useComparedCount(): number | undefined {
  return useQuery({ ...comparedQuery, select: ({ length }) => length }).data
}

/** Whether a product is compared, and a toggle: optimistic, rolled back on refusal. */
export function useCompared(id: number) {
  const { data: compared } = useQuery({ ...comparedQuery, select: (ids) => ids.includes(id) })
  const change = useCompareChange()
  return {
    known: compared !== undefined,
    compared: compared ?? false,
    toggle: (isCompared: boolean) => change.mutate({ id, isCompared }),
  }
}

type Change = { id: number; isCompared: boolean }

function useCompareChange() {
  const afterChange = useAfterChange()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: changing,
    scope: { id: 'compare' },
    mutationFn: async ({ id, isCompared }: Change) =>
      (await call(isCompared ? addToCompare : removeFromCompare, { id }, { keepalive: true })).ids,
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: comparedQuery.queryKey })
      queries.setQueryData(comparedQuery.queryKey, (ids) => ids && changed(ids, change))
    },
    onError: (error, { id, isCompared }) => {
      queries.setQueryData(comparedQuery.queryKey, (ids) => ids && changed(ids, { id, isCompared: !isCompared }))
      afterChange.refused(error)
    },
    onSettled: afterChange.settled,
  })
}

/** Removes products from the comparison optimistically. */
export function useRemoveCompared() {
  const queries = useQueryClient()
  const change = useCompareChange()
  return (id: number) => {
    queries.setQueryData(compareQuery.queryKey, (known) => known && without(known, id))
    change.mutate({ id, isCompared: false })
  }
}

/** Clears the comparison. */
export function useClearCompare() {
  const queries = useQueryClient()
  const afterChange = useAfterChange()
  return useMutation({
    mutationKey: changing,
    scope: { id: 'compare' },
    mutationFn: async () => (await call(clearCompare, {})).ids,
    onSuccess: (ids) => {
      queries.setQueryData(comparedQuery.queryKey, ids)
      queries.setQueryData(compareQuery.queryKey, (known) => known && { ...known, products: [], params: [], gone: [] })
    },
    onError: afterChange.refused,
    onSettled: afterChange.settled,
  })
}

/** Compares several goods in this order: all or none. */
export function useCompareMany() {
  const afterChange = useAfterChange()
  const queries = useQueryClient()
  return useMutation({
    mutationKey: changing,
    scope: { id: 'compare' },
    mutationFn: async (ids: readonly number[]) => (await call(addManyToCompare, { ids: [...ids] })).ids,
    onSuccess: (ids) => queries.setQueryData(comparedQuery.queryKey, ids),
    onError: afterChange.refused,
    onSettled: afterChange.settled,
  })
}

const changing = ['compare', 'change']

function useAfterChange() {
  const queries = useQueryClient()
  const notify = useNotify()
  return {
    refused: (error: Error) => {
      console.error('compare refused', error)
      notify({ tone: 'bad', title: 'Сравнение не изменено', text: error.message })
    },
    settled: async () => {
      if (queries.isMutating({ mutationKey: changing }) > 1) return
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['compare'] }),
        queries.invalidateQueries({ queryKey: compareQuery.queryKey }),
      ])
    },
  }
}

function changed(ids: readonly number[], { id, isCompared }: Change): number[] {
  const others = ids.filter((other) => other !== id)
  return isCompared ? [...others, id] : others
}

type Compared = ReplyOf<typeof compare>

/** The table without one product, with differing rows recalculated. */
function without(known: Compared, id: number): Compared {
  const index = known.products.findIndex((product) => product.id === id)
  const gone = known.gone.filter((product) => product.id !== id)
  if (index < 0) return { ...known, gone }
  const params = known.params
    .map((row) => ({ ...row, values: row.values.toSpliced(index, 1) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .map((row) => ({ ...row, differs: new Set(row.values).size > 1 }))
  return { ...known, gone, params, products: known.products.toSpliced(index, 1) }
}
