import { SelectField } from '#web/ui/Field.tsx'
import { fieldsOf, withAddress, withCompany, type CheckoutForm, type CheckoutOptions } from './checkout-form.ts'
import { chooseOne, listed } from './options.ts'
import { TerminalField } from './TerminalField.tsx'
import { ZoneField } from './ZoneField.tsx'

type DeliveryProps = { form: CheckoutForm; options: CheckoutOptions; errors: Record<string, string>; onChange: (form: CheckoutForm) => void }

/** Where the goods go: what the chosen method asks for. */
export function DeliveryFields({ form, options, errors, onChange }: DeliveryProps) {
  const asks = fieldsOf(form, options)
  const company = options.delivery_companies.find(({ id }) => id === form.company)
  const set = (part: Partial<CheckoutForm>) => onChange({ ...form, ...part })
  return (
    <>
      {asks.carrier && (
        <SelectField
          label="Транспортная компания"
          value={form.company}
          error={errors.delivery_company}
          hint={options.delivery_companies.length === 0 ? 'Компаний пока нет: выберите другой способ доставки' : undefined}
          options={[...(company ? [] : [chooseOne(options.delivery_companies.length === 0 ? 'Нет компаний' : 'Выберите компанию')]), ...listed(options.delivery_companies)]}
          onChange={({ currentTarget }) => onChange(withCompany(form, options, Number(currentTarget.value)))}
        />
      )}
      {asks.carrier && company && company.types.length > 1 && (
        <SelectField label="Куда" value={form.type} error={errors.delivery_type} options={listed(company.types)} onChange={({ currentTarget }) => set({ type: Number(currentTarget.value) })} />
      )}
      {asks.terminal && company && (
        // Another carrier has other towns.
        <TerminalField key={company.id} terminals={company.terminals} value={form.terminal} error={errors.terminal} onChange={(terminal) => set({ terminal })} />
      )}
      {asks.address && (
        <SelectField
          label="Адрес"
          value={form.address}
          error={errors.address}
          hint={options.addresses.length === 0 ? 'Сохранённых адресов нет: их добавит ваш менеджер' : undefined}
          options={[chooseOne('Выберите адрес'), ...options.addresses.map(({ id, full_address }) => ({ value: String(id), label: full_address }))]}
          onChange={({ currentTarget }) => onChange(withAddress(form, options, Number(currentTarget.value)))}
        />
      )}
      {asks.zone && <ZoneField zones={options.delivery_zones} value={form.zone} error={errors.delivery_zone} onChange={(zone) => set({ zone })} />}
    </>
  )
}
