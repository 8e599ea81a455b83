import { useQueryClient } from '@tanstack/react-query'
import {
  addFavorites,
  addNeeds,
  deleteFavorites,
  deleteNeeds,
  fillFavoriteList,
  type Membership,
} from '#shared/api/lists.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import type { UnavailableGood } from './UnavailableGoods.tsx'
import { useListChange, type ListPage } from './use-lists.ts'

/** A list owned by the account: favourites, a named list, or needs. */
export type OwnList = { name: 'favorites'; list: number | undefined } | { name: 'needs' }

const undoFadesMs = 6000

/** Removes goods from an own list optimistically, rolls back on failure; removing a single one can be undone. */
export function useRemoveGoods(list: OwnList) {
  const queries = useQueryClient()
  const notify = useNotify()
  const removal = useListChange((ids: readonly number[]) => remove(list, ids), 'Не удалено')
  const undo = useListChange((removed: Removed) => restore(list, removed), 'Не возвращено')

  async function hide(ids: readonly number[]): Promise<void> {
    await queries.cancelQueries({ queryKey: ['catalogue', 'list', list.name] })
    queries.setQueriesData<ListPage>(
      { queryKey: ['catalogue', 'list', list.name] },
      (page) => page && withoutGoods(page, ids),
    )
  }

  async function apply({ id, header }: { id: number; header: string }, returns: boolean): Promise<void> {
    await hide([id])
    removal.mutate([id], {
      onSuccess: (lists) =>
        notify({
          fadeMs: undoFadesMs,
          text: `${texts(list)}: ${header}`,
          ...(returns && { action: { label: 'Вернуть', onPress: () => undo.mutate({ ids: [id], lists }) } }),
        }),
    })
  }

  return {
    pending: removal.isPending,
    /** Several at once, after confirmation. */
    removeMany: async (ids: readonly number[]) => {
      await hide(ids)
      return removal.mutateAsync(ids)
    },
    removeOne: (good: { id: number; header: string }) => apply(good, true),
    /** A good that no contract sells cannot be added again. */
    removeGone: (good: UnavailableGood) => apply(good, good.elsewhere),
  }
}

/** Removed goods, and the named lists that contained them. */
type Removed = { ids: number[]; lists: Membership }

async function remove(list: OwnList, ids: readonly number[]): Promise<Membership> {
  if (list.name === 'favorites') return (await call(deleteFavorites, { ids: [...ids], list: list.list ?? null })).lists
  await call(deleteNeeds, { ids: [...ids] })
  return []
}

async function restore(list: OwnList, { ids, lists }: Removed): Promise<void> {
  if (list.name === 'needs') await call(addNeeds, { ids })
  else if (list.list === undefined) await call(addFavorites, { ids, lists })
  else await call(fillFavoriteList, { id: list.list, ids })
}

function withoutGoods(page: ListPage, ids: readonly number[]): ListPage {
  const goods = page.goods.filter(({ id }) => !ids.includes(id))
  const removed = page.goods.length - goods.length
  const gone = page.gone?.filter(({ id }) => !ids.includes(id)) ?? []
  const fewer = (page.gone?.length ?? 0) - gone.length
  return removed + fewer === 0
    ? page
    : { ...page, goods, count: page.count - removed, gone, goneCount: (page.goneCount ?? 0) - fewer }
}

function texts(list: OwnList): string {
  if (list.name === 'needs') return 'Убрано из потребностей'
  return list.list === undefined ? 'Убрано из избранного' : 'Убрано из списка'
}
