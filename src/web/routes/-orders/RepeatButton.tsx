import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { repeatOrder } from '#shared/api/orders.ts'
import { call } from '#web/api/client.ts'
import { useBasketEdits } from '#web/features/basket-data/BasketProvider.tsx'
import { basketKey } from '#web/features/basket-data/basket-sync.ts'
import { forgetUnseen } from '#web/features/contracts/use-contracts.ts'
import { repeatNews } from '#web/features/orders/repeat-news.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'

/** Adds an order's goods to the basket of its contract and opens that basket; says so when there are none [T.2, M.8]. */
export function RepeatButton({ orderId }: { orderId: number }) {
  const queries = useQueryClient()
  const { sync } = useBasketEdits()
  const notify = useNotify()
  const navigate = useNavigate()
  const repeat = useMutation({
    mutationKey: basketKey,
    mutationFn: async () => {
      await sync.flush()
      return call(repeatOrder, { id: orderId })
    },
    onError: (error) => {
      console.error('repeat refused', error)
      notify({ tone: 'bad', title: 'Заказ не повторён', text: error.message })
    },
    onSuccess: async ({ count, title, message, lines }) => {
      if (count === 0) return notify({ tone: 'bad', title, text: message, fadeMs: null })
      const news = repeatNews(lines)
      notify({ title, text: <Told message={message} news={news} />, ...(news.length === 0 ? { tone: 'ok', fadeMs: 3000 } : { tone: 'warn', fadeMs: null }) })
      // The order may be of another contract than the chosen one: nothing kept from before is true any more.
      forgetUnseen(queries)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
      await navigate({ to: '/cart' })
    },
  })
  return (
    <Button icon="cart" busy={repeat.isPending} onClick={() => repeat.mutate()}>
      Повторить
    </Button>
  )
}

function Told({ message, news }: { message: string; news: string[] }) {
  return (
    <>
      <p>{message}</p>
      {news.map((each, index) => (
        // Two lines may read the same.
        <p key={index} className="small">
          {each}
        </p>
      ))}
    </>
  )
}
