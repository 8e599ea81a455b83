import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { ProductModal } from '#web/buyer/catalogue/card/ProductModal.tsx'
import { useProduct } from '#web/buyer/catalogue/use-catalogue.ts'
import { CompareButton } from '#web/buyer/views/CompareButton.tsx'
import { useRecordView } from '#web/buyer/views/use-record-view.ts'
import { LinkedQuantity } from './LinkedQuantity.tsx'
import { useCardBasket } from './use-card-basket.ts'

type CardProps = { id: number; showPrices: boolean; orders: boolean; keepsLists: boolean }

/**
 * The card over a list whose URL names it as `product`: closing it goes back. The card of a linked product replaces it;
 * Back returns to the previous one.
 */
export function ProductCard({ id, showPrices, orders, keepsLists }: CardProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const steps = useRouterState({ select: ({ location }) => location.state.card })
  useRecordView(useProduct(id).data?.id)
  const basket = useCardBasket(id, orders, close)

  /** Opened from the list, the card is a history entry; opened by its own URL, it is not. */
  function close() {
    if (steps !== undefined) router.history.go(-steps)
    else
      void navigate({
        to: '.',
        search: (search) => ({ ...search, product: undefined }),
        resetScroll: false,
        replace: true,
      })
  }

  return (
    <ProductModal
      id={id}
      showPrices={showPrices}
      keepsLists={keepsLists}
      basket={basket}
      actions={(card) => <CompareButton id={card.id} />}
      quantity={orders ? (row) => <LinkedQuantity row={row} /> : undefined}
      link={(row) => (
        <Link
          to="."
          search={(search) => ({ ...search, product: row.id })}
          state={steps === undefined ? {} : { card: steps + 1 }}
          resetScroll={false}
          preload={false}
          activeProps={{}}
          title={row.header}
        >
          {row.header}
        </Link>
      )}
      onClose={close}
    />
  )
}
