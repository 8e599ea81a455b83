import type { UploadReview } from '#shared/api/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { Reading } from './upload.ts'

/** A book may hold an order on each of its sheets: one is read at a time, and nobody shall miss the others. */
export function OtherSheets({ answer: { sheets, sheet }, busy, onRead }: { answer: UploadReview; busy: boolean; onRead: (reading: Reading) => void }) {
  const read = sheets.find(({ index }) => index === sheet)
  const others = sheets.filter(({ index, ordered }) => ordered && index !== sheet)
  if (!read || others.length === 0) return null
  return (
    <Note
      tone="warn"
      action={others.slice(0, mostButtons).map(({ index, name }) => (
        <Button key={index} small disabled={busy} onClick={() => onRead({ sheet: index })}>
          Лист «{name}»
        </Button>
      ))}
    >
      Показан лист «{read.name}». Количества есть и на других: добавьте этот лист в корзину, потом откройте следующий
    </Note>
  )
}

const mostButtons = 3
