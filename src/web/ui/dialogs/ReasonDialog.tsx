import { useState } from 'react'
import { Button } from '../Button.tsx'
import { TextArea } from '../forms/Field.tsx'
import { Modal } from './Modal.tsx'

type ReasonDialogProps = {
  title: string
  children: string
  /** Who reads the reason. */
  hint: string
  actionLabel: string
  busy: boolean
  error: string | undefined
  onSubmit: (reason: string) => void
  onClose: () => void
}

/** Asks for a required reason. Import it lazily. */
export function ReasonDialog({
  title,
  children,
  hint,
  actionLabel,
  busy,
  error,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => (reason.trim() === '' ? setMissing(true) : onSubmit(reason.trim()))}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      <div className="column">
        <p>{children}</p>
        <TextArea
          label="Причина"
          hint={hint}
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => {
            setMissing(false)
            setReason(currentTarget.value)
          }}
          error={missing ? 'Укажите причину' : error}
        />
      </div>
    </Modal>
  )
}
