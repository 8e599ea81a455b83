import { useState } from 'react'
import type { StaffClaimDetails } from '#shared/api/staff/claims.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { useSendQuestion } from './use-claims.ts'

/** Asks the buyer for data; the claim then waits for the answer. */
export function QuestionDialog({ claim, onClose }: { claim: StaffClaimDetails; onClose: () => void }) {
  const { id, number, contract } = claim
  const sendQuestion = useSendQuestion()
  const [text, setText] = useState('')
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Запросить данные по ${number}`}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <span className="grow" />
          <Button
            variant="primary"
            busy={sendQuestion.isPending}
            onClick={() => sendQuestion.mutate({ id, text }, { onSuccess: () => onClose() })}
          >
            Отправить вопрос
          </Button>
        </>
      }
    >
      <TextArea
        label="Чего не хватает"
        data-autofocus
        rows={4}
        maxLength={4000}
        value={text}
        hint={`Вопрос увидит ${contract.contragent}; пока ждём ответа, рекламация не стоит в очереди`}
        error={fieldErrorsOf(sendQuestion.error).text ?? sendQuestion.error?.message}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          sendQuestion.reset()
        }}
      />
    </Modal>
  )
}
