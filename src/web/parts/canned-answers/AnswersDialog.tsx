import { useState } from 'react'
import type { AnswerSubject, CannedAnswer } from '#shared/api/talk/canned-answers.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextArea, TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { useCannedAnswers, useDeleteAnswer, useSaveAnswer } from './use-canned-answers.ts'
import styles from './canned-answers.module.css'

const undoMs = 8000

/** All staff share the canned answers of a subject; here they are added, changed and deleted. */
export function AnswersDialog({ subject, onClose }: { subject: AnswerSubject; onClose: () => void }) {
  const { data: answers = [], error, refetch } = useCannedAnswers(subject, { enabled: true })
  const [edited, setEdited] = useState<CannedAnswer>()
  return (
    <Modal opened anchored width={640} title="Готовые ответы" onClose={onClose}>
      <div className="column">
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {answers.length > 0 && (
          <ul className={styles.list} aria-label="Готовые ответы">
            {answers.map((answer) => (
              <AnswerRow key={answer.id} subject={subject} answer={answer} onEdit={() => setEdited(answer)} />
            ))}
          </ul>
        )}
        <AnswerForm key={edited?.id ?? 0} subject={subject} answer={edited} onDone={() => setEdited(undefined)} />
      </div>
    </Modal>
  )
}

type RowProps = { subject: AnswerSubject; answer: CannedAnswer; onEdit: () => void }

function AnswerRow({ subject, answer: { id, name, text }, onEdit }: RowProps) {
  const remove = useDeleteAnswer(subject)
  const save = useSaveAnswer(subject)
  const notify = useNotify()
  function deleteAnswer() {
    remove.mutate(id, {
      onSuccess: () =>
        notify({
          tone: 'ok',
          fadeMs: undoMs,
          text: `Удалено: /${name}`,
          action: { label: 'Вернуть', onPress: () => save.mutate({ name, text }) },
        }),
      onError: ({ message }) => notify({ tone: 'bad', text: message }),
    })
  }
  return (
    <li>
      <span>
        <b className="bold">/{name}</b> <span className="muted">{text}</span>
      </span>
      <IconButton icon="edit" label={`Изменить /${name}`} onClick={onEdit} />
      <IconButton icon="trash" label={`Удалить /${name}`} disabled={remove.isPending} onClick={deleteAnswer} />
    </li>
  )
}

type FormProps = { subject: AnswerSubject; answer: CannedAnswer | undefined; onDone: () => void }

function AnswerForm({ subject, answer, onDone }: FormProps) {
  const save = useSaveAnswer(subject)
  const [name, setName] = useState(answer?.name ?? '')
  const [text, setText] = useState(answer?.text ?? '')
  const errors = fieldErrorsOf(save.error)
  return (
    <form
      className="column"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { id: answer?.id, name, text },
          {
            onSuccess: () => {
              setName('')
              setText('')
              onDone()
            },
          },
        )
      }}
    >
      {save.error && Object.keys(errors).length === 0 && (
        <p className="bad" role="alert">
          {save.error.message}
        </p>
      )}
      <TextField
        label={answer ? 'Название' : 'Новый ответ: название'}
        hint="Коротко: его набирают после /"
        maxLength={40}
        value={name}
        error={errors.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextArea
        label="Что прочтёт покупатель"
        hint={subject === 'chat' ? 'Что каждый раз другое, – в фигурных скобках: {дата}' : undefined}
        rows={3}
        maxLength={2000}
        value={text}
        error={errors.text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {answer ? 'Сохранить' : 'Добавить'}
        </Button>
        {answer && <Button onClick={onDone}>Отмена</Button>}
      </div>
    </form>
  )
}
