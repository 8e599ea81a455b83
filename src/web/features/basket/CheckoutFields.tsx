import { carrierMethodId } from '#shared/constants.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { money } from '#web/ui/format.ts'
import { SelectField, TextArea, TextField, type Option } from '#web/ui/Field.tsx'
import { Card, CardBody } from '#web/ui/Page.tsx'
import { deliveryPrice, fieldsOf, withCompany, type CheckoutForm, type CheckoutOptions } from './checkout-form.ts'
import styles from './checkout.module.css'

type FieldsProps = {
  form: CheckoutForm
  options: CheckoutOptions
  errors: Record<string, string>
  sum: number
  freeFrom: number | null
  onChange: (form: CheckoutForm) => void
}

/** Method first; the other fields are those it asks for. */
export function CheckoutFields({ form, options, errors, sum, freeFrom, onChange }: FieldsProps) {
  const asks = fieldsOf(form, options)
  const company = options.delivery_companies.find(({ id }) => id === form.company)
  const set = (change: Partial<CheckoutForm>) => onChange({ ...form, ...change })
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
                <span className="dim">{costOf(id, deliveryPrice(id, options, sum, freeFrom))}</span>
              </label>
            ))}
          </fieldset>
          {asks.carrier && (
            <SelectField
              label="Транспортная компания"
              value={form.company}
              error={errors.delivery_company}
              options={listed(options.delivery_companies)}
              onChange={({ currentTarget }) => onChange(withCompany(form, options, Number(currentTarget.value)))}
            />
          )}
          {asks.carrier && company && company.types.length > 1 && (
            <SelectField label="Куда" value={form.type} error={errors.delivery_type} options={listed(company.types)} onChange={({ currentTarget }) => set({ type: Number(currentTarget.value) })} />
          )}
          {asks.terminal && (
            <SelectField
              label="Терминал"
              value={form.terminal}
              error={errors.terminal}
              options={[chooseOne('Выберите терминал'), ...(company?.terminals ?? []).map(({ id, city, header }) => ({ value: String(id), label: `${city}, ${header}` }))]}
              onChange={({ currentTarget }) => set({ terminal: Number(currentTarget.value) })}
            />
          )}
          {asks.address && (
            <SelectField
              label="Адрес"
              value={form.address}
              error={errors.address}
              hint={options.addresses.length === 0 ? 'Сохранённых адресов нет: их добавит ваш менеджер' : undefined}
              options={[chooseOne('Выберите адрес'), ...options.addresses.map(({ id, full_address }) => ({ value: String(id), label: full_address }))]}
              onChange={({ currentTarget }) => set({ address: Number(currentTarget.value) })}
            />
          )}
          <SelectField
            label="Дата"
            value={form.date}
            error={errors.date}
            options={[{ value: '', label: 'Как можно раньше' }, ...options.dates.map((date) => ({ value: date, label: withWeekday(date) }))]}
            onChange={({ currentTarget }) => set({ date: currentTarget.value })}
          />
          {options.consignees.length > 0 && (
            <SelectField
              label="Грузополучатель"
              value={form.consignee}
              error={errors.consignee}
              options={[{ value: '0', label: 'Не указан' }, ...listed(options.consignees)]}
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

function costOf(method: number, price: number): string {
  if (price > 0) return money(price)
  return method === carrierMethodId ? 'по тарифу' : 'бесплатно'
}

const chooseOne = (label: string): Option => ({ value: '0', label })

function listed(list: readonly { id: number; header: string }[]): Option[] {
  return list.map(({ id, header }) => ({ value: String(id), label: header }))
}

const weekday = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', timeZone: 'UTC' })

/** '24.11.2026, вторник' */
function withWeekday(date: string): string {
  return `${date}, ${weekday.format(new Date(`${parseDay(date)}T00:00:00Z`))}`
}
