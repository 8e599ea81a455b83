import { useNavigate, useRouter } from '@tanstack/react-router'
import { useAddToBasket } from '#web/features/basket-data/use-basket.ts'
import { ProductModal } from '#web/features/catalogue/ProductModal.tsx'
import { useNotify } from '#web/ui/notifications.tsx'

/** The card over the list: closing it goes back to where it was opened from. */
export function ProductCard({ id, showPrices, orders }: { id: number; showPrices: boolean; orders: boolean }) {
  const navigate = useNavigate({ from: '/catalog/{-$url}' })
  const router = useRouter()
  const notify = useNotify()
  const add = useAddToBasket()

  /** Opened from the list, the card is a step of the history; opened by its own address, it is not. */
  function close() {
    if (router.state.location.state.card) router.history.back()
    else void navigate({ to: '.', search: (search) => ({ ...search, product: undefined }), resetScroll: false, replace: true })
  }

  return (
    <ProductModal
      id={id}
      showPrices={showPrices}
      basket={
        orders
          ? {
              pending: add.isPending,
              error: add.error,
              add: (goods) =>
                add.mutate(goods, {
                  onSuccess: ({ lines }) => {
                    notify({ tone: 'ok', text: 'Товар добавлен в корзину', fadeMs: 2500 })
                    const notes = lines.map(({ note }) => note).filter(Boolean)
                    if (notes.length > 0) notify({ tone: 'warn', text: notes.join('. ') })
                    close()
                  },
                }),
            }
          : undefined
      }
      onClose={close}
      onCopyLink={() => {
        navigator.clipboard.writeText(location.origin + router.state.location.href).then(
          () => notify({ tone: 'ok', text: 'Ссылка скопирована' }),
          () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
        )
      }}
    />
  )
}
