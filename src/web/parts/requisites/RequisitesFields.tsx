import { useState } from 'react'
import type { PartySuggestion } from '#shared/api/organisation/suggestions.ts'
import type { ContragentForm, FixedIdentity } from '#shared/rules/parties/contragent-form.ts'
import { legalForms } from '#shared/rules/parties/legal-forms.ts'
import { isSoleProprietor } from '#shared/rules/parties/party-requisites.ts'
import { fieldsOfParty } from '#shared/rules/parties/register-fields.ts'
import { addressSource, nameSource, partySource, registerStateText } from '#web/parts/suggestions/sources.ts'
import { SuggestField } from '#web/parts/suggestions/SuggestField.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/Field.tsx'
import styles from './requisites.module.css'

type Form = Omit<ContragentForm, 'phone' | 'email'>
type Name = Exclude<keyof Form, 'legal_form'>

type FieldsProps = {
  form: Form
  errors: Partial<Record<keyof Form, string>>
  /** What is read-only. */
  fixed?: FixedIdentity
  onChange: (patch: Partial<Form>) => void
  onLeave: (name: keyof Form) => void
}

const noneFixed: FixedIdentity = { fields: [], text: '' }
const companyLabel = 'Краткое название'
const formOptions = legalForms.map((value) => ({ value, label: value }))

/** Requisites of a company without its bank, the ИНН first: choosing its register record fills the rest. */
export function RequisitesFields({ form, errors, fixed = noneFixed, onChange, onLeave }: FieldsProps) {
  const [party, setParty] = useState<PartySuggestion>()
  const [hasActual, setHasActual] = useState(form.actual_address !== '')
  const isFixed = (name: FixedIdentity['fields'][number]) => fixed.fields.includes(name)
  const isPerson = isSoleProprietor(form.legal_form)
  const registerState = party && party.data.inn === form.inn ? registerStateText[party.data.state] : undefined

  const wired = (name: Name) => ({
    name,
    error: errors[name],
    value: form[name],
    onLeave: () => onLeave(name),
    onType: (text: string) => onChange({ [name]: text }),
  })
  const text = (
    name: Name,
    label: string,
    maxLength: number,
    more: { inputMode?: 'numeric'; disabled?: boolean } = {},
  ) => {
    const { onType, onLeave: leave, ...field } = wired(name)
    return (
      <TextField
        label={label}
        maxLength={maxLength}
        {...field}
        {...more}
        onBlur={leave}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    )
  }
  const digits = { inputMode: 'numeric' } as const

  function applyParty(found: PartySuggestion) {
    setParty(found)
    onChange(fieldsOfParty(found))
  }

  return (
    <>
      <div className={styles.identity}>
        <SuggestField
          label="ИНН"
          source={partySource}
          maxLength={20}
          {...digits}
          {...wired('inn')}
          disabled={isFixed('inn')}
          hint={isFixed('inn') ? fixed.text : registerState && `По данным ЕГРЮЛ: ${registerState}`}
          onChoose={applyParty}
          {...(isFixed('inn') ? {} : { 'data-autofocus': true })}
        />
        <SelectField
          label="Форма"
          options={formOptions}
          value={form.legal_form}
          disabled={isFixed('legal_form')}
          onChange={({ currentTarget }) => {
            const legalForm = legalForms.find((each) => each === currentTarget.value) ?? 'ООО'
            onChange({ legal_form: legalForm, ...(isSoleProprietor(legalForm) ? { kpp: '' } : {}) })
          }}
        />
        {text('kpp', 'КПП', 16, { disabled: isFixed('kpp') || isPerson })}
        {text('ogrn', isPerson ? 'ОГРНИП' : 'ОГРН', 24, { ...digits, disabled: isFixed('ogrn') })}
        {isFixed('inn') ? (
          text('company', companyLabel, 160)
        ) : (
          <SuggestField
            label={companyLabel}
            source={partySource}
            maxLength={160}
            {...wired('company')}
            onChoose={applyParty}
          />
        )}
      </div>
      <div className={styles.names}>
        {text('full_name', isPerson ? 'Фамилия, имя и отчество' : 'Полное название', 300)}
        <SuggestField
          label={isPerson ? 'Адрес регистрации' : 'Юридический адрес'}
          source={addressSource}
          maxLength={300}
          {...wired('legal_address')}
          onChoose={(found) => onChange({ legal_address: addressSource.textOf(found) })}
        />
      </div>
      <div className={isPerson ? undefined : styles.head}>
        {!isPerson && (
          <>
            <SuggestField
              label="Руководитель"
              source={nameSource}
              placeholder="Фамилия, имя, отчество"
              maxLength={120}
              {...wired('head_name')}
              onChoose={({ value }) => onChange({ head_name: value })}
            />
            {text('head_post', 'Должность', 120)}
          </>
        )}
        <Checkbox
          label={isPerson ? 'Фактический адрес тот же' : 'Фактический совпадает с юридическим'}
          checked={!hasActual}
          onChange={({ currentTarget }) => {
            setHasActual(!currentTarget.checked)
            onChange({ actual_address: '' })
          }}
        />
      </div>
      {hasActual && (
        <SuggestField
          label="Фактический адрес"
          source={addressSource}
          maxLength={300}
          {...wired('actual_address')}
          onChoose={(found) => onChange({ actual_address: addressSource.textOf(found) })}
        />
      )}
    </>
  )
}
