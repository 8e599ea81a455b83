import { lazy, Suspense, useState } from 'react'
import type { OrderChange } from '#shared/api/orders.ts'
import { suspensionTitle } from '#shared/errors.ts'
import { CallError } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { CheckoutFields } from './CheckoutFields.tsx'
import { CheckoutTotals } from './CheckoutTotals.tsx'
import { deliveryPrice, missingFields, orderInputOf, startingForm, type CheckoutForm, type CheckoutOptions } from './checkout-form.ts'
import { keyOf, totalsOf, type BasketData, type QuantitiesByWarehouse } from './lines.ts'
import { usePlaceOrder, type PlacedOrder } from './use-place-order.ts'
import styles from './checkout.module.css'

const ChangesDialog = lazy(() => import('./ChangesDialog.tsx').then((module) => ({ default: module.ChangesDialog })))

export type CheckoutProps = {
  basket: BasketData
  options: CheckoutOptions | undefined
  /** The contract takes no orders, and what its debt alert says [V.14]. */
  stopped: { alert: string } | undefined
  mayOrder: boolean
  flush: () => Promise<{ asShown: boolean }>
  onSetLines: (quantities: QuantitiesByWarehouse) => Promise<unknown>
  onPlaced: (order: PlacedOrder) => void
}

/** How the goods travel, what all of it costs, and the one button of the page. */
export function Checkout({ basket, options, stopped, mayOrder, flush, onSetLines, onPlaced }: CheckoutProps) {
  const [edited, setForm] = useState<CheckoutForm>()
  const [fields, setFields] = useState<Record<string, string>>({})
  const [changes, setChanges] = useState<readonly OrderChange[]>()
  const notify = useNotify()
  const place = usePlaceOrder({ flush, onPlaced })
  const form = edited ?? (options && startingForm(options))
  const totals = totalsOf(basket.lines)
  const delivery = form && options ? deliveryPrice(form.method, options, totals.sum ?? 0, basket.totals.free_delivery_from) : 0

  function refuse(error: Error) {
    if (!(error instanceof CallError)) return
    setFields(error.body.fields ?? {})
    if (error.code === 'ordersSuspended') suspended(error.message)
    if (error.code === 'orderChanged') setChanges(error.body.changes as OrderChange[])
  }

  const suspended = (text: string) => notify({ tone: 'bad', title: suspensionTitle, text, fadeMs: null })

  function submit() {
    if (!form || !options) return
    if (stopped) return suspended(stopped.alert)
    const missing = missingFields(form, options)
    setFields(missing)
    if (Object.keys(missing).length > 0) return
    place.mutate({ input: orderInputOf(form, options, basket.contract), goods: goodsOf(basket.lines) }, { onError: refuse })
  }

  async function accept(quantities: QuantitiesByWarehouse) {
    if (Object.keys(quantities).length > 0) await onSetLines(quantities)
    setChanges(undefined)
    submit()
  }

  return (
    <section id="checkout" className={`${styles.checkout} no-print`} aria-label="Оформление заказа">
      {form && options && mayOrder && (
        <CheckoutFields form={form} options={options} errors={fields} sum={totals.sum ?? 0} freeFrom={basket.totals.free_delivery_from} onChange={setForm} />
      )}
      <CheckoutTotals
        totals={totals}
        delivery={delivery}
        terms={basket.totals}
        error={place.error}
        pending={place.isPending}
        waiting={place.isPaused || place.failureCount > 0}
        onSubmit={mayOrder ? submit : undefined}
        ready={form !== undefined}
      />
      {changes && (
        <Suspense>
          <ChangesDialog changes={changes} lines={basket.lines} onAccept={accept} onClose={() => setChanges(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

/** What is being ordered, in a word: tells one basket from another. */
function goodsOf(lines: BasketData['lines']): string {
  return lines.map((line) => `${keyOf(line)}:${line.qnt}`).join(' ')
}
