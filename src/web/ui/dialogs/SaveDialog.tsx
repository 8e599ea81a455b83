import { useId, type FormEvent, type ReactNode, type Ref } from 'react'
import { Button } from '../Button.tsx'
import { Modal } from './Modal.tsx'
import { SaveFailure } from '../forms/SaveFailure.tsx'
import { useConfirmClose, useUnsaved } from './use-unsaved.ts'

type SaveDialogProps = {
  title: string
  width: number
  /** The upper edge stays fixed while the form grows and shrinks. */
  anchored?: boolean
  form?: Ref<HTMLFormElement>
  /** The form has unsaved changes: closing it or leaving the page asks first. */
  unsaved?: boolean
  saving: boolean
  error: Error | null
  /** Text shown instead of the refusal's message. */
  message?: string | undefined
  /** What was changed concurrently, in the accusative: 'баннер'. */
  subject?: string
  /** Label of the button that submits. */
  action?: string
  onReload?: () => Promise<void>
  onSubmit: () => void
  onClose: () => void
  /** At the left of the footer, e.g. 'Удалить'. */
  extra?: ReactNode
  children: ReactNode
}

/** A form in a dialog; refusals are shown in it, and concurrently changed data can be reloaded. */
export function SaveDialog({
  title,
  width,
  anchored = false,
  form,
  unsaved = false,
  saving,
  error,
  message,
  subject,
  action = 'Сохранить',
  onReload,
  onSubmit,
  onClose,
  extra,
  children,
}: SaveDialogProps) {
  const id = useId()
  const confirmClose = useConfirmClose()
  useUnsaved(() => unsaved && !saving)

  async function close() {
    if (!unsaved || (await confirmClose())) onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <Modal
      opened
      anchored={anchored}
      onClose={() => void close()}
      width={width}
      title={title}
      footer={
        <>
          {extra}
          <span className="grow" />
          <Button onClick={() => void close()}>Отменить</Button>
          <Button type="submit" form={id} variant="primary" busy={saving}>
            {action}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className="column" noValidate onSubmit={submit}>
        {error && <SaveFailure error={error} message={message} subject={subject} onReload={onReload} />}
        {children}
      </form>
    </Modal>
  )
}
