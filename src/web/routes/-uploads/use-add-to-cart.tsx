import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addCartFromPricelist, type CartOutcome } from '#shared/api/uploads.ts'
import { call } from '#web/api/client.ts'
import { useBasketEdits } from '#web/features/basket-data/BasketProvider.tsx'
import { basketKey } from '#web/features/basket-data/basket-sync.ts'
import { toldOutcomes, type AddToCart, type CartInput } from '#web/features/uploads/add-to-cart.ts'
import { useNotify } from '#web/ui/notifications.tsx'

/** Reviewed rows into the basket, after what is still on its way there; then the basket is asked for anew. */
export function useAddToCart(): AddToCart {
  const queries = useQueryClient()
  const { sync } = useBasketEdits()
  const { mutateAsync } = useMutation({
    mutationKey: basketKey,
    mutationFn: async ({ input, key }: { input: CartInput; key: string | undefined }) => {
      await sync.flush()
      return call(addCartFromPricelist, input, key === undefined ? {} : { key })
    },
    onError: (error) => console.error('rows not added to the basket', error),
    onSettled: () => queries.invalidateQueries({ queryKey: basketKey }),
  })
  return (input, key) => mutateAsync({ input, key })
}

/** What the specification says after it [M.8], and each good that is not in the basket as it was asked for. */
export function useTellAdded(): (reply: { count: number; lines: readonly CartOutcome[] }) => void {
  const notify = useNotify()
  return ({ count, lines }) => {
    const news = toldOutcomes(lines)
    const text = (
      <>
        <p>Добавлено товаров - {count} шт.</p>
        {news.map((each, place) => (
          // Two lines may read the same.
          <p key={place} className="small">
            {each}
          </p>
        ))}
      </>
    )
    if (count === 0) notify({ tone: 'bad', title: 'Товары не добавлены', text, fadeMs: null })
    else notify({ title: 'Заказ добавлен в корзину', text, ...(news.length === 0 ? { tone: 'ok', fadeMs: 3000 } : { tone: 'warn', fadeMs: null }) })
  }
}
