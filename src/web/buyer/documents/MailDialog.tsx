import { useId, useState, type FormEvent } from 'react'
import type { ShippingDocument } from '#shared/api/money/documents.ts'
import { listNames } from '#shared/rules/list-text.ts'
import { emailError, isEmail } from '#shared/rules/parties/email.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useMailDocuments } from './use-documents.ts'

const maxNamed = 4

type MailProps = { items: readonly ShippingDocument[]; login: string; onClose: () => void }

/** Mails the checked documents to an address, for example an accountant's. */
export function MailDialog({ items, login, onClose }: MailProps) {
  const id = useId()
  const notify = useNotify()
  // After a lost answer the same idempotency key is used again.
  const [key] = useState(randomKey)
  const [email, setEmail] = useState(isEmail(login) ? login : '')
  const [addressError, setAddressError] = useState<string>()
  const mail = useMailDocuments()
  const emailRefusal = fieldErrorsOf(mail.error).email

  function submit(event: FormEvent) {
    event.preventDefault()
    const address = email.trim()
    const error = emailError(address)
    setAddressError(error)
    if (error !== undefined) return
    mail.mutate(
      { ids: items.map((item) => item.id), email: address, key },
      {
        onSuccess: () => {
          notify({ title: 'Документы отправлены', text: `Письмо уйдёт на ${address} в течение минуты` })
          onClose()
        },
      },
    )
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Документы на почту"
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} variant="primary" busy={mail.isPending}>
            Отправить
          </Button>
        </>
      }
    >
      <form id={id} className="column" noValidate onSubmit={submit}>
        {mail.error && emailRefusal === undefined && (
          <Note tone="bad" role="alert">
            {mail.error.message}
          </Note>
        )}
        <p>
          {listNames(
            items.map(({ title }) => title),
            maxNamed,
          )}
        </p>
        <TextField
          label="Кому"
          type="email"
          autoComplete="email"
          hint="Например, почта бухгалтера. Файлы PDF будут приложены к письму"
          maxLength={200}
          data-autofocus
          value={email}
          error={addressError ?? emailRefusal}
          onChange={({ currentTarget }) => {
            setAddressError(undefined)
            mail.reset()
            setEmail(currentTarget.value)
          }}
        />
      </form>
    </Modal>
  )
}
