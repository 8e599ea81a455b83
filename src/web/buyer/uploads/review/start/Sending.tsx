import { Button } from '#web/ui/Button.tsx'
import { fileSize } from '#web/ui/format.ts'
import type { Source } from '../upload.ts'
import styles from '../upload.module.css'

/** Progress of an upload: sending, then reading. */
export function Sending({ source, sent, onCancel }: { source: Source; sent: number; onCancel: () => void }) {
  const isSending = 'file' in source && sent < 1
  const percent = Math.floor(sent * 100)
  return (
    <div className={styles.sending}>
      <p className="bold">
        {'file' in source ? `${source.file.name} · ${fileSize(source.file.size)}` : 'Вставленные строки'}
      </p>
      <progress
        aria-label={isSending ? 'Отправка файла' : 'Чтение таблицы'}
        max={100}
        {...(isSending ? { value: percent } : {})}
      />
      <p role="status">{isSending ? `Отправляем: ${percent} %` : 'Читаем таблицу и ищем товары…'}</p>
      <Button onClick={onCancel}>Отмена</Button>
    </div>
  )
}
