import type { UploadReview } from '#shared/api/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import type { Reading } from './upload.ts'

const maxButtons = 3

/** Sheets of a workbook: one is read at a time, the others are listed. */
export function OtherSheets({
  answer,
  busy,
  onRead,
}: {
  answer: UploadReview
  busy: boolean
  onRead: (reading: Reading) => void
}) {
  const { sheets, sheet, hiddenSheets = [], sheetsBeyond = 0 } = answer
  const read = sheets.find(({ index }) => index === sheet)
  const others = sheets.filter(({ index, ordered }) => ordered && index !== sheet)
  return (
    <>
      {read && others.length > 0 && (
        <Note
          tone="warn"
          action={others.slice(0, maxButtons).map(({ index, name }) => (
            <Button key={index} small disabled={busy} onClick={() => onRead({ sheet: index })}>
              Лист «{name}»
            </Button>
          ))}
        >
          Показан лист «{read.name}». Количества есть и на других: добавьте этот лист в корзину, потом откройте
          следующий
        </Note>
      )}
      {hiddenSheets.length > 0 && <Note tone="warn">{hiddenText(hiddenSheets.map(({ name }) => name))}</Note>}
      {sheetsBeyond > 0 && (
        <Note tone="warn">
          Листы после тридцатого не читаются, а там ещё {withCount(sheetsBeyond, ['лист', 'листа', 'листов'])} с
          данными. Сохраните их отдельным файлом и загрузите
        </Note>
      )}
    </>
  )
}

function hiddenText(names: readonly string[]): string {
  const list = names.map((name) => `«${name}»`).join(', ')
  return names.length === 1
    ? `На скрытом листе ${list} тоже есть количества, он не прочитан. Если они нужны, покажите лист в таблице и ` +
        'загрузите файл снова'
    : `На скрытых листах тоже есть количества, они не прочитаны: ${list}. ` +
        'Если они нужны, покажите листы в таблице и загрузите файл снова'
}
