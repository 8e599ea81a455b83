import { lazy, Suspense, useRef, useState } from 'react'
import type { Refusal } from '#shared/api/order-preview.ts'
import type { CheckoutChange } from '#shared/api/orders.ts'
import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import { suspensionTitle } from '#shared/messages.ts'
import { CallError } from '#web/api/client.ts'
import { tidyAskedBy } from '#shared/rules/parties/acting.ts'
import { askedByError } from '#web/parts/acting/asked-by-error.ts'
import { deliveryPriceOf, missingFields, dropUnavailable, remainingErrors } from '#web/parts/delivery/delivery-form.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { refusalIn } from '#web/parts/order-reason/order-reason.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { acceptedDelivery } from '../changes.ts'
import { CheckoutFields } from './CheckoutFields.tsx'
import { sumHint } from '../break-hints.ts'
import { CheckoutTotals } from './CheckoutTotals.tsx'
import { orderInputOf, initialForm, type CheckoutForm, type CheckoutOptions } from './checkout-form.ts'
import { lineKey, totalsOf, type BasketData, type QuantitiesByWarehouse } from '../lines.ts'
import { OrderButton } from './OrderButton.tsx'
import { saveForm, loadSavedForm } from './saved-form.ts'
import { isSettled } from './order-reasons.ts'
import { useOrderPreview } from './use-order-preview.ts'
import { usePlaceOrder, type PlacedOrder } from './use-place-order.ts'
import styles from './checkout.module.css'

const AskedByCard = lazy(() =>
  import('#web/parts/acting/AskedByCard.tsx').then((module) => ({ default: module.AskedByCard })),
)
const ChangesDialog = lazy(() => import('../ChangesDialog.tsx').then((module) => ({ default: module.ChangesDialog })))

export type CheckoutProps = {
  basket: BasketData
  /** Undefined while loading. */
  options: CheckoutOptions | undefined
  /** Loading failed. */
  failure: { error: Error; onRetry: () => void } | undefined
  account: number
  /** 'за Павла Громова', while staff act as this buyer. */
  behalf: string | undefined
  mayOrder: boolean
  /** May add an address and a consignee; may manage those of the organisation. */
  mayAdd: boolean
  mayManage: boolean
  flush: () => Promise<{ asShown: boolean }>
  onSetLines: (quantities: QuantitiesByWarehouse) => Promise<unknown>
  onPlaced: (order: PlacedOrder) => void
}

/** Delivery, totals, and the order button. */
export function Checkout(props: CheckoutProps) {
  const { basket, options, failure, account, behalf, mayOrder, mayAdd, mayManage, flush, onSetLines, onPlaced } = props
  const owner = { account, contract: basket.contract }
  const [edited, setEdited] = useState(() => loadSavedForm(owner))
  const [fields, setFields] = useState<Record<string, string>>({})
  const [askedBy, setAskedBy] = useState('')
  const [changes, setChanges] = useState<readonly CheckoutChange[]>()
  const [refusedAt, setRefusedAt] = useState(0)
  const notify = useNotify()
  const checkoutRef = useRef<HTMLElement>(null)
  const focusInvalid = useFocusInvalid(checkoutRef)
  const reasonsRef = useRef<HTMLDivElement>(null)
  const placeOrder = usePlaceOrder({ flush, onPlaced })
  const form = options && dropUnavailable({ ...initialForm(options), ...edited }, options)
  const totals = totalsOf(basket.lines)
  const contractFree = basket.totals.free_delivery_from
  const { price: delivery, freeFrom } =
    form && options
      ? deliveryPriceOf(form, options, totals.sum ?? 0, contractFree)
      : { price: 0, freeFrom: contractFree }

  const input = form && options && orderInputOf(form, options, basket.contract)
  const previewQuery = useOrderPreview({
    input,
    goods: totals.sum,
    delivery,
    enabled: mayOrder && !placeOrder.isPending && !placeOrder.isSuccess,
  })
  const error = isSettled(placeOrder.error, { refusedAt, checkedAt: previewQuery.checkedAt }) ? null : placeOrder.error

  function showRefusal(error: Error) {
    if (!(error instanceof CallError)) return
    setRefusedAt(Date.now())
    setFields(error.body.fields ?? {})
    const reason = refusalIn(error)
    if (reason) blocked([reason])
    else if (error.body.fields) focusInvalid()
    if (error.code === 'orderChanged') setChanges(error.body.changes as CheckoutChange[])
  }

  /** Shows the reason and moves the focus to it; a suspended contract also shows a notification [V.14]. */
  function blocked(reasons: readonly Refusal[]) {
    const stop = reasons.find(({ code }) => code === 'ordersSuspended')
    if (stop) notify({ tone: 'bad', title: suspensionTitle, text: stop.message, fadeMs: null })
    reasonsRef.current?.focus()
  }

  function change(next: CheckoutForm) {
    setEdited(next)
    saveForm(owner, next)
    if (input && options)
      setFields((current) => remainingErrors(current, input, orderInputOf(next, options, basket.contract)))
  }

  /** Delivery price as shown, on the page or in the dialog of changes; roubles. */
  function submit(seenDelivery = delivery) {
    if (!form || !options) return
    const unasked = behalf === undefined ? undefined : askedByError(askedBy)
    const missing = { ...missingFields(form, options), ...(unasked !== undefined && { asked_by: unasked }) }
    setFields(missing)
    if (Object.keys(missing).length > 0) return focusInvalid()
    const asked = behalf === undefined ? {} : { askedBy: tidyAskedBy(askedBy) }
    const delivery_price = totals.sum === null ? null : seenDelivery
    placeOrder.mutate(
      {
        input: { ...orderInputOf(form, options, basket.contract), delivery_price },
        goods: goodsOf(basket.lines),
        ...asked,
      },
      { onError: showRefusal },
    )
  }

  async function accept(quantities: QuantitiesByWarehouse) {
    if (Object.keys(quantities).length > 0) await onSetLines(quantities)
    setChanges(undefined)
    // Values that the dialog does not show are resent unchanged.
    submit(acceptedDelivery(changes ?? []) ?? Number(placeOrder.variables?.input.delivery_price ?? delivery))
  }

  return (
    <section
      ref={checkoutRef}
      id="checkout"
      tabIndex={-1}
      className={`${styles.checkout} no-print`}
      aria-label="Оформление заказа"
    >
      {form && options && mayOrder && (
        <CheckoutFields
          form={form}
          options={options}
          errors={fields}
          sum={totals.sum ?? 0}
          contractFree={contractFree}
          mayAdd={mayAdd}
          mayManage={mayManage}
          onChange={change}
        />
      )}
      {mayOrder && !options && <FieldsSkeleton failure={failure} />}
      {behalf !== undefined && mayOrder && (
        <Suspense>
          <AskedByCard
            value={askedBy}
            error={fields.asked_by}
            onChange={(text) => {
              setAskedBy(text)
              setFields(({ asked_by: _settled, ...others }) => others)
            }}
          />
        </Suspense>
      )}
      <CheckoutTotals
        totals={totals}
        delivery={delivery}
        freeFrom={form && isPricedByTariff(form.method, options) ? null : freeFrom}
        sumHint={sumHint(basket.lines)}
        error={error}
        pending={placeOrder.isPending}
        isRefreshing={placeOrder.isPaused || placeOrder.failureCount > 0}
      >
        {mayOrder && !failure && (
          <OrderButton
            previewQuery={previewQuery}
            expectedParts={new Set(basket.lines.map(({ wms, vat }) => `${wms} ${vat}`)).size + (delivery > 0 ? 1 : 0)}
            error={error}
            pending={placeOrder.isPending}
            ready={form !== undefined}
            behalf={behalf}
            reasonsRef={reasonsRef}
            onSubmit={() => submit()}
            onBlocked={blocked}
          />
        )}
      </CheckoutTotals>
      {changes && (
        <Suspense>
          <ChangesDialog
            changes={changes}
            lines={basket.lines}
            onAccept={accept}
            onClose={() => setChanges(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Whether a carrier charges its own tariff, regardless of the sum of the order. */
function isPricedByTariff(method: number, options: CheckoutOptions | undefined): boolean {
  const price = options?.delivery_methods.find(({ id }) => id === method)?.price
  return price === 0 && deliveryMethodRules(method).zeroPrice === 'tariff'
}

/** Skeleton of the fields, or the loading error. */
function FieldsSkeleton({ failure }: Pick<CheckoutProps, 'failure'>) {
  const phone = usePhone()
  return (
    <Card title="Оформление">
      <CardBody>
        {failure ? (
          <LoadError error={failure.error} onRetry={failure.onRetry} />
        ) : (
          <Skeleton width="100%" height={phone ? 464 : 276} />
        )}
      </CardBody>
    </Card>
  )
}

/** Fingerprint of the ordered goods, for comparing baskets. */
function goodsOf(lines: BasketData['lines']): string {
  return lines.map((line) => `${lineKey(line)}:${line.qnt}`).join(' ')
}
