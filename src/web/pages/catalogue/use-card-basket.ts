import { useQuery } from '@tanstack/react-query'
import { units } from '#shared/rules/money.ts'
import { quantityIn, quantityOfCard, addedToBasket } from '#web/parts/basket/basket-state.ts'
import { basketQuery, useAddToBasket } from '#web/parts/basket/use-basket.ts'
import type { AddToBasket } from '#web/buyer/catalogue/card/ProductView.tsx'
import { useNotify } from '#web/ui/notifications.tsx'

/** The basket of a product card; undefined for users who may not order. */
export function useCardBasket(id: number, orders: boolean, onAdded?: () => void): AddToBasket | undefined {
  const notify = useNotify()
  const add = useAddToBasket()
  const { data: inBasketMilli } = useQuery({
    ...basketQuery,
    enabled: orders,
    select: (basket) => quantityIn(basket, id) + quantityOfCard(basket, id),
  })
  if (!orders) return undefined
  return {
    pending: add.isPending,
    error: add.error,
    inBasket: inBasketMilli === undefined ? undefined : units(inBasketMilli),
    add: (goods, onDone) =>
      add.mutate(goods, {
        onSuccess: ({ lines }) => {
          notify({ tone: 'ok', text: addedToBasket, fadeMs: 2500 })
          const notes = lines.map(({ note }) => note).filter(Boolean)
          if (notes.length > 0) notify({ tone: 'warn', text: notes.join('. ') })
          onDone()
          onAdded?.()
        },
      }),
  }
}
