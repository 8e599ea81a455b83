import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { bankLabel } from '#web/parts/labels.ts'
import type { SellerDraft } from './seller-draft.ts'
import styles from './seller-fields.module.css'
import { vatText } from './vat-texts.ts'

type Text = Exclude<keyof SellerDraft, 'vat' | 'is_default'>
type FieldsProps = {
  draft: SellerDraft
  errors: Readonly<Record<string, string>>
  onChange: (patch: Partial<SellerDraft>) => void
}

const vatOptions = (Object.keys(vatText) as SellerDraft['vat'][]).map((value) => ({ value, label: vatText[value] }))

/** Requisites in the order of an invoice. */
export function SellerFields({ draft, errors, onChange }: FieldsProps) {
  const field = (
    name: Text,
    label: string,
    maxLength: number,
    more: { hint?: string; inputMode?: 'numeric'; 'data-autofocus'?: true } = {},
  ) => (
    <TextField
      label={label}
      maxLength={maxLength}
      error={errors[name]}
      value={draft[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      {...more}
    />
  )
  const digits = { inputMode: 'numeric' } as const
  return (
    <>
      {field('company', 'Название', 160, { 'data-autofocus': true })}
      {field('full_name', 'Полное название', 300, { hint: 'Стоит в счёте; пусто – как название' })}
      <div className={styles.three}>
        {field('inn', 'ИНН', 20, digits)}
        {field('kpp', 'КПП', 16)}
        {field('ogrn', 'ОГРН или ОГРНИП', 24, digits)}
      </div>
      {field('legal_address', 'Юридический адрес', 300)}
      <fieldset className={styles.group}>
        <legend>Банк</legend>
        {field('bank', bankLabel, 160)}
        <div className={styles.three}>
          {field('bik', 'БИК', 16, digits)}
          {field('account', 'Расчётный счёт', 32, digits)}
          {field('correspondent_account', 'Корр. счёт', 32, digits)}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Подписи и связь</legend>
        <div className={styles.three}>
          {field('head_post', 'Должность руководителя', 120)}
          {field('head_name', 'Руководитель', 120)}
          {field('accountant_name', 'Главный бухгалтер', 120, { hint: 'Пусто – руководитель' })}
        </div>
        <div className={styles.two}>
          {field('phone', 'Телефон', 60)}
          {field('email', 'Почта', 120)}
        </div>
      </fieldset>
      <SelectField
        label="НДС"
        options={vatOptions}
        value={draft.vat}
        hint="Действует на новые заказы"
        onChange={({ currentTarget }) =>
          onChange({ vat: vatOptions.find(({ value }) => value === currentTarget.value)?.value ?? 'goods' })
        }
      />
    </>
  )
}
