import { useIsMutating, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import { may } from '#shared/rights.ts'
import type { BasketLine } from '#shared/api/basket.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { basketKey } from '#web/parts/basket/basket-sync.ts'
import {
  basketQuery,
  useClearBasket,
  useFixQuantities,
  useRestoreLines,
  useSaveComment,
  useSetLines,
  useUndoEdits,
} from '#web/parts/basket/use-basket.ts'
import { CartScreen } from '#web/buyer/basket/CartScreen.tsx'
import { CartSkeleton } from '#web/buyer/basket/CartSkeleton.tsx'
import { normaliseCartSearch } from '#web/buyer/basket/cart-view.ts'
import { placedNotification } from '#web/buyer/basket/checkout/placed-notification.ts'
import { clearSavedForm } from '#web/buyer/basket/checkout/saved-form.ts'
import type { BasketData } from '#web/buyer/basket/lines.ts'
import { checkoutQuery, placingKey, type PlacedOrder } from '#web/buyer/basket/checkout/use-place-order.ts'
import { useUnansweredOrder } from '#web/buyer/basket/checkout/use-unanswered-order.ts'
import { repriced } from '#web/buyer/basket/reprice.ts'
import { useContracts, useIsSwitching, useWarehouses } from '#web/buyer/contracts/use-contracts.ts'
import { NoContract } from '#web/parts/contracts/NoContract.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { pollEvery } from '#web/push/poll-every.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { SaveDraft } from '#web/pages/drafts/SaveDraft.tsx'

export const Route = createFileRoute('/_buyer/cart')({ validateSearch: normaliseCartSearch, component: Cart })

/** Changes of the user's other window are pushed; prices and stock are not. */
const pollBasket = pollEvery(15_000, { live: 60_000 })

function Cart() {
  return <RightGate right="basket.view">{(me) => <OpenCart me={me} />}</RightGate>
}

function OpenCart({ me }: { me: Me }) {
  const account = me.id
  const {
    data: basket,
    error,
    refetch,
  } = useQuery({ ...basketQuery, refetchInterval: pollBasket, refetchOnWindowFocus: 'always' })
  const checkout = useQuery(checkoutQuery)
  const { sync, errors } = useBasketEdits()
  const { contracts, isLoaded } = useContracts()
  const warehouses = useWarehouses()
  const setLines = useSetLines()
  const clear = useClearBasket()
  const fixQuantities = useFixQuantities()
  const restore = useRestoreLines()
  const comment = useSaveComment()
  const undoEdits = useUndoEdits()
  const search = Route.useSearch()
  const switching = useIsSwitching()
  const isCalling = useIsMutating({ mutationKey: basketKey }) > 0
  const isPlacing = useIsMutating({ mutationKey: placingKey }) > 0
  const navigate = Route.useNavigate()
  const notify = useNotify()

  function onOrderPlaced({ id, numberOrder, awaits }: PlacedOrder) {
    if (basket) clearSavedForm({ account, contract: basket.contract })
    notify(placedNotification({ numberOrder, awaits }))
    void navigate({ to: '/orders/$id', params: { id: String(id) } })
  }
  const asking = useUnansweredOrder({
    contract: basket?.contract ?? 0,
    empty: basket?.lines.length === 0,
    onPlaced: onOrderPlaced,
  })

  // Quantities typed in the catalogue a moment ago are sent at once.
  useEffect(() => void sync.flush(), [sync])

  if (isLoaded && contracts.length === 0) return <NoContract />
  if (!basket || isInFlight(basket)) {
    return (
      <Page title="Корзина">
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <CartSkeleton />}
      </Page>
    )
  }
  const contract = contracts.find(({ id }) => id === basket.contract)
  const shown = { ...basket, lines: repriced(basket.lines) }
  return (
    <CartScreen
      // Another contract has another basket: all state of the page is reset.
      key={basket.contract}
      basket={shown}
      contract={contract}
      warehouses={warehouses}
      errors={errors}
      busy={switching || isCalling || asking}
      isPlacing={isPlacing}
      actedFor={me.acting ? me.name : undefined}
      search={search}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      onQuantity={(line, quantityMilli) => sync.set(changeOf(line, quantityMilli))}
      calls={{
        setLines: (products) => setLines.mutateAsync({ products, contract: basket.contract }),
        clear: () => clear.mutateAsync({ contract: basket.contract }),
        fixQuantities: fixQuantities.mutateAsync,
        restore: (lines) => restore.mutateAsync({ lines, contract: basket.contract }),
        undoEdits: () => undoEdits.mutateAsync({ contract: basket.contract }),
        comment: comment.mutateAsync,
      }}
      toDraft={<SaveDraft contract={basket.contract}>В черновик</SaveDraft>}
      checkout={{
        options: checkout.data,
        failure:
          checkout.error && !checkout.data
            ? { error: checkout.error, onRetry: () => void checkout.refetch() }
            : undefined,
        account,
        behalf: me.acting?.behalf,
        mayOrder: may(me, 'order.place'),
        mayAdd: may(me, 'address.add'),
        mayManage: may(me, 'organisation.manage'),
        flush: sync.flush,
        onSetLines: (products) => setLines.mutateAsync({ products }),
        onPlaced: onOrderPlaced,
      }}
    />
  )
}

/** The basket is not empty, but its lines are not loaded yet. */
function isInFlight({ lines, count }: BasketData): boolean {
  return lines.length === 0 && count.products > 0
}

function changeOf({ id, parent, wms, price, header }: BasketLine, quantityMilli: number) {
  return { id, parent, warehouse: wms, quantityMilli, price, name: header }
}
