import { useState } from 'react'
import type { Registration, RejectReason } from '#shared/api/staff/registrations.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { defaultRejectionText, reasonChoices } from './texts.ts'
import { useReject } from './use-registrations.ts'
import styles from './registrations.module.css'

/** Rejects a request: an internal reason, and an e-mail to the applicant prefilled from it. */
export function RejectDialog({ request, onClose }: { request: Registration; onClose: () => void }) {
  const { id, company, email } = request
  const notify = useNotify()
  const reject = useReject()
  const [reason, setReason] = useState<RejectReason>(() => likelyReason(request))
  const [editedText, setEditedText] = useState<string>()
  const [blocksInn, setBlocksInn] = useState(false)
  const text = editedText ?? defaultRejectionText(reason, request)
  const error = fieldErrorsOf(reject.error).text ?? reject.error?.message

  function send() {
    reject.mutate(
      { id, reason, text, blocks_inn: blocksInn },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: `${company}: отказ отправлен`, fadeMs: 3000 })
          onClose()
        },
      },
    )
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={480}
      title={`Отказать ${company}`}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <span className="grow" />
          <Button variant="danger" busy={reject.isPending} onClick={send}>
            Отказать и написать
          </Button>
        </>
      }
    >
      <div className="column">
        <fieldset className={styles.reasons}>
          <legend className="unseen">Причина</legend>
          {reasonChoices.map(({ value, label, note }) => (
            <label key={value}>
              <input
                type="radio"
                name="reason"
                value={value}
                checked={reason === value}
                data-autofocus={reason === value || undefined}
                onChange={() => {
                  setReason(value)
                  setEditedText(undefined)
                }}
              />
              <span>
                {label}
                {note !== '' && <small>{note}</small>}
              </span>
            </label>
          ))}
        </fieldset>
        <TextArea
          label="Что увидит заявитель"
          rows={4}
          maxLength={2000}
          value={text}
          hint={`Письмо уйдёт на ${email}`}
          error={error}
          onChange={({ currentTarget }) => {
            setEditedText(currentTarget.value)
            reject.reset()
          }}
        />
        <Checkbox
          label="Больше не принимать заявки с этим ИНН"
          checked={blocksInn}
          onChange={({ currentTarget }) => setBlocksInn(currentTarget.checked)}
        />
      </div>
    </Modal>
  )
}

/** The strongest reason to reject. */
function likelyReason({ comparison, likenesses }: Registration): RejectReason {
  const differs = (field: string) => comparison.some((row) => row.field === field && row.same === false)
  if (differs('state')) return 'liquidated'
  if (likenesses.some(({ by }) => by.includes('inn'))) return 'duplicate'
  if (comparison.some(({ same, field }) => same === false && field !== 'bank')) return 'requisites'
  return 'other'
}
