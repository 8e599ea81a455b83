import { useRef, type FormEvent } from 'react'
import type { Setup } from '#shared/api/account/setup.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, SelectField, TextField, type Option } from '#web/ui/forms/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { filledIn, clearContractDraft, useContractDraft, type ContractDraft } from './contract-draft.ts'
import type { useMakeFirstContract } from './use-setup.ts'
import styles from './first-run.module.css'

type Text = Exclude<keyof ContractDraft, 'warehouses' | 'price_type' | 'rrc_type'>
type StepProps = { setup: Setup; make: ReturnType<typeof useMakeFirstContract> }

/** The first buyer. It can be filled in during the export, which brings price types and warehouses. */
export function ContractStep({ setup, make }: StepProps) {
  const [typed, change] = useContractDraft()
  const draft = filledIn(typed, setup)
  const form = useRef<HTMLFormElement>(null)
  const errors = fieldErrorsOf(make.error)
  useFocusInvalid(form, make.error)
  const isReady = setup.price_types.length > 0 && setup.warehouses.length > 0

  function submit(event: FormEvent) {
    event.preventDefault()
    const bare = (text: string) => text.replace(/\s/g, '')
    make.mutate(
      { ...draft, inn: bare(draft.inn), kpp: bare(draft.kpp).toUpperCase() },
      { onSuccess: clearContractDraft },
    )
  }

  const field = (
    name: Text,
    label: string,
    maxLength: number,
    more: { hint?: string; inputMode?: 'numeric' | 'email'; placeholder?: string } = {},
  ) => (
    <TextField
      label={label}
      maxLength={maxLength}
      autoComplete="off"
      error={errors[name]}
      value={draft[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      {...more}
    />
  )
  const choice = (name: 'price_type' | 'rrc_type', label: string, options: readonly Option[]) => (
    <SelectField
      label={label}
      options={options}
      error={errors[name]}
      value={draft[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
  const types = setup.price_types.map(({ code, name }) => ({ value: code, label: name }))

  return (
    <Card title="Первый договор">
      <CardBody>
        <form ref={form} className="column" noValidate onSubmit={submit}>
          <p className="small muted">
            {isReady
              ? 'Покупатель увидит товары по ценам этого типа и остатки этих складов.'
              : 'Заполните сейчас: договор можно будет открыть, когда придут цены и остатки.'}
          </p>
          {make.error && Object.keys(errors).length === 0 && (
            <Note tone="bad" role="alert">
              {make.error.message}
            </Note>
          )}
          {field('company', 'Покупатель', 160)}
          <div className={styles.pair}>
            {field('inn', 'ИНН', 20, { inputMode: 'numeric' })}
            {field('kpp', 'КПП', 16)}
          </div>
          <div className={styles.pair}>
            {field('number', 'Договор №', 60)}
            {field('date', 'от', 10, { placeholder: 'дд.мм.гггг', inputMode: 'numeric' })}
          </div>
          {choice('price_type', 'Тип цен', [
            { value: '', label: types.length === 0 ? 'придёт с ценами' : 'Выберите' },
            ...types,
          ])}
          {choice('rrc_type', 'Тип РРЦ', [
            { value: '', label: types.length === 0 ? 'придёт с ценами' : 'Без РРЦ' },
            ...types,
          ])}
          <Warehouses
            setup={setup}
            chosen={draft.warehouses}
            error={errors.warehouses}
            onChange={(warehouses) => change({ warehouses })}
          />
          {field('owner', 'Почта владельца', 200, {
            inputMode: 'email',
            hint: 'Его логин; пароль портал придумает и покажет',
          })}
          {field('owner_name', 'Имя владельца', 120)}
          <Button variant="primary" type="submit" wide busy={make.isPending}>
            Открыть договор
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}

type WarehousesProps = {
  setup: Setup
  chosen: readonly string[]
  error: string | undefined
  onChange: (warehouses: string[]) => void
}

function Warehouses({ setup: { warehouses }, chosen, error, onChange }: WarehousesProps) {
  return (
    <fieldset
      className={styles.warehouses}
      aria-invalid={error !== undefined}
      tabIndex={error === undefined ? undefined : -1}
    >
      <legend className="small muted">Склады</legend>
      {warehouses.length === 0 && <span className="small dim">придут с остатками</span>}
      {warehouses.map(({ code, name }) => (
        <Checkbox
          key={code}
          label={name}
          checked={chosen.includes(code)}
          onChange={({ currentTarget }) =>
            onChange(
              warehouses
                .map((each) => each.code)
                .filter((each) => (each === code ? currentTarget.checked : chosen.includes(each))),
            )
          }
        />
      ))}
      {error !== undefined && (
        <span role="alert" className="small bad">
          {error}
        </span>
      )}
    </fieldset>
  )
}
