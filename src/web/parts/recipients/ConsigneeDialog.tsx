import { useRef, useState, type ReactNode } from 'react'
import type { Consignee } from '#shared/api/organisation/consignees.ts'
import { dayOf, parseDay } from '#shared/rules/dates.ts'
import { consigneeErrors, normaliseConsignee, type ConsigneeForm } from '#shared/rules/parties/consignee-form.ts'
import { joinPersonName, splitPersonName } from '#shared/rules/parties/person-name.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { nameSource } from '#web/parts/suggestions/sources.ts'
import { SuggestField } from '#web/parts/suggestions/SuggestField.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useFieldErrors } from '#web/ui/forms/use-field-errors.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { PowerOfAttorneyFile, attorneyFileError } from './PowerOfAttorneyFile.tsx'
import { useSaveConsignee } from './use-recipients.ts'
import styles from './recipients.module.css'

type DialogProps = {
  /** Undefined: a new one. */
  consignee?: Consignee | undefined
  onSaved: (consignee: Consignee) => void
  onClose: () => void
  /** At the left of the footer. */
  extra?: ReactNode
}

/** The name in one line, as in documents. */
type Form = Omit<ConsigneeForm, 'surname' | 'name' | 'patronymic'> & { person: string }

/** The smallest limit of its parts, plus two single letters and spaces. */
const longestName = 62

/** Adds or changes a consignee with a power of attorney. Import it lazily. */
export function ConsigneeDialog({ consignee, onSaved, onClose, extra }: DialogProps) {
  const [initial] = useState(() => formOf(consignee))
  const [form, setForm] = useState(initial)
  const [file, setFile] = useState<File>()
  const input = consigneeInputOf(form)
  const found = atFields(consigneeErrors(input))
  const fileError = attorneyFileError(file)
  const errors = useFieldErrors<Form>(found)
  const element = useRef<HTMLFormElement>(null)
  const save = useSaveConsignee()
  const focusInvalid = useFocusInvalid(element, save.error)

  function change(patch: Partial<Form>) {
    setForm((previous) => ({ ...previous, ...patch }))
    errors.changed(patch)
  }

  function submit() {
    errors.leaveAll()
    if (Object.keys(found).length > 0 || fileError !== undefined) return focusInvalid()
    save.mutate(
      { ...input, id: consignee?.id, file },
      { onSuccess: onSaved, onError: (error) => errors.refuse(atFields(fieldErrorsOf(error))) },
    )
  }

  const text = (
    name: 'phone' | 'company' | 'attorney_number' | 'comment',
    label: string,
    maxLength: number,
    more: { placeholder?: string; inputMode?: 'tel' } = {},
  ) => (
    <TextField
      label={label}
      maxLength={maxLength}
      {...more}
      error={errors.shown[name]}
      value={form[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => errors.leave(name)}
    />
  )
  const day = (name: 'attorney_date' | 'attorney_valid_to', label: string, hint?: string) => (
    <DayField
      label={label}
      hint={hint}
      error={errors.shown[name]}
      value={form[name] || undefined}
      onChange={(value) => change({ [name]: value ?? '' })}
      onLeave={() => errors.leave('attorney_valid_to')}
    />
  )
  return (
    <SaveDialog
      anchored
      width={560}
      title={consignee ? initial.person : 'Новый грузополучатель'}
      unsaved={JSON.stringify(form) !== JSON.stringify(initial) || file !== undefined}
      form={element}
      saving={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
      extra={extra}
    >
      <SuggestField
        label="Фамилия, имя, отчество"
        source={nameSource}
        maxLength={longestName}
        error={errors.shown.person}
        value={form.person}
        onType={(person) => change({ person })}
        onChoose={({ value }) => change({ person: value })}
        onLeave={() => errors.leave('person')}
        data-autofocus
      />
      <div className={styles.even}>
        {text('phone', 'Телефон', 60, { inputMode: 'tel' })}
        {text('company', 'Организация', 160, { placeholder: 'Если получает перевозчик' })}
      </div>
      <fieldset className={styles.group}>
        <legend>Доверенность</legend>
        <div className={styles.three}>
          {text('attorney_number', 'Номер', 40)}
          {day('attorney_date', 'Дата')}
          {day('attorney_valid_to', 'Действует до', hasEnded(form) ? 'Истекла: в заказе не выбрать' : undefined)}
        </div>
        <PowerOfAttorneyFile stored={consignee?.file ?? null} chosen={file} error={fileError} onChoose={setFile} />
      </fieldset>
      {text('comment', 'Комментарий', 300)}
    </SaveDialog>
  )
}

function formOf(consignee: Consignee | undefined): Form {
  return {
    person: consignee ? joinPersonName(consignee) : '',
    phone: consignee?.phone ?? '',
    company: consignee?.company ?? '',
    comment: consignee?.comment ?? '',
    attorney_number: consignee?.attorney_number ?? '',
    attorney_date: consignee?.attorney_date ?? '',
    attorney_valid_to: consignee?.attorney_valid_to ?? '',
  }
}

function consigneeInputOf({ person, ...form }: Form): ConsigneeForm {
  return normaliseConsignee({ ...form, ...splitPersonName(person) })
}

/** Errors of the name's parts are shown at the single field. */
function atFields(errors: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { surname, name, patronymic, ...others } = errors
  const person = surname ?? name ?? patronymic
  const shown = Object.entries({ ...others, person }).flatMap(([field, error]) =>
    error === undefined ? [] : [[field, error] as const],
  )
  return Object.fromEntries(shown)
}

function hasEnded({ attorney_valid_to }: Form): boolean {
  return attorney_valid_to !== '' && parseDay(attorney_valid_to) < dayOf(new Date())
}
