import { useRef, useState, type FormEvent } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { noteLength } from '#shared/api/administration/customer-groups.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { day } from '#web/ui/format.ts'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import { useAddNote, useDeleteNote } from './use-customers.ts'
import styles from './customers.module.css'

/** Notes of staff, which the buyer does not see. */
export function NotesCard({ customer: { id, notes } }: { customer: CustomerDetails }) {
  const [isWriting, setWriting] = useState(false)
  return (
    <Card
      title={
        <>
          Заметки <span className={styles.hint}>видим только мы</span>
        </>
      }
      extra={
        !isWriting && (
          <Button small icon="plus" onClick={() => setWriting(true)}>
            Заметка
          </Button>
        )
      }
    >
      {isWriting && <NoteForm customerId={id} onClose={() => setWriting(false)} />}
      {notes.length === 0 && !isWriting && (
        <p className={`${styles.inside} dim`}>Запишите, что важно знать коллегам: как принимают товар, кому звонить</p>
      )}
      <ul className={styles.notes}>
        {notes.map((note) => (
          <Note key={note.id} customerId={id} note={note} />
        ))}
      </ul>
    </Card>
  )
}

function NoteForm({ customerId, onClose }: { customerId: number; onClose: () => void }) {
  const [text, setText] = useState('')
  const key = useRef(randomKey())
  const add = useAddNote()
  useUnsaved(() => text.trim() !== '' && !add.isPending)

  function submit(event: FormEvent) {
    event.preventDefault()
    add.mutate({ id: customerId, key: key.current, text: text.trim() }, { onSuccess: onClose })
  }

  return (
    <form className={`${styles.inside} column`} onSubmit={submit}>
      <TextArea
        label="Новая заметка"
        rows={3}
        maxLength={noteLength}
        // Opened by a button: the field is what was asked for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        error={add.error ? (fieldErrorsOf(add.error).text ?? add.error.message) : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <span className="row">
        <Button type="submit" small variant="primary" busy={add.isPending}>
          Сохранить
        </Button>
        <Button small onClick={onClose}>
          Отменить
        </Button>
      </span>
    </form>
  )
}

function Note({ customerId, note }: { customerId: number; note: CustomerDetails['notes'][number] }) {
  const remove = useDeleteNote()
  const confirm = useConfirm()
  const notify = useNotify()

  async function press() {
    if (!(await confirm('Удалить заметку?'))) return
    remove.mutate(
      { id: customerId, note: note.id },
      { onError: ({ message }) => notify({ tone: 'bad', title: 'Заметка не удалена', text: message }) },
    )
  }

  return (
    <li>
      <p className={styles.noteText}>{note.text}</p>
      <span className={styles.noteBy}>
        {[note.author, day(note.created_at)].filter(Boolean).join(', ')}
        {note.own && <IconButton icon="trash" label="Удалить заметку" small onClick={() => void press()} />}
      </span>
    </li>
  )
}
