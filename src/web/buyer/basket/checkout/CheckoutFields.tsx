import { lazy } from 'react'
import { DeliveryFields } from '#web/parts/delivery/DeliveryFields.tsx'
import { deliveryPriceOf, withOfferedDate } from '#web/parts/delivery/delivery-form.ts'
import { TextArea, TextField } from '#web/ui/forms/Field.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import type { CheckoutForm, CheckoutOptions } from './checkout-form.ts'
import styles from './checkout.module.css'

const ZoneDialog = lazy(() => import('./ZoneDialog.tsx').then((module) => ({ default: module.ZoneDialog })))

type FieldsProps = {
  form: CheckoutForm
  options: CheckoutOptions
  errors: Record<string, string>
  /** Sum of goods, and the contract's sum for free delivery; roubles. */
  sum: number
  contractFree: number | null
  onChange: (form: CheckoutForm) => void
}

/** Delivery fields and the buyer's comment. */
export function CheckoutFields({ form, options, errors, sum, contractFree, onChange }: FieldsProps) {
  const change = (next: CheckoutForm) => onChange(withOfferedDate(next, options))
  const set = (part: Partial<CheckoutForm>) => change({ ...form, ...part })
  return (
    <Card title="Оформление">
      <CardBody>
        <div className={styles.fields}>
          <DeliveryFields
            form={form}
            offer={options}
            errors={errors}
            priceOf={(each) => deliveryPriceOf(each, options, sum, contractFree).price}
            addressless="Сохранённых адресов нет: их добавит ваш менеджер"
            map={ZoneDialog}
            onChange={change}
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
    </Card>
  )
}
