import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { randomKey } from '#web/api/random-key.ts'
import { useCannedAnswers } from '#web/parts/canned-answers/use-canned-answers.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/Field.tsx'
import { useSendMessage } from './use-claims.ts'
import styles from './claims.module.css'

const AnswersDialog = lazy(() =>
  import('#web/parts/canned-answers/AnswersDialog.tsx').then((module) => ({ default: module.AnswersDialog })),
)

/** Sends a message to the buyer, or an internal note; text that begins with / searches the canned answers. */
export function MessageForm({ id }: { id: number }) {
  const sendMessage = useSendMessage()
  const [text, setText] = useState('')
  const [isNote, setNote] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [key, setKey] = useState(randomKey)
  const formRef = useRef<HTMLFormElement>(null)
  const textarea = () => formRef.current?.querySelector('textarea')
  const isLookingUp = text.startsWith('/') && !text.includes('\n')
  const { data: answers } = useCannedAnswers('claim', { enabled: isLookingUp })
  const query = text.slice(1).trim().toLowerCase()
  const found = isLookingUp ? answers?.filter(({ name }) => name.toLowerCase().includes(query)) : undefined

  function insertAnswer(answer: string) {
    setText(answer)
    textarea()?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isLookingUp || event.nativeEvent.isComposing) return
    const { key: pressed } = event
    if (pressed === 'Escape') setText('')
    else if (pressed === 'Enter' && found?.[0]) insertAnswer(found[0].text)
    else if (pressed === 'ArrowDown') formRef.current?.querySelector<HTMLElement>('[data-answer]')?.focus()
    else return
    event.preventDefault()
  }

  return (
    <>
      <form
        ref={formRef}
        className={styles.messageForm}
        onSubmit={(event) => {
          event.preventDefault()
          sendMessage.mutate(
            { id, text, note: isNote, key },
            {
              onSuccess: () => {
                setText('')
                setKey(randomKey())
              },
            },
          )
        }}
      >
        {isLookingUp && answers && (
          <ul className={styles.answers} aria-label="Готовые ответы">
            {found?.map((answer) => (
              <li key={answer.id}>
                <button type="button" data-answer onClick={() => insertAnswer(answer.text)}>
                  <b>/{answer.name}</b> {answer.text}
                </button>
              </li>
            ))}
            <li>
              <button type="button" data-answer onClick={() => setEditing(true)}>
                <span className="muted">
                  {found?.length === 0 && (query === '' ? 'Готовых ответов пока нет. ' : 'Такого ответа нет. ')}
                  Изменить список…
                </span>
              </button>
            </li>
          </ul>
        )}
        <TextArea
          label={isNote ? 'Заметка для своих' : 'Ответ покупателю'}
          placeholder={isNote ? 'Прочтут только сотрудники' : '/ – готовые ответы'}
          rows={2}
          maxLength={4000}
          value={text}
          error={sendMessage.error?.message}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className="row wrap">
          <Checkbox label="Заметка" checked={isNote} onChange={({ currentTarget }) => setNote(currentTarget.checked)} />
          <Button small onClick={() => insertAnswer('/')}>
            Готовые ответы
          </Button>
          <span className="grow" />
          <Button type="submit" busy={sendMessage.isPending}>
            {isNote ? 'Записать' : 'Написать'}
          </Button>
        </div>
      </form>
      {/* Outside the form: submitting the dialog must not send the message. */}
      {isEditing && (
        <Suspense>
          <AnswersDialog subject="claim" onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
