import { lazy, useRef, useState } from 'react'
import { fieldErrorsOf } from '#web/api/client.ts'
import { DeliveryFields } from '#web/parts/delivery/DeliveryFields.tsx'
import {
  deliveryChoiceOf,
  fieldsOf as fieldsOfMethod,
  missingFields,
  remainingErrors,
  withOfferedDate,
  zoneOf,
} from '#web/parts/delivery/delivery-form.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { money } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import {
  unavailableFields,
  offerFor,
  priceOf,
  currentForm,
  sumWith,
  type StaffDeliveryForm,
  type CurrentDelivery,
} from './current-delivery.ts'
import { withBuyerNotified } from './row-texts.ts'
import { useChangeDelivery } from './use-staff-orders.ts'
import styles from './staff.module.css'

const StaffZoneDialog = lazy(() =>
  import('./StaffZoneDialog.tsx').then((module) => ({ default: module.StaffZoneDialog })),
)

type DialogProps = {
  order: { id: number; numberOrder: string }
  loaded: CurrentDelivery
  /** Undefined if loading failed. */
  onReload: () => Promise<CurrentDelivery | undefined>
  onClose: () => void
}

/** Delivery of an order, changed by staff; the buyer is notified. */
export function DeliveryDialog({ order, loaded, onReload, onClose }: DialogProps) {
  const [current, setCurrent] = useState(loaded)
  const [form, setForm] = useState(() => currentForm(loaded))
  const [errors, setErrors] = useState(() => unavailableFields(loaded))
  const formRef = useRef<HTMLFormElement>(null)
  const focusInvalid = useFocusInvalid(formRef)
  const notify = useNotify()
  const save = useChangeDelivery(order.id)
  const offer = offerFor(form, current)
  const price = priceOf(form, current)

  function change(next: StaffDeliveryForm) {
    const offered = withOfferedDate(next, offerFor(next, current))
    setForm(offered)
    setErrors((previous) => remainingErrors(previous, inputOf(form, current), inputOf(offered, current)))
  }

  function submit() {
    const missing = missingFields(form, offer)
    if (Object.keys(missing).length > 0) return showErrors(missing)
    save.mutate(
      { version: current.version, ...inputOf(form, current) },
      {
        onSuccess: () => {
          notify({
            tone: 'ok',
            text: withBuyerNotified(`Доставка заказа ${order.numberOrder} изменена`),
            fadeMs: 3000,
          })
          onClose()
        },
        onError: (error) => showErrors(fieldErrorsOf(error)),
      },
    )
  }

  function showErrors(fields: Readonly<Record<string, string>>) {
    setErrors(fields)
    focusInvalid()
  }

  async function reload() {
    const fresh = await onReload()
    if (!fresh) return
    save.reset()
    setCurrent(fresh)
    setForm(currentForm(fresh))
    setErrors(unavailableFields(fresh))
  }

  return (
    <SaveDialog
      anchored
      width={520}
      title={`Доставка заказа ${order.numberOrder}`}
      subject="заказ"
      unsaved={JSON.stringify(form) !== JSON.stringify(currentForm(current))}
      form={formRef}
      saving={save.isPending}
      error={save.error}
      onReload={reload}
      onSubmit={submit}
      onClose={onClose}
    >
      <DeliveryFields
        form={form}
        offer={offer}
        errors={errors}
        priceOf={(each) => priceOf(each, current)}
        noAddressText="У покупателя нет сохранённых адресов"
        map={StaffZoneDialog}
        onChange={change}
      />
      <TextField
        label="Номер покупателя"
        maxLength={50}
        value={form.clientNumber}
        onChange={({ currentTarget }) => change({ ...form, clientNumber: currentTarget.value })}
      />
      <p className={`row wrap ${styles.outcome}`} role="status">
        {lacksZone(form, offer) ? (
          'Стоимость доставки зависит от зоны'
        ) : (
          <>
            <span>
              Доставка {price !== current.delivery_price && <s className="dim">{money(current.delivery_price)}</s>}{' '}
              <b className="bold">{money(price)}</b>
            </span>
            <span className="grow" />
            <span>
              Сумма заказа <b className="bold">{money(sumWith(form, current))}</b>
            </span>
          </>
        )}
      </p>
    </SaveDialog>
  )
}

function lacksZone(form: StaffDeliveryForm, offer: CurrentDelivery): boolean {
  return fieldsOfMethod(form, offer).zone && zoneOf(form, offer) === undefined
}

function inputOf(form: StaffDeliveryForm, current: CurrentDelivery) {
  return { ...deliveryChoiceOf(form, offerFor(form, current)), client_number: form.clientNumber.trim() || null }
}
