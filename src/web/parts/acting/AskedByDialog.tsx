import { useState } from 'react'
import { tidyAskedBy } from '#shared/rules/parties/acting.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { askedByError } from './asked-by-error.ts'
import { AskedByField } from './AskedByField.tsx'

type DialogProps = { behalf: string; onSubmit: (askedBy: string) => void; onClose: () => void }

/** Asks who asked for an action that moves the buyer's money or goods. Import it lazily. */
export function AskedByDialog({ behalf, onSubmit, onClose }: DialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  function submit() {
    const missing = askedByError(text)
    if (missing === undefined) onSubmit(tidyAskedBy(text))
    else setError(missing)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Вы делаете это ${behalf}`}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" onClick={submit}>
            Продолжить
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <AskedByField
          value={text}
          error={error}
          takesFocus
          onChange={(next) => {
            setText(next)
            setError(undefined)
          }}
        />
      </form>
    </Modal>
  )
}
