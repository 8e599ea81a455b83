import { useQuery } from '@tanstack/react-query'
import { binds, priceHistory, type BoundItem } from '#shared/api/catalogue.ts'
import { call } from '#web/api/client.ts'

type LinkedGoods = { id: number; data: BoundItem }

/** The products of a tab, loaded when the tab is opened. */
export function useBinds(id: number, type: BoundItem['type'], bindIds: readonly number[]) {
  return useQuery({
    queryKey: ['catalogue', 'binds', id, type, bindIds],
    queryFn: async ({ signal }): Promise<LinkedGoods[]> =>
      (await call(binds, { id, type, bindIds: [...bindIds] }, { signal })).items,
  })
}

export function usePriceHistory(id: number) {
  return useQuery({
    queryKey: ['catalogue', 'prices', id],
    queryFn: async ({ signal }) => (await call(priceHistory, { id }, { signal })).points,
  })
}
