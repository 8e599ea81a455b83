import { useQueryClient } from '@tanstack/react-query'
import { deleteFavorites, deleteNeeds, fillFavoriteList, setNeed, setWish } from '#shared/api/lists.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { useListChange, type ListPage } from './use-lists.ts'

/** A list that is the person's own: the favourites, one named list of them, or the needs. */
export type OwnList = { name: 'favorites'; list: number | undefined } | { name: 'needs' }

const undoFadesMs = 6000

/** Takes goods out of one's own list: gone from the screen at once, back when refused; one alone can be put back by a press. */
export function useRemoveGoods(own: OwnList) {
  const queries = useQueryClient()
  const notify = useNotify()
  const removal = useListChange((ids: readonly number[]) => remove(own, ids), 'Не удалено')
  const undo = useListChange((ids: readonly number[]) => putBack(own, ids), 'Не возвращено')

  async function hide(ids: readonly number[]): Promise<void> {
    await queries.cancelQueries({ queryKey: ['catalogue', 'list', own.name] })
    queries.setQueriesData<ListPage>({ queryKey: ['catalogue', 'list', own.name] }, (page) => page && without(page, ids))
  }

  return {
    pending: removal.isPending,
    /** Several, after they were asked about. */
    removeMany: async (ids: readonly number[]) => {
      await hide(ids)
      return removal.mutateAsync(ids)
    },
    removeOne: async ({ id, header }: { id: number; header: string }) => {
      await hide([id])
      removal.mutate([id], {
        onSuccess: () =>
          notify({
            fadeMs: undoFadesMs,
            text: `${words(own)}: ${header}`,
            action: { label: 'Вернуть', onPress: () => undo.mutate([id]) },
          }),
      })
    },
    /** Goods that are not sold any more cannot be marked again. */
    removeGone: (id: number) => removal.mutate([id], { onSuccess: () => notify({ tone: 'ok', text: words(own) }) }),
  }
}

async function remove(own: OwnList, ids: readonly number[]): Promise<void> {
  if (own.name === 'needs') await call(deleteNeeds, { ids: [...ids] })
  else await call(deleteFavorites, { ids: [...ids], list: own.list ?? null })
}

async function putBack(own: OwnList, ids: readonly number[]): Promise<void> {
  if (own.name === 'favorites' && own.list !== undefined) {
    await call(fillFavoriteList, { id: own.list, ids: [...ids] })
    return
  }
  for (const id of ids) await call(own.name === 'needs' ? setNeed : setWish, { id })
}

function without(page: ListPage, ids: readonly number[]): ListPage {
  const goods = page.goods.filter(({ id }) => !ids.includes(id))
  const removed = page.goods.length - goods.length
  return removed === 0 ? page : { ...page, goods, count: page.count - removed }
}

function words(own: OwnList): string {
  if (own.name === 'needs') return 'Убрано из потребностей'
  return own.list === undefined ? 'Убрано из избранного' : 'Убрано из списка'
}
