import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addCartFromPricelist, type CartOutcome } from '#shared/api/uploads.ts'
import { repeated } from '#shared/messages.ts'
import { call } from '#web/api/client.ts'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { basketKey } from '#web/parts/basket/basket-sync.ts'
import { describeOutcomes, type AddToCart, type CartInput } from '#web/buyer/uploads/add-to-cart.ts'
import type { AttemptKeys } from '#web/api/attempts.ts'
import { notAddedNotification } from '#web/parts/basket/not-added.ts'
import { useNotify } from '#web/ui/notifications.tsx'

/** Adds reviewed rows to the basket after pending changes, then refetches the basket. */
export function useAddToCart(): AddToCart {
  const queries = useQueryClient()
  const { sync } = useBasketEdits()
  const { mutateAsync } = useMutation({
    mutationKey: basketKey,
    mutationFn: async ({ input, keys: { key, replaces } }: { input: CartInput; keys: AttemptKeys }) => {
      await sync.flush()
      return call(addCartFromPricelist, { ...input, replaces }, { key })
    },
    onError: (error) => console.error('rows not added to the basket', error),
    onSettled: () => queries.invalidateQueries({ queryKey: basketKey }),
  })
  return (input, keys) => mutateAsync({ input, keys })
}

/** The notification after adding [M.8], and each product not added as requested. */
export function useNotifyAdded(): (reply: { count: number; lines: readonly CartOutcome[] }) => void {
  const notify = useNotify()
  return ({ count, lines }) => {
    const messages = describeOutcomes(lines)
    const { title, message } = repeated(count)
    const text = (
      <>
        <p>{message}</p>
        {messages.map((each, index) => (
          // Two lines may have the same text.
          <p key={index} className="small">
            {each}
          </p>
        ))}
      </>
    )
    if (count === 0) notify(notAddedNotification(text))
    else
      notify({
        title,
        text,
        ...(messages.length === 0 ? { tone: 'ok', fadeMs: 3000 } : { tone: 'warn', fadeMs: null }),
      })
  }
}
