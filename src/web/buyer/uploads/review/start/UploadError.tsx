import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

/** Why a table was not read, and what to do. */
export function UploadError({ error, name, onRetry }: { error: Error; name: string | undefined; onRetry: () => void }) {
  const isTemporary = error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)
  return (
    <Note
      tone="bad"
      role="alert"
      action={
        isTemporary && (
          <Button small onClick={onRetry}>
            Повторить
          </Button>
        )
      }
    >
      <p>
        {name !== undefined && <b className="bold">{name}: </b>}
        {error.message}
      </p>
      <p className="muted">{adviceFor(error)}</p>
    </Note>
  )
}

function adviceFor(error: Error): string {
  if (!(error instanceof CallError)) return 'Обновите страницу и попробуйте ещё раз'
  if (error.status === 413) return 'Уберите из файла картинки и лишние листы или разделите его на части'
  if (error.status === 415 || error.status === 422)
    return (
      'Откройте файл в Excel, сохраните его как XLSX или CSV и загрузите снова. ' +
      'Или скопируйте строки и вставьте их на этой странице'
    )
  if (error.status === 429) return 'Подождите немного и повторите'
  if (error.status === 0 || error.status >= 500) return 'Файл не потерян: повторите, когда связь восстановится'
  return 'Проверьте файл и договор и попробуйте ещё раз'
}
