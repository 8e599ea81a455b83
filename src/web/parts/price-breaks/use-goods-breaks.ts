import { useQuery } from '@tanstack/react-query'
import { goodsBreaks } from '#shared/api/money/price-breaks.ts'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'

export type GoodBreaks = ReplyOf<typeof goodsBreaks>['items'][number]

/** Breaks of the shown goods by id. They follow the goods, which need not wait for them. */
export function useGoodsBreaks(ids: readonly number[], { enabled }: { enabled: boolean }) {
  const { data } = useQuery({
    queryKey: ['catalogue', 'price-breaks', ids],
    queryFn: async ({ signal }) => (await call(goodsBreaks, { ids: JSON.stringify(ids) }, { signal })).items,
    enabled: enabled && ids.length > 0,
    staleTime: 60_000,
  })
  return new Map((data ?? []).map((good) => [good.id, good]))
}
