import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import type { BasketData } from './lines.ts'

type NoteProps = {
  edits: BasketData['edits']
  /** The buyer's name, while staff act as them. */
  actedFor: string | undefined
  busy: boolean
  onUndo: () => void
}

/** What staff who act as the buyer see, and what they changed; the buyer reads afterwards who changed the basket. */
export function StaffEditsNote({ edits: { count, by }, actedFor, busy, onUndo }: NoteProps) {
  if (actedFor === undefined && count === 0) return null
  return (
    <Note
      role="status"
      action={
        count > 0 && (
          <Button small busy={busy} onClick={onUndo}>
            {actedFor !== undefined ? `Отменить мои правки ${count}` : 'Вернуть как было'}
          </Button>
        )
      }
    >
      {actedFor !== undefined ? (
        <p>
          Вы видите то же, что {actedFor}.{' '}
          <span className="dim">
            Пароль, сотрудники и согласования отсюда недоступны. Ваши правки отмечены в строках.
          </span>
        </p>
      ) : (
        <p>
          <b className="bold">Поставщик поправил {withCount(count, ['строку', 'строки', 'строк'])}:</b> {by.join(', ')}.
        </p>
      )}
    </Note>
  )
}
