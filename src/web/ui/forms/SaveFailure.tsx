import { CallError } from '#web/api/client.ts'
import { Button } from '../Button.tsx'
import { Note } from '../Note.tsx'

/** Where the fields that are wrong say why. */
export const markedFieldsFault = 'Не сохранено: проверьте отмеченные поля'

/** Why a form was not saved; what somebody else has changed meanwhile may be loaded anew, where that can happen. */
export function SaveFailure({
  error,
  fault,
  what,
  onReload,
}: {
  error: Error | null
  /** What is said of a refusal instead of its own words. */
  fault?: string | undefined
  /** Whom somebody else has changed meanwhile, in the accusative: 'зону'. */
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
