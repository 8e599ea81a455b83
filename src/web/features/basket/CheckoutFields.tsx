import { carrierMethodId } from '#shared/constants.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { money } from '#web/ui/format.ts'
import { SelectField, TextArea, TextField } from '#web/ui/Field.tsx'
import { Card, CardBody } from '#web/ui/Page.tsx'
import { datesOf, deliveryOf, fieldsOf, missingFields, withOfferedDate, type CheckoutForm, type CheckoutOptions } from './checkout-form.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import styles from './checkout.module.css'

type FieldsProps = {
  form: CheckoutForm
  options: CheckoutOptions
  errors: Record<string, string>
  /** Goods, and the contract's sum for free delivery; roubles. */
  sum: number
  contractFree: number | null
  onChange: (form: CheckoutForm) => void
}

/** Method first; the other fields are those it asks for. */
export function CheckoutFields({ form, options, errors, sum, contractFree, onChange }: FieldsProps) {
  const change = (next: CheckoutForm) => onChange(withOfferedDate(next, options))
  const set = (part: Partial<CheckoutForm>) => change({ ...form, ...part })
  return (
    <Card title="Оформление">
      <CardBody>
        <div className={styles.fields}>
          <fieldset className={styles.methods}>
            <legend>Доставка</legend>
            {options.delivery_methods.map(({ id, header }) => (
              <label key={id}>
                <input type="radio" name="delivery" checked={form.method === id} onChange={() => set({ method: id })} />
                {header}
                <span className="grow" />
                <span className="dim">{costOf({ ...form, method: id }, options, sum, contractFree)}</span>
              </label>
            ))}
          </fieldset>
          <DeliveryFields form={form} options={options} errors={errors} onChange={change} />
          <SelectField
            label="Дата"
            value={form.date}
            error={errors.date}
            options={[{ value: '', label: 'Как можно раньше' }, ...datesOf(form, options).map((date) => ({ value: date, label: withWeekday(date) }))]}
            onChange={({ currentTarget }) => set({ date: currentTarget.value })}
          />
          {options.consignees.length > 0 && (
            <SelectField
              label="Грузополучатель"
              value={form.consignee}
              error={errors.consignee}
              options={[{ value: '0', label: 'Не указан' }, ...options.consignees.map((consignee) => ({ value: String(consignee.id), label: withAttorney(consignee) }))]}
              onChange={({ currentTarget }) => set({ consignee: Number(currentTarget.value) })}
            />
          )}
          <div className={styles.pair}>
            <TextField label="Ваш номер" maxLength={50} value={form.clientNumber} onChange={({ currentTarget }) => set({ clientNumber: currentTarget.value })} />
            <TextArea label="Комментарий" placeholder="Необязательно" rows={1} maxLength={2000} value={form.comment} onChange={({ currentTarget }) => set({ comment: currentTarget.value })} />
          </div>
        </div>
      </CardBody>
    </Card>
  )
}

function costOf(form: CheckoutForm, options: CheckoutOptions, sum: number, contractFree: number | null): string {
  const { price } = deliveryOf(form, options, sum, contractFree)
  if (price > 0) return money(price)
  if (fieldsOf(form, options).zone && missingFields(form, options).delivery_zone !== undefined) return 'по зоне'
  return form.method === carrierMethodId ? 'по тарифу' : 'бесплатно'
}

function withAttorney({ header, valid_to }: CheckoutOptions['consignees'][number]): string {
  return valid_to === null ? header : `${header}, доверенность до ${valid_to}`
}

const weekday = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', timeZone: 'UTC' })

/** '24.11.2026, вторник' */
function withWeekday(date: string): string {
  return `${date}, ${weekday.format(new Date(`${parseDay(date)}T00:00:00Z`))}`
}
