import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CustomerContract } from '#shared/api/administration/customers.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { termsDraftOf, termsErrors, termsInputOf, type TermsDraft } from './terms-draft.ts'
import { TermsFields } from './TermsFields.tsx'
import { customerQuery, useSaveTerms } from './use-customers.ts'

type DialogProps = { customerId: number; contract: CustomerContract; onClose: () => void }

/** Changes the terms of a contract. The initial values stay until the user reloads them. */
export function TermsDialog({ customerId, contract: given, onClose }: DialogProps) {
  const queries = useQueryClient()
  const [contract, setContract] = useState(given)
  const [initial, setInitial] = useState(() => termsDraftOf(given))
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveTerms()
  const focusInvalid = useFocusInvalid(form, save.error)
  const notify = useNotify()
  const errors = { ...fieldErrorsOf(save.error), ...(checked ? termsErrors(draft) : {}) }
  const change = (patch: Partial<TermsDraft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    setChecked(true)
    if (Object.keys(termsErrors(draft)).length > 0) return focusInvalid()
    save.mutate(
      { id: contract.id, version: contract.version, ...termsInputOf(draft, contract) },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: `Условия договора № ${contract.number} сохранены`, fadeMs: 5000 })
          onClose()
        },
      },
    )
  }

  async function reload() {
    const { contracts } = await queries.fetchQuery({ ...customerQuery(customerId), staleTime: 0 })
    const current = contracts.find(({ id }) => id === contract.id)
    if (!current) return onClose()
    setContract(current)
    setInitial(termsDraftOf(current))
    setDraft(termsDraftOf(current))
    save.reset()
  }

  return (
    <SaveDialog
      anchored
      width={680}
      title={`Договор № ${contract.number} от ${contract.date}`}
      subject="договор"
      form={form}
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      onReload={reload}
      onSubmit={submit}
      onClose={onClose}
    >
      {contract.from_1c && (
        <Note>Договор прислала 1С. Если она ведёт и эти условия, следующая выгрузка вернёт свои: меняйте их и там</Note>
      )}
      <TermsFields draft={draft} errors={errors} change={change} />
    </SaveDialog>
  )
}
