import { useId } from 'react'
import type { DeliveryOffer } from '#shared/api/delivery.ts'
import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { SelectField } from '#web/ui/forms/Field.tsx'
import { money } from '#web/ui/format.ts'
import { datesOf, fieldsOf, missingFields, withAddress, withCompany, type DeliveryForm } from './delivery-form.ts'
import { placeholderOption, toOptions } from './options.ts'
import { TerminalField } from './TerminalField.tsx'
import { WithAction } from './WithAction.tsx'
import { ZoneField, type ZoneMap } from './ZoneField.tsx'
import styles from './delivery.module.css'

type FieldsProps<Form> = {
  form: Form
  offer: DeliveryOffer
  errors: Record<string, string>
  /** Delivery price of these goods with this method, roubles. */
  priceOf: (form: Form) => number
  /** Text if the buyer has no address. */
  noAddressText: string
  map?: ZoneMap
  onChange: (form: Form) => void
  /** Adds a new address or consignee; undefined: only existing ones can be chosen. */
  onAdd?: ((kind: 'address' | 'consignee') => void) | undefined
}

/** The method, then its fields: address, date, consignee. */
export function DeliveryFields<Form extends DeliveryForm>({
  form,
  offer,
  errors,
  priceOf,
  noAddressText,
  map,
  onChange,
  onAdd,
}: FieldsProps<Form>) {
  const name = useId()
  const fields = fieldsOf(form, offer)
  const company = offer.delivery_companies.find(({ id }) => id === form.company)
  const set = (patch: Partial<DeliveryForm>) => onChange({ ...form, ...patch })
  const addressField = (
    <SelectField
      label="Адрес"
      value={form.address}
      error={errors.address}
      hint={offer.addresses.length === 0 ? noAddressText : undefined}
      options={[
        placeholderOption('Выберите адрес'),
        ...offer.addresses.map(({ id, full_address }) => ({ value: String(id), label: full_address })),
      ]}
      onChange={({ currentTarget }) => onChange(withAddress(form, offer, Number(currentTarget.value)))}
    />
  )
  const consigneeField = (
    <SelectField
      label="Грузополучатель"
      value={form.consignee}
      error={errors.consignee}
      options={[
        { value: '0', label: 'Не указан' },
        ...offer.consignees.map((consignee) => ({ value: String(consignee.id), label: withAttorney(consignee) })),
      ]}
      onChange={({ currentTarget }) => set({ consignee: Number(currentTarget.value) })}
    />
  )
  return (
    <>
      <fieldset className={styles.methods}>
        <legend>Доставка</legend>
        {offer.delivery_methods.map(({ id, header }) => (
          <label key={id}>
            <input type="radio" name={name} checked={form.method === id} onChange={() => set({ method: id })} />
            {header}
            <span className="grow" />
            <span className="dim">{costText({ ...form, method: id }, offer, priceOf)}</span>
          </label>
        ))}
      </fieldset>
      {fields.carrier && (
        <SelectField
          label="Транспортная компания"
          value={form.company}
          error={errors.delivery_company}
          hint={
            offer.delivery_companies.length === 0 ? 'Компаний пока нет: выберите другой способ доставки' : undefined
          }
          options={[
            ...(company
              ? []
              : [placeholderOption(offer.delivery_companies.length === 0 ? 'Нет компаний' : 'Выберите компанию')]),
            ...toOptions(offer.delivery_companies),
          ]}
          onChange={({ currentTarget }) => onChange(withCompany(form, offer, Number(currentTarget.value)))}
        />
      )}
      {fields.carrier && company && company.types.length > 1 && (
        <SelectField
          label="Куда"
          value={form.type}
          error={errors.delivery_type}
          options={toOptions(company.types)}
          onChange={({ currentTarget }) => set({ type: Number(currentTarget.value) })}
        />
      )}
      {fields.terminal && company && (
        // Each carrier serves its own towns.
        <TerminalField
          key={company.id}
          terminals={company.terminals}
          value={form.terminal}
          error={errors.terminal}
          onChange={(terminal) => set({ terminal })}
        />
      )}
      {fields.address &&
        (onAdd ? (
          <WithAction icon="plus" label="Новый" name="Новый адрес" onPress={() => onAdd('address')}>
            {addressField}
          </WithAction>
        ) : (
          addressField
        ))}
      {fields.zone && (
        <ZoneField
          zones={offer.delivery_zones}
          value={form.zone}
          error={errors.delivery_zone}
          priceOf={(zone) => priceOf({ ...form, zone })}
          map={map}
          onChange={(zone) => set({ zone })}
        />
      )}
      <SelectField
        label="Дата"
        value={form.date}
        error={errors.date}
        options={[
          { value: '', label: 'Как можно раньше' },
          ...datesOf(form, offer).map((date) => ({ value: date, label: withWeekday(date) })),
        ]}
        onChange={({ currentTarget }) => set({ date: currentTarget.value })}
      />
      {onAdd ? (
        <WithAction icon="plus" label="Новый" name="Новый грузополучатель" onPress={() => onAdd('consignee')}>
          {consigneeField}
        </WithAction>
      ) : (
        (offer.consignees.length > 0 || errors.consignee !== undefined) && consigneeField
      )}
    </>
  )
}

function costText<Form extends DeliveryForm>(
  form: Form,
  offer: DeliveryOffer,
  priceOf: (form: Form) => number,
): string {
  const price = priceOf(form)
  if (price > 0) return money(price)
  if (fieldsOf(form, offer).zone && missingFields(form, offer).delivery_zone !== undefined) return 'по зоне'
  return deliveryMethodRules(form.method).zeroPrice === 'tariff' ? 'по тарифу' : 'бесплатно'
}

function withAttorney({ header, valid_to }: DeliveryOffer['consignees'][number]): string {
  return valid_to === null ? header : `${header}, доверенность до ${valid_to}`
}

const weekday = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', timeZone: 'UTC' })

/** '24.11.2026, вторник' */
function withWeekday(date: string): string {
  return `${date}, ${weekday.format(new Date(`${parseDay(date)}T00:00:00Z`))}`
}
