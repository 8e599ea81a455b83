import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  clearBasket,
  fixQuantities,
  processBasket,
  processProductSet,
  restoreBasket,
  saveBasketComment,
  undoBasketEdits,
} from '#shared/api/basket.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { useBasketEdits } from './BasketProvider.tsx'
import type { Basket } from './basket-state.ts'
import { basketDataKey, basketKey } from './basket-sync.ts'

/** Fetched only by the basket's sync, which applies unsent changes to the answer. */
export const basketQuery = queryOptions<Basket>({ queryKey: basketDataKey })

/** The basket of the chosen contract: stats, products, lines, totals. */
export function useBasket(enabled = true) {
  return useQuery({ ...basketQuery, enabled })
}

/** Adds a product or chosen variants: `payload` {id: qnt | {wms: qnt}}. */
export function useAddToBasket() {
  return useBasketCall((input: InputOf<typeof processBasket>, shown) => call(processBasket, { ...shown, ...input }))
}

/** Sets the given lines at once, all or nothing; 0 removes one. `order`: order of new goods in the basket. */
export function useSetLines() {
  return useBasketCall((input: Pick<InputOf<typeof processProductSet>, 'products' | 'order' | 'contract'>, shown) =>
    call(processProductSet, { ...shown, ...input }),
  )
}

export function useClearBasket() {
  return useBasketCall((input: InputOf<typeof clearBasket>, shown) => call(clearBasket, { ...shown, ...input }))
}

/** Limits every line to the stock, rounds it up to its step, removes goods no longer sold: one call. */
export function useFixQuantities() {
  return useBasketCall<void, unknown>((_none, shown) => call(fixQuantities, shown))
}

/** Restores removed lines unchanged. */
export function useRestoreLines() {
  return useBasketCall((input: Pick<InputOf<typeof restoreBasket>, 'lines' | 'contract'>, shown) =>
    call(restoreBasket, { ...shown, ...input }),
  )
}

/** Undoes what staff changed while acting as the buyer. */
export function useUndoEdits() {
  return useBasketCall((input: InputOf<typeof undoBasketEdits>, shown) => call(undoBasketEdits, { ...shown, ...input }))
}

export function useSaveComment() {
  return useBasketCall((line: { id: number; wms: number; comment: string }, shown) =>
    call(saveBasketComment, { ...shown, ...line }),
  )
}

/**
 * Sends pending changes first, so that no later answer overtakes them; then refetches the basket. `shown` is the
 * contract of the shown basket: another window may have chosen another one. A call with a confirmation passes its
 * contract explicitly, because this window may switch contracts before the answer.
 */
function useBasketCall<Input, Reply>(send: (input: Input, shown: { contract: number | null }) => Promise<Reply>) {
  const queries = useQueryClient()
  const { sync } = useBasketEdits()
  return useMutation({
    mutationKey: basketKey,
    mutationFn: async (input: Input) => {
      const shown = { contract: queries.getQueryData(basketQuery.queryKey)?.contract ?? null }
      await sync.flush()
      return send(input, shown)
    },
    onError: (error) => console.error('basket call refused', error),
    onSettled: () => queries.invalidateQueries({ queryKey: basketKey }),
  })
}
