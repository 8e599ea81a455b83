import { useRef, useState } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { contractNumberLength, contractNumberMessages } from '#shared/rules/parties/contract-number.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { newTermsDraft, termsErrors, termsInputOf, usualTerms, type TermsDraft } from './terms-draft.ts'
import { TermsFields } from './TermsFields.tsx'
import { useCreateContract } from './use-customers.ts'
import styles from './customers.module.css'

type ContractDraft = { contragent: number; number: string; date: string | undefined; terms: TermsDraft }

/** Makes a contract. Its terms begin as those of the customer's first contract. */
export function NewContractDialog({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }) {
  const contragents = customer.contragents.filter(({ status }) => status === 'active')
  const [initial] = useState<ContractDraft>(() => ({
    contragent: contragents[0]?.id ?? 0,
    number: '',
    date: undefined,
    terms: newTermsDraft(customer.contracts),
  }))
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const create = useCreateContract()
  const focusInvalid = useFocusInvalid(form, create.error)
  const notify = useNotify()
  const found = errorsOf(draft)
  const errors = { ...fieldErrorsOf(create.error), ...(checked ? found : {}) }
  const change = (patch: Partial<ContractDraft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    setChecked(true)
    if (Object.keys(found).length > 0) return focusInvalid()
    const { contragent, number, date, terms } = draft
    create.mutate(
      { id: customer.id, contragent, number: number.trim(), date, ...termsInputOf(terms, usualTerms) },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: `Договор № ${number.trim()} создан`, fadeMs: 5000 })
          onClose()
        },
      },
    )
  }

  return (
    <SaveDialog
      anchored
      width={680}
      title={`Новый договор: ${customer.name}`}
      form={form}
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.terms}>
        <SelectField
          label="Контрагент"
          options={contragents.map(({ id, company, inn }) => ({ value: String(id), label: `${company}, ИНН ${inn}` }))}
          value={draft.contragent}
          error={errors.contragent}
          onChange={({ currentTarget }) => change({ contragent: Number(currentTarget.value) })}
        />
        <TextField
          label="Номер"
          maxLength={contractNumberLength}
          value={draft.number}
          error={errors.number}
          onChange={({ currentTarget }) => change({ number: currentTarget.value })}
        />
        <DayField
          label="Дата договора, если не сегодня"
          value={draft.date}
          error={errors.date}
          onChange={(date) => change({ date })}
        />
      </div>
      <TermsFields
        draft={draft.terms}
        errors={errors}
        change={(patch) => setDraft((previous) => ({ ...previous, terms: { ...previous.terms, ...patch } }))}
      />
    </SaveDialog>
  )
}

function errorsOf({ number, terms }: ContractDraft): Record<string, string> {
  return { ...(number.trim() === '' ? { number: contractNumberMessages.missing } : {}), ...termsErrors(terms) }
}
