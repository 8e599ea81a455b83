import { CallError } from '#web/api/client.ts'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'

/** Shown when the invalid fields show the reasons. */
export const markedFieldsMessage = 'Не сохранено: проверьте отмеченные поля'

/** Why a form was not saved, with a reload button after a concurrent change. */
export function SaveFailure({
  error,
  message,
  subject,
  onReload,
}: {
  error: Error | null
  /** Text shown instead of the refusal's message. */
  message?: string | undefined
  /** What was changed concurrently, in the accusative: 'зону'. */
  subject?: string | undefined
  onReload?: (() => unknown) | undefined
}) {
  const isConflict = onReload !== undefined && error instanceof CallError && error.code === 'conflict'
  return (
    <Note
      tone="bad"
      role="alert"
      action={
        isConflict && (
          <Button small onClick={() => void onReload()}>
            Загрузить заново
          </Button>
        )
      }
    >
      {isConflict
        ? `Данные изменились: ${subject} уже поменял кто-то другой. Ваши изменения не сохранены`
        : (message ?? error?.message)}
    </Note>
  )
}
