import { lazy, Suspense, useState } from 'react'
import { DeliveryFields } from '#web/parts/delivery/DeliveryFields.tsx'
import { deliveryPriceOf, withAddress, withOfferedDate } from '#web/parts/delivery/delivery-form.ts'
import { TextArea, TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import type { CheckoutForm, CheckoutOptions } from './checkout-form.ts'
import { useIsOffered } from './use-place-order.ts'
import styles from './checkout.module.css'

const AddressDialog = lazy(() =>
  import('#web/parts/recipients/AddressDialog.tsx').then((module) => ({ default: module.AddressDialog })),
)
const ConsigneeDialog = lazy(() =>
  import('#web/parts/recipients/ConsigneeDialog.tsx').then((module) => ({ default: module.ConsigneeDialog })),
)
const ZoneDialog = lazy(() => import('./ZoneDialog.tsx').then((module) => ({ default: module.ZoneDialog })))

type FieldsProps = {
  form: CheckoutForm
  options: CheckoutOptions
  errors: Record<string, string>
  /** Sum of goods, and the contract's free delivery threshold; roubles. */
  sum: number
  contractFree: number | null
  /** May add an address and a consignee here; may also manage those of the organisation. */
  mayAdd: boolean
  mayManage: boolean
  onChange: (form: CheckoutForm) => void
}

/** Delivery fields and the buyer's comment. A new address or consignee is saved and selected. */
export function CheckoutFields(props: FieldsProps) {
  const { form, options, errors, sum, contractFree, mayAdd, mayManage, onChange } = props
  const [openDialog, setOpenDialog] = useState<'address' | 'consignee'>()
  const isOffered = useIsOffered()
  const notify = useNotify()
  const change = (next: CheckoutForm) => onChange(withOfferedDate(next, options))
  const set = (patch: Partial<CheckoutForm>) => change({ ...form, ...patch })

  function applyAddress({ id }: { id: number }) {
    setOpenDialog(undefined)
    change(withAddress(form, options, id))
  }

  function applyConsignee(consignee: { id: number }) {
    setOpenDialog(undefined)
    if (isOffered(consignee)) return set({ consignee: consignee.id })
    notify({
      tone: 'warn',
      title: 'Получатель сохранён, но не выбран',
      text: 'Его доверенность закончится раньше доставки',
      fadeMs: null,
    })
  }

  return (
    <Card title="Оформление">
      <CardBody>
        <div className={styles.fields}>
          <DeliveryFields
            form={form}
            offer={options}
            errors={errors}
            priceOf={(each) => deliveryPriceOf(each, options, sum, contractFree).price}
            noAddressText="Адресов пока нет: добавьте первый"
            map={ZoneDialog}
            onChange={change}
            onAdd={mayAdd ? setOpenDialog : undefined}
          />
          <div className={styles.pair}>
            <TextField
              label="Ваш номер"
              maxLength={50}
              value={form.clientNumber}
              onChange={({ currentTarget }) => set({ clientNumber: currentTarget.value })}
            />
            <TextArea
              label="Комментарий"
              placeholder="Необязательно"
              rows={1}
              maxLength={2000}
              value={form.comment}
              onChange={({ currentTarget }) => set({ comment: currentTarget.value })}
            />
          </div>
        </div>
      </CardBody>
      {openDialog !== undefined && (
        <Suspense>
          {openDialog === 'address' ? (
            <AddressDialog mayManage={mayManage} onSaved={applyAddress} onClose={() => setOpenDialog(undefined)} />
          ) : (
            <ConsigneeDialog onSaved={applyConsignee} onClose={() => setOpenDialog(undefined)} />
          )}
        </Suspense>
      )}
    </Card>
  )
}
