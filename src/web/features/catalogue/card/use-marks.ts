import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { setNeed, setWatch, setWish, unsetNeed, unsetWatch, unsetWish, watches } from '#shared/api/lists.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'

const marks = {
  inwish: { put: setWish, take: unsetWish, refused: 'Избранное не изменено' },
  inneed: { put: setNeed, take: unsetNeed, refused: 'Потребности не изменены' },
} as const

const changing = ['mark']
const cards = ['catalogue', 'product']
/** What knows nothing of marks. */
const unmarked = new Set(['me', 'basket', 'contracts'])

/** Puts a product into favourites or needs, or takes it out: shown at once, put back when refused. */
export function useMark(id: number, mark: keyof typeof marks) {
  const queries = useQueryClient()
  const notify = useNotify()
  const show = (marked: boolean) => queries.setQueriesData<ProductCard>({ queryKey: cards }, (card) => (card?.id === id ? { ...card, [mark]: marked } : card))
  return useMutation({
    mutationKey: changing,
    // One after the other, as they were pressed.
    scope: { id: `mark-${id}` },
    mutationFn: async (marked: boolean) => {
      await call(marked ? marks[mark].put : marks[mark].take, { id })
    },
    onMutate: async (marked) => {
      await queries.cancelQueries({ queryKey: cards })
      show(marked)
    },
    onError: (error, marked) => {
      console.error('mark refused', error)
      show(!marked)
      notify({ tone: 'bad', title: marks[mark].refused, text: error.message })
    },
    onSettled: async () => {
      if (queries.isMutating({ mutationKey: changing }) > 1) return
      await queries.invalidateQueries({ predicate: ({ queryKey: [room] }) => !unmarked.has(String(room)) })
    },
  })
}

const watchesQuery = queryOptions({
  queryKey: ['catalogue', 'watches'],
  queryFn: async ({ signal }) => (await call(watches, {}, { signal })).ids,
})

/** 'Сообщить о поступлении' for a product that is out of stock. */
export function useWatch(id: number) {
  const queries = useQueryClient()
  const notify = useNotify()
  const { data: ids } = useQuery(watchesQuery)
  const toggle = useMutation({
    mutationFn: (watched: boolean) => call(watched ? setWatch : unsetWatch, { id }),
    onSuccess: ({ inwatch }) => {
      queries.setQueryData(watchesQuery.queryKey, (known = []) => (inwatch ? [...new Set([...known, id])] : known.filter((other) => other !== id)))
      notify({ tone: 'ok', text: inwatch ? 'Сообщим, когда товар поступит' : 'О поступлении не сообщим' })
    },
    onError: (error) => {
      console.error('watch refused', error)
      notify({ tone: 'bad', title: 'Не сохранено', text: error.message })
    },
  })
  return { known: ids !== undefined, watched: ids?.includes(id) ?? false, toggle }
}
