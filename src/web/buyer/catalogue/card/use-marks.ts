import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { setNeed, setWatch, addFavorite, unsetNeed, unsetWatch, removeFavorite, watches } from '#shared/api/lists.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { markFailureTitles, withMark, type Mark } from '../with-mark.ts'

const marks = {
  inwish: { put: addFavorite, take: removeFavorite, refused: markFailureTitles.inwish },
  inneed: { put: setNeed, take: unsetNeed, refused: markFailureTitles.inneed },
} as const satisfies Record<Mark, unknown>

const changing = ['mark']
const invalidatedKeys = { queryKey: ['catalogue'] }
/** Queries whose data includes marks; only these are cancelled while a mark changes. */
const hasMarks = new Set(['product', 'filter', 'list', 'binds'])
/** Queries without marks that must be refetched. */
const unmarked = new Set(['me', 'basket', 'contracts'])

/** Adds a product to favourites or needs, or removes it: optimistic, rolled back on refusal. */
export function useMark(id: number, mark: Mark) {
  const queries = useQueryClient()
  const notify = useNotify()
  const show = (marked: boolean) =>
    queries.setQueriesData<unknown>({ ...invalidatedKeys, predicate: hasMarkData }, (known: unknown) =>
      withMark(known, id, mark, marked),
    )
  return useMutation({
    mutationKey: changing,
    // Serialised in the order of presses, and completed after leaving the page.
    scope: { id: `${mark}-${id}` },
    mutationFn: async (marked: boolean) => {
      await call(marked ? marks[mark].put : marks[mark].take, { id }, { keepalive: true })
    },
    onMutate: async (marked) => {
      await queries.cancelQueries({ ...invalidatedKeys, predicate: hasMarkData })
      show(marked)
    },
    onError: (error, marked) => {
      console.error('mark refused', error)
      show(!marked)
      notify({ tone: 'bad', title: marks[mark].refused, text: error.message })
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: changing }) > 1) return
      // Not awaited: the next press would have to wait.
      void queries.invalidateQueries({ predicate: ({ queryKey: [room] }) => !unmarked.has(String(room)) })
    },
  })
}

function hasMarkData({ queryKey: [, kind] }: { queryKey: readonly unknown[] }): boolean {
  return hasMarks.has(String(kind))
}

const watchesQuery = queryOptions({
  queryKey: ['catalogue', 'watches'],
  queryFn: async ({ signal }) => (await call(watches, {}, { signal })).ids,
})

/** 'Сообщить о поступлении' for a product out of stock: optimistic, rolled back on refusal. */
export function useWatch(id: number) {
  const queries = useQueryClient()
  const notify = useNotify()
  const { data: watched } = useQuery({ ...watchesQuery, select: (ids) => ids.includes(id) })
  const show = (isWatched: boolean) =>
    queries.setQueryData(watchesQuery.queryKey, (ids = []) =>
      isWatched ? [...new Set([...ids, id])] : ids.filter((other) => other !== id),
    )
  const toggle = useMutation({
    mutationKey: watching,
    scope: { id: `watch-${id}` },
    mutationFn: (isWatched: boolean) => call(isWatched ? setWatch : unsetWatch, { id }, { keepalive: true }),
    onMutate: async (isWatched) => {
      await queries.cancelQueries({ queryKey: watchesQuery.queryKey })
      show(isWatched)
    },
    onSuccess: ({ inwatch }) =>
      notify({ tone: 'ok', text: inwatch ? 'Сообщим, когда товар поступит' : 'О поступлении не сообщим' }),
    onError: (error, isWatched) => {
      console.error('watch refused', error)
      show(!isWatched)
      notify({ tone: 'bad', title: 'Не сохранено', text: error.message })
    },
    onSettled: async () => {
      if (queries.isMutating({ mutationKey: watching }) > 1) return
      await queries.invalidateQueries({ queryKey: watchesQuery.queryKey })
    },
  })
  return { known: watched !== undefined, watched: watched ?? false, toggle }
}

const watching = ['watch']
