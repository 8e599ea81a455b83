import { useRef, useState, type ReactNode } from 'react'
import type { Consignee } from '#shared/api/organisation/consignees.ts'
import { dayOf, parseDay } from '#shared/rules/dates.ts'
import { consigneeFaults, tidyConsignee, type ConsigneeForm } from '#shared/rules/parties/consignee-form.ts'
import { joinPersonName, splitPersonName } from '#shared/rules/parties/person-name.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { nameSource } from '#web/parts/suggestions/sources.ts'
import { SuggestField } from '#web/parts/suggestions/SuggestField.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useFaults } from '#web/ui/forms/use-faults.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { AttorneyFile, attorneyFileFault } from './AttorneyFile.tsx'
import { useSaveConsignee } from './use-recipients.ts'
import styles from './recipients.module.css'

type DialogProps = {
  /** Undefined: a new one. */
  consignee?: Consignee | undefined
  onSaved: (consignee: Consignee) => void
  onClose: () => void
  /** At the left of the foot. */
  beside?: ReactNode
}

/** The name in one line, as in documents. */
type Form = Omit<ConsigneeForm, 'surname' | 'name' | 'patronymic'> & { person: string }

/** The shortest limit of its parts, plus two letters and spaces. */
const longestName = 62

/** Who receives goods, and by which power of attorney. Import it lazily. */
export function ConsigneeDialog({ consignee, onSaved, onClose, beside }: DialogProps) {
  const [initial] = useState(() => formOf(consignee))
  const [form, setForm] = useState(initial)
  const [file, setFile] = useState<File>()
  const sent = sentForm(form)
  const found = atFields(consigneeFaults(sent))
  const fileFault = attorneyFileFault(file)
  const faults = useFaults<Form>(found)
  const element = useRef<HTMLFormElement>(null)
  const save = useSaveConsignee()
  const focusInvalid = useFocusInvalid(element, save.error)

  function change(part: Partial<Form>) {
    setForm((before) => ({ ...before, ...part }))
    faults.changed(part)
  }

  function submit() {
    faults.leaveAll()
    if (Object.keys(found).length > 0 || fileFault !== undefined) return focusInvalid()
    save.mutate(
      { ...sent, id: consignee?.id, file },
      { onSuccess: onSaved, onError: (error) => faults.refuse(atFields(fieldErrorsOf(error))) },
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
      error={faults.shown[name]}
      value={form[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => faults.leave(name)}
    />
  )
  const day = (name: 'attorney_date' | 'attorney_valid_to', label: string, hint?: string) => (
    <DayField
      label={label}
      hint={hint}
      error={faults.shown[name]}
      value={form[name] || undefined}
      onChange={(value) => change({ [name]: value ?? '' })}
      onLeave={() => faults.leave('attorney_valid_to')}
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
      beside={beside}
    >
      <SuggestField
        label="Фамилия, имя, отчество"
        source={nameSource}
        maxLength={longestName}
        error={faults.shown.person}
        value={form.person}
        onType={(person) => change({ person })}
        onChoose={({ value }) => change({ person: value })}
        onLeave={() => faults.leave('person')}
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
        <AttorneyFile kept={consignee?.file ?? null} chosen={file} fault={fileFault} onChoose={setFile} />
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

function sentForm({ person, ...form }: Form): ConsigneeForm {
  return tidyConsignee({ ...form, ...splitPersonName(person) })
}

/** Errors of the name's parts are shown at the single field. */
function atFields(faults: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { surname, name, patronymic, ...others } = faults
  const person = surname ?? name ?? patronymic
  const shown = Object.entries({ ...others, person }).flatMap(([field, fault]) =>
    fault === undefined ? [] : [[field, fault] as const],
  )
  return Object.fromEntries(shown)
}

function hasEnded({ attorney_valid_to }: Form): boolean {
  return attorney_valid_to !== '' && parseDay(attorney_valid_to) < dayOf(new Date())
}
