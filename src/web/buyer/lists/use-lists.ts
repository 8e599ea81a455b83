import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { favorites, needs, type GoodsList, type PersonalList } from '#shared/api/lists.ts'
import { hitGoods, noveltyGoods, sales, specGoods, type SpecialOffer } from '#shared/api/showcase.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'

export type ListName = 'favorites' | 'needs' | 'hits' | 'novelties' | 'sales' | 'special'
export type NamedList = { id: number; header: string; count: number }

/** Which page of which list; `list` is one of the named lists of favourites, `offer` a special offer. */
export type ListView = {
  name: ListName
  page?: number | undefined
  list?: number | undefined
  offer?: number | undefined
  /** For own lists: all goods that the contract does not sell, not only the first few. */ allGone?: boolean
}

export type ListedGood = ProductRow & { offer?: number | null }

/** A page of any list; some fields exist for some lists only. */
export type ListPage = Omit<GoodsList, 'status' | 'goods'> & {
  goods: ListedGood[]
  gone?: PersonalList['gone']
  goneCount?: number
  lists?: NamedList[]
  offers?: SpecialOffer[]
}

/**
 * One page of a list, cached by page: opening page 1 sends one request, and no other before the user changes the page
 * [T.8]. Previous rows stay, dimmed, meanwhile.
 */
export function listQuery({ name, page = 1, list, offer, allGone = false }: ListView) {
  return queryOptions({
    queryKey: ['catalogue', 'list', name, { page, list, offer, allGone }],
    queryFn: ({ signal }) => fetchers[name]({ page, list, offer, allGone }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useList(view: ListView) {
  return useQuery(listQuery(view))
}

type ListRequest = { page: number; list: number | undefined; offer: number | undefined; allGone: boolean }
const fetchers: Record<ListName, (request: ListRequest, signal: AbortSignal) => Promise<ListPage>> = {
  favorites: ({ page, list, allGone }, signal) => call(favorites, { page, list: list ?? null, allGone }, { signal }),
  needs: ({ page, allGone }, signal) => call(needs, { page, allGone }, { signal }),
  hits: ({ page }, signal) => call(hitGoods, { page }, { signal }),
  novelties: ({ page }, signal) => call(noveltyGoods, { page }, { signal }),
  sales: ({ page }, signal) => call(sales, { page }, { signal }),
  special: ({ page, offer }, signal) => call(specGoods, { page, offer: offer ?? null }, { signal }),
}

/** Changes a list: reports a failure and refetches everything that shows marks, counts or lists. */
export function useListChange<Input, Reply>(change: (input: Input) => Promise<Reply>, refused: string) {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: change,
    onError: (error) => {
      console.error('list change refused', error)
      notify({ tone: 'bad', title: refused, text: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['catalogue'] }),
  })
}
