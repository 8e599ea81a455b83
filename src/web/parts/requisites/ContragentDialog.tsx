import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import type { InputOf } from '#shared/api/endpoint.ts'
import type { Contragent, saveContragent } from '#shared/api/organisation/contragents.ts'
import {
  contragentErrors,
  fixedIdentity,
  normaliseContragent,
  type ContragentForm,
} from '#shared/rules/parties/contragent-form.ts'
import { legalForms } from '#shared/rules/parties/legal-forms.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useFieldErrors } from '#web/ui/forms/use-field-errors.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { BankFields } from './BankFields.tsx'
import { RequisitesFields } from './RequisitesFields.tsx'
import styles from './requisites.module.css'

type DialogProps = {
  /** Undefined: a new one. */
  contragent: Contragent | undefined
  save: UseMutationResult<Contragent, Error, InputOf<typeof saveContragent>>
  /** Staff may change more of a contragent with a contract. */
  byStaff?: boolean
  /** At the left of the footer. */
  extra?: ReactNode
  onSaved: (contragent: Contragent) => void
  onReload: () => Promise<void>
  onClose: () => void
}

/** Creates or changes a legal entity of an organisation. */
export function ContragentDialog({
  contragent,
  save,
  byStaff = false,
  extra,
  onSaved,
  onReload,
  onClose,
}: DialogProps) {
  const [initial] = useState(() => formOf(contragent))
  const [form, setForm] = useState(initial)
  const fixed = fixedIdentity({ isNamed: contragent?.identity_fixed ?? false, byStaff })
  const known = contragent && initial
  const found = contragentErrors(normaliseContragent(form), { fixed: fixed.fields, known })
  const errors = useFieldErrors<ContragentForm>(found)
  const element = useRef<HTMLFormElement>(null)
  const focusInvalid = useFocusInvalid(element, save.error)
  const notify = useNotify()

  function change(patch: Partial<ContragentForm>) {
    setForm((previous) => ({ ...previous, ...patch }))
    errors.changed(patch)
  }

  function submit() {
    errors.leaveAll()
    if (Object.keys(found).length > 0) return focusInvalid()
    save.mutate(
      { ...normaliseContragent(form), id: contragent?.id, version: contragent?.version },
      {
        onSuccess: (saved) => {
          notify({ tone: 'ok', text: 'Данные сохранены', fadeMs: 3000 })
          onSaved(saved)
        },
        onError: (error) => errors.refuse(fieldErrorsOf(error)),
      },
    )
  }

  const text = (name: 'phone' | 'email', label: string, maxLength: number, inputMode: 'tel' | 'email') => (
    <TextField
      label={label}
      maxLength={maxLength}
      inputMode={inputMode}
      error={errors.shown[name]}
      value={form[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => errors.leave(name)}
    />
  )
  return (
    <SaveDialog
      anchored
      width={760}
      title={contragent ? contragent.company : 'Новый контрагент'}
      subject="контрагента"
      unsaved={JSON.stringify(form) !== JSON.stringify(initial)}
      form={element}
      saving={save.isPending}
      error={save.error}
      onReload={onReload}
      onSubmit={submit}
      onClose={onClose}
      extra={extra}
    >
      <RequisitesFields form={form} errors={errors.shown} fixed={fixed} onChange={change} onLeave={errors.leave} />
      <BankFields form={form} errors={errors.shown} onChange={change} onLeave={errors.leave} />
      <div className={styles.two}>
        {text('phone', 'Телефон', 60, 'tel')}
        {text('email', 'Почта', 120, 'email')}
      </div>
    </SaveDialog>
  )
}

function formOf(contragent: Contragent | undefined): ContragentForm {
  if (!contragent) return empty
  return {
    legal_form: legalForms.find((form) => form === contragent.legal_form) ?? 'Иное',
    company: contragent.company,
    full_name: contragent.full_name,
    inn: contragent.inn,
    kpp: contragent.kpp,
    ogrn: contragent.ogrn,
    legal_address: contragent.legal_address,
    actual_address: contragent.actual_address,
    head_name: contragent.head_name,
    head_post: contragent.head_post,
    bank: contragent.bank,
    bik: contragent.bik,
    account: contragent.account,
    correspondent_account: contragent.correspondent_account,
    phone: contragent.phone,
    email: contragent.email,
  }
}

const empty: ContragentForm = {
  legal_form: 'ООО',
  company: '',
  full_name: '',
  inn: '',
  kpp: '',
  ogrn: '',
  legal_address: '',
  actual_address: '',
  head_name: '',
  head_post: '',
  bank: '',
  bik: '',
  account: '',
  correspondent_account: '',
  phone: '',
  email: '',
}
