import { useState, type FormEvent } from 'react'
import type { StaffCompany } from '#shared/api/staff-delivery.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, TextField } from '#web/ui/Field.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { companyDraftOf, companyWishOf, terminalFaults } from './company-draft.ts'
import { TerminalsEditor } from './TerminalsEditor.tsx'
import { TypesEditor } from './TypesEditor.tsx'
import { useSaveCompany } from './use-staff-delivery.ts'

type DialogProps = { company: StaffCompany | undefined; onClose: () => void; onReload: () => Promise<void> }

/** A carrier to be added or changed, with its types and terminals, as a whole. */
export function CompanyDialog({ company, onClose, onReload }: DialogProps) {
  const [draft, setDraft] = useState(() => companyDraftOf(company))
  const save = useSaveCompany()
  const notify = useNotify()
  const conflict = save.error instanceof CallError && save.error.status === 409
  const wrong = save.error instanceof CallError ? (save.error.body.fields ?? {}) : {}
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(companyWishOf(draft, company), {
      onSuccess: () => {
        notify({ tone: 'ok', text: `«${draft.header.trim()}» сохранена` })
        onClose()
      },
    })
  }

  return (
    <Modal
      opened
      anchored
      onClose={onClose}
      width={760}
      title={company ? company.header : 'Новая компания'}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отменить</Button>
          <Button type="submit" form="company" look="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <form id="company" className="column" style={{ gap: 14 }} noValidate onSubmit={submit}>
        {save.error && (
          <Note tone="bad" role="alert" action={conflict && <Button small onClick={() => void onReload()}>Загрузить заново</Button>}>
            {conflict ? 'Данные изменились: компанию уже поменял кто-то другой. Ваши изменения не сохранены' : [save.error.message, ...(save.variables ? terminalFaults(wrong, save.variables) : [])].join('. ')}
          </Note>
        )}
        <TextField label="Название" maxLength={200} value={draft.header} error={wrong.header} onChange={({ currentTarget }) => change({ header: currentTarget.value })} />
        <Checkbox label="Предлагать покупателям" checked={draft.active} onChange={({ currentTarget }) => change({ active: currentTarget.checked })} />
        <TypesEditor types={draft.types} wrong={wrong} onChange={(types) => change({ types })} />
        <TerminalsEditor terminals={draft.terminals} onChange={(terminals) => change({ terminals })} />
      </form>
    </Modal>
  )
}
