import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { useCannedAnswers } from '#web/parts/canned-answers/use-canned-answers.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/Field.tsx'
import { useWrite } from './use-claims.ts'
import styles from './claims.module.css'

const AnswersDialog = lazy(() =>
  import('#web/parts/canned-answers/AnswersDialog.tsx').then((module) => ({ default: module.AnswersDialog })),
)

/** A message to the buyer or a note; what begins with / is looked up among the ready answers. */
export function WriteForm({ id }: { id: number }) {
  const write = useWrite()
  const [text, setText] = useState('')
  const [note, setNote] = useState(false)
  const [editing, setEditing] = useState(false)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector('textarea')
  const looking = text.startsWith('/') && !text.includes('\n')
  const { data: answers } = useCannedAnswers('claim', { enabled: looking })
  const wanted = text.slice(1).trim().toLowerCase()
  const found = looking ? answers?.filter(({ name }) => name.toLowerCase().includes(wanted)) : undefined

  function take(answer: string) {
    setText(answer)
    field()?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!looking || event.nativeEvent.isComposing) return
    const { key: pressed } = event
    if (pressed === 'Escape') setText('')
    else if (pressed === 'Enter' && found?.[0]) take(found[0].text)
    else if (pressed === 'ArrowDown') form.current?.querySelector<HTMLElement>('[data-answer]')?.focus()
    else return
    event.preventDefault()
  }

  return (
    <>
      <form
        ref={form}
        className={styles.write}
        onSubmit={(event) => {
          event.preventDefault()
          write.mutate(
            { id, text, note, key },
            {
              onSuccess: () => {
                setText('')
                setKey(crypto.randomUUID())
              },
            },
          )
        }}
      >
        {looking && answers && (
          <ul className={styles.answers} aria-label="Готовые ответы">
            {found?.map((answer) => (
              <li key={answer.id}>
                <button type="button" data-answer onClick={() => take(answer.text)}>
                  <b>/{answer.name}</b> {answer.text}
                </button>
              </li>
            ))}
            <li>
              <button type="button" data-answer onClick={() => setEditing(true)}>
                <span className="muted">
                  {found?.length === 0 && (wanted === '' ? 'Готовых ответов пока нет. ' : 'Такого ответа нет. ')}
                  Изменить список…
                </span>
              </button>
            </li>
          </ul>
        )}
        <TextArea
          label={note ? 'Заметка для своих' : 'Ответ покупателю'}
          placeholder={note ? 'Прочтут только сотрудники' : '/ – готовые ответы'}
          rows={2}
          maxLength={4000}
          value={text}
          error={write.error?.message}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className="row wrap">
          <Checkbox label="Заметка" checked={note} onChange={({ currentTarget }) => setNote(currentTarget.checked)} />
          <Button small onClick={() => take('/')}>
            Готовые ответы
          </Button>
          <span className="grow" />
          <Button type="submit" busy={write.isPending}>
            {note ? 'Записать' : 'Написать'}
          </Button>
        </div>
      </form>
      {/* Outside the form: what is sent in the dialog is no message. */}
      {editing && (
        <Suspense>
          <AnswersDialog subject="claim" onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
