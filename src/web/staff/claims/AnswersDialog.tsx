import { useState } from 'react'
import type { ClaimAnswer } from '#shared/api/staff/claims.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextArea, TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useAnswers, useDeleteAnswer, useSaveAnswer } from './use-answers.ts'
import styles from './claims.module.css'

const undoMs = 8000

/** The ready answers of all who decide claims: they are added, changed and deleted here. */
export function AnswersDialog({ onClose }: { onClose: () => void }) {
  const { data: answers = [] } = useAnswers({ enabled: true })
  const [edited, setEdited] = useState<ClaimAnswer>()
  return (
    <Modal opened anchored width={640} title="Готовые ответы" onClose={onClose}>
      <div className="column">
        {answers.length > 0 && (
          <ul className={styles.kept} aria-label="Готовые ответы">
            {answers.map((answer) => (
              <AnswerRow key={answer.id} answer={answer} onEdit={() => setEdited(answer)} />
            ))}
          </ul>
        )}
        <AnswerForm key={edited?.id ?? 0} answer={edited} onDone={() => setEdited(undefined)} />
      </div>
    </Modal>
  )
}

function AnswerRow({ answer: { id, name, text }, onEdit }: { answer: ClaimAnswer; onEdit: () => void }) {
  const remove = useDeleteAnswer()
  const save = useSaveAnswer()
  const notify = useNotify()
  function drop() {
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
      <IconButton icon="trash" label={`Удалить /${name}`} disabled={remove.isPending} onClick={drop} />
    </li>
  )
}

function AnswerForm({ answer, onDone }: { answer: ClaimAnswer | undefined; onDone: () => void }) {
  const save = useSaveAnswer()
  const [name, setName] = useState(answer?.name ?? '')
  const [text, setText] = useState(answer?.text ?? '')
  const faults = fieldErrorsOf(save.error)
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
      {save.error && Object.keys(faults).length === 0 && (
        <p className="bad" role="alert">
          {save.error.message}
        </p>
      )}
      <TextField
        label={answer ? 'Название' : 'Новый ответ: название'}
        hint="Коротко: его набирают после /"
        maxLength={40}
        value={name}
        error={faults.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextArea
        label="Что прочтёт покупатель"
        rows={3}
        maxLength={2000}
        value={text}
        error={faults.text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {answer ? 'Сохранить' : 'Добавить'}
        </Button>
        {answer && <Button onClick={onDone}>Отменить</Button>}
      </div>
    </form>
  )
}
