import { useState } from 'react'
import type { Registration } from '#shared/api/staff/registrations.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useSendQuestion } from './use-registrations.ts'

const suggestions = [
  'Пришлите доверенность на того, кто подал заявку.',
  'Пришлите карточку организации с КПП и банковскими реквизитами.',
  'Уточните юридический адрес: в ЕГРЮЛ он другой.',
]

/** Asks the applicant for data by e-mail, with a link to the request. */
export function QuestionDialog({ request, onClose }: { request: Registration; onClose: () => void }) {
  const { id, company, email } = request
  const notify = useNotify()
  const sendQuestion = useSendQuestion()
  const [text, setText] = useState('')
  const error = fieldErrorsOf(sendQuestion.error).text ?? sendQuestion.error?.message

  function send() {
    sendQuestion.mutate(
      { id, text },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: `${company}: вопрос отправлен`, fadeMs: 3000 })
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
      title={`Запросить данные у ${company}`}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <span className="grow" />
          <Button variant="primary" busy={sendQuestion.isPending} onClick={send}>
            Отправить вопрос
          </Button>
        </>
      }
    >
      <div className="column">
        <TextArea
          label="Чего не хватает"
          data-autofocus
          rows={4}
          maxLength={2000}
          value={text}
          hint={`Письмо со ссылкой на заявку уйдёт на ${email}`}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            sendQuestion.reset()
          }}
        />
        <div className="row wrap">
          {suggestions.map((sentence) => (
            <Button
              key={sentence}
              small
              onClick={() => setText((previous) => [previous.trim(), sentence].filter(Boolean).join('\n'))}
            >
              {sentence.split(/[:.]/)[0]?.replace(/^(Пришлите|Уточните) /, '') ?? sentence}
            </Button>
          ))}
        </div>
      </div>
    </Modal>
  )
}
