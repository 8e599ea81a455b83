import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clearBasket, getBasketData, processBasket, processProductSet } from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { useBasketEdits } from './BasketProvider.tsx'
import { basketKey } from './basket-sync.ts'

export const basketQuery = queryOptions({
  queryKey: [...basketKey, 'data'],
  queryFn: ({ signal }) => call(getBasketData, {}, { signal }),
})

/** The basket of the chosen contract: stats, products, lines, totals. */
export function useBasket(enabled = true) {
  return useQuery({ ...basketQuery, enabled })
}

/** Adds a product or chosen variants: `payload` {id: qnt | {wms: qnt}}. */
export function useAddToBasket() {
  return useBasketCall((input: InputOf<typeof processBasket>) => call(processBasket, input))
}

/** Sets the named lines at once, all or nothing; 0 removes one. */
export function useSetLines() {
  return useBasketCall((products: InputOf<typeof processProductSet>['products']) => call(processProductSet, { products }))
}

export function useClearBasket() {
  return useBasketCall<void, unknown>(() => call(clearBasket, {}))
}

/** Sends what is still waiting first, so that no later answer overtakes it; then asks for the basket anew. */
function useBasketCall<Input, Reply>(send: (input: Input) => Promise<Reply>) {
  const queries = useQueryClient()
  const { sync } = useBasketEdits()
  return useMutation({
    mutationKey: basketKey,
    mutationFn: async (input: Input) => {
      await sync.flush()
      return send(input)
    },
    onError: (error) => console.error('basket call refused', error),
    onSettled: () => queries.invalidateQueries({ queryKey: basketKey }),
  })
}
