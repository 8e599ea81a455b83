import { useState } from 'react'
import type { StaffCompany } from '#shared/api/staff/delivery.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { companyDraftOf, companyInputOf, terminalErrors } from './company-draft.ts'
import { TerminalsEditor } from './TerminalsEditor.tsx'
import { TypesEditor } from './TypesEditor.tsx'
import { useSaveCompany } from './use-staff-delivery.ts'

type DialogProps = { company: StaffCompany | undefined; onClose: () => void; onReload: () => Promise<void> }

/** Creates or changes a carrier, saved together with its types and terminals. */
export function CompanyDialog({ company, onClose, onReload }: DialogProps) {
  const [initial] = useState(() => companyDraftOf(company))
  const [draft, setDraft] = useState(initial)
  const save = useSaveCompany()
  const notify = useNotify()
  const errors = fieldErrorsOf(save.error)
  const change = (patch: Partial<typeof draft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    save.mutate(companyInputOf(draft, company), {
      onSuccess: () => {
        notify({ tone: 'ok', text: `«${draft.header.trim()}» сохранена` })
        onClose()
      },
    })
  }

  return (
    <SaveDialog
      anchored
      width={760}
      title={company ? company.header : 'Новая компания'}
      subject="компанию"
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      message={
        save.error && save.variables
          ? [save.error.message, ...terminalErrors(errors, save.variables)].join('. ')
          : undefined
      }
      onReload={onReload}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Название"
        maxLength={200}
        value={draft.header}
        error={errors.header}
        onChange={({ currentTarget }) => change({ header: currentTarget.value })}
      />
      <Checkbox
        label="Предлагать покупателям"
        checked={draft.active}
        onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
      />
      <TypesEditor types={draft.types} errors={errors} onChange={(types) => change({ types })} />
      <TerminalsEditor terminals={draft.terminals} onChange={(terminals) => change({ terminals })} />
    </SaveDialog>
  )
}
