import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addFavorites, addNeeds, deleteFavorites, deleteNeeds } from '#shared/api/lists.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { markFailureTitles, type Mark } from './with-mark.ts'

const texts = {
  inwish: {
    put: addFavorites,
    take: deleteFavorites,
    added: 'Добавлено в избранное',
    all: 'Всё уже в избранном',
    refused: markFailureTitles.inwish,
  },
  inneed: {
    put: addNeeds,
    take: deleteNeeds,
    added: 'Добавлено в потребности',
    all: 'Всё уже в потребностях',
    refused: markFailureTitles.inneed,
  },
} as const satisfies Record<Mark, unknown>

const undoFadesMs = 6000

/** Adds several products to favourites or needs; undo removes those that were new. */
export function useMarkMany(mark: Mark) {
  const queries = useQueryClient()
  const notify = useNotify()
  const { put, take, added: addedText, all, refused } = texts[mark]
  const change = {
    onError: (error: Error) => {
      console.error('marks refused', error)
      notify({ tone: 'bad', title: refused, text: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['catalogue'] }),
  }
  const undo = useMutation({ ...change, mutationFn: (ids: number[]) => call(take, { ids }) })
  return useMutation({
    ...change,
    mutationFn: async (ids: readonly number[]) => (await call(put, { ids: [...ids] })).added,
    onSuccess: (added) =>
      notify(
        added.length === 0
          ? { text: all, fadeMs: 3000 }
          : {
              tone: 'ok',
              fadeMs: undoFadesMs,
              text: `${addedText}: ${added.length}`,
              action: { label: 'Отменить', onPress: () => undo.mutate(added) },
            },
      ),
  })
}
