import { CallError } from '#web/api/client.ts'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'

/** Shown where the invalid fields give the reasons. */
export const markedFieldsFault = 'Не сохранено: проверьте отмеченные поля'

/** Why a form was not saved, with a reload button if somebody else has changed the data meanwhile. */
export function SaveFailure({
  error,
  fault,
  what,
  onReload,
}: {
  error: Error | null
  /** Text shown instead of the refusal's own. */
  fault?: string | undefined
  /** What somebody else has changed meanwhile, in the accusative: 'зону'. */
  what?: string | undefined
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
        ? `Данные изменились: ${what} уже поменял кто-то другой. Ваши изменения не сохранены`
        : (fault ?? error?.message)}
    </Note>
  )
}
