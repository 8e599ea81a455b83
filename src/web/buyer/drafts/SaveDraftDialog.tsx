import { useState, type FormEvent } from 'react'
import { maxDraftNameLength } from '#shared/constants.ts'
import { draftName } from '#shared/rules/draft-name.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { useSaveDraft } from './use-save-draft.ts'

type DialogProps = {
  /** The contract of the shown basket. */
  contract: number
  /** Sends pending input first. */
  flush: () => Promise<unknown>
  onSaved: (draft: { id: number; header: string }) => void
  onClose: () => void
}

/** Dialog for a draft's name; validation errors appear at the field [V.10]. */
export function SaveDraftDialog({ contract, flush, onSaved, onClose }: DialogProps) {
  const [name, setName] = useState(() => draftName(new Date()))
  const [clear, setClear] = useState(false)
  const [missing, setMissing] = useState(false)
  const [flushing, setFlushing] = useState(false)
  const save = useSaveDraft()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const header = name.trim()
    setMissing(header === '')
    if (header === '') return
    setFlushing(true)
    await flush().finally(() => setFlushing(false))
    save.mutate({ header, contract, clear }, { onSuccess: onSaved })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={440}
      title="Сохранить в черновик"
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" type="submit" form="draft-name" busy={flushing || save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <form id="draft-name" className="column" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Название черновика"
          data-autofocus
          maxLength={maxDraftNameLength}
          value={name}
          error={missing ? 'Введите название' : errorOf(save.error)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setMissing(false)
            save.reset()
          }}
        />
        <Checkbox
          label="Очистить корзину после сохранения"
          checked={clear}
          onChange={({ currentTarget }) => setClear(currentTarget.checked)}
        />
      </form>
    </Modal>
  )
}

function errorOf(error: Error | null): string | undefined {
  if (error === null) return undefined
  return fieldErrorsOf(error).header ?? error.message
}
