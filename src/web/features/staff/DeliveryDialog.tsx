import { lazy, useRef, useState } from 'react'
import { fieldsOf } from '#web/api/client.ts'
import { DeliveryFields } from '#web/ui/delivery/DeliveryFields.tsx'
import { deliveryInputOf, fieldsOf as fieldsOfMethod, missingFields, stillWrong, withOfferedDate, zoneOf } from '#web/ui/delivery/delivery-form.ts'
import { TextField } from '#web/ui/Field.tsx'
import { money } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { SaveDialog } from '#web/ui/SaveDialog.tsx'
import { useFocusInvalid } from '#web/ui/use-focus-invalid.ts'
import { goneFields, offerFor, priceOf, standingForm, sumWith, type StaffDeliveryForm, type StandingDelivery } from './standing-delivery.ts'
import { useChangeDelivery } from './use-staff-orders.ts'
import styles from './staff.module.css'

const StaffZoneDialog = lazy(() => import('./StaffZoneDialog.tsx').then((module) => ({ default: module.StaffZoneDialog })))

type DialogProps = {
  order: { id: number; numberOrder: string }
  loaded: StandingDelivery
  /** Undefined: it did not come. */
  onReload: () => Promise<StandingDelivery | undefined>
  onClose: () => void
}

/** How an order travels, changed by staff; the buyer is told. */
export function DeliveryDialog({ order, loaded, onReload, onClose }: DialogProps) {
  const [standing, setStanding] = useState(loaded)
  const [form, setForm] = useState(() => standingForm(loaded))
  const [wrong, setWrong] = useState(() => goneFields(loaded))
  const formRef = useRef<HTMLFormElement>(null)
  const focusInvalid = useFocusInvalid(formRef)
  const notify = useNotify()
  const save = useChangeDelivery(order.id)
  const offer = offerFor(form, standing)
  const price = priceOf(form, standing)

  function change(next: StaffDeliveryForm) {
    const offered = withOfferedDate(next, offerFor(next, standing))
    setForm(offered)
    setWrong((before) => stillWrong(before, inputOf(form, standing), inputOf(offered, standing)))
  }

  function submit() {
    const missing = missingFields(form, offer)
    if (Object.keys(missing).length > 0) return refuse(missing)
    save.mutate(
      { version: standing.version, ...inputOf(form, standing) },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: `Доставка заказа ${order.numberOrder} изменена. Покупатель узнает об этом`, fadeMs: 3000 })
          onClose()
        },
        onError: (error) => refuse(fieldsOf(error)),
      },
    )
  }

  function refuse(fields: Readonly<Record<string, string>>) {
    setWrong(fields)
    focusInvalid()
  }

  async function reload() {
    const fresh = await onReload()
    if (!fresh) return
    save.reset()
    setStanding(fresh)
    setForm(standingForm(fresh))
    setWrong(goneFields(fresh))
  }

  return (
    <SaveDialog
      anchored
      width={520}
      title={`Доставка заказа ${order.numberOrder}`}
      what="заказ"
      unsaved={JSON.stringify(form) !== JSON.stringify(standingForm(standing))}
      form={formRef}
      saving={save.isPending}
      error={save.error}
      onReload={reload}
      onSubmit={submit}
      onClose={onClose}
    >
      <DeliveryFields form={form} offer={offer} errors={wrong} priceOf={(each) => priceOf(each, standing)} addressless="У покупателя нет сохранённых адресов" map={StaffZoneDialog} onChange={change} />
      <TextField label="Номер покупателя" maxLength={50} value={form.clientNumber} onChange={({ currentTarget }) => change({ ...form, clientNumber: currentTarget.value })} />
      <p className={`row wrap ${styles.outcome}`} role="status">
        {lacksZone(form, offer) ? (
          'Стоимость доставки зависит от зоны'
        ) : (
          <>
            <span>
              Доставка {price !== standing.delivery_price && <s className="dim">{money(standing.delivery_price)}</s>} <b className="bold">{money(price)}</b>
            </span>
            <span className="grow" />
            <span>
              Сумма заказа <b className="bold">{money(sumWith(form, standing))}</b>
            </span>
          </>
        )}
      </p>
    </SaveDialog>
  )
}

function lacksZone(form: StaffDeliveryForm, offer: StandingDelivery): boolean {
  return fieldsOfMethod(form, offer).zone && zoneOf(form, offer) === undefined
}

function inputOf(form: StaffDeliveryForm, standing: StandingDelivery) {
  return { ...deliveryInputOf(form, offerFor(form, standing)), client_number: form.clientNumber.trim() || null }
}
