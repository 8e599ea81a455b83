import { useRef, useState, type ChangeEvent, type ClipboardEvent, type ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { useDroppedFile } from '#web/ui/files/use-dropped-file.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { readPastedTable } from '../../clipboard.ts'
import type { Source } from '../upload.ts'
import styles from '../upload.module.css'

const accepted = '.xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt'

/** Inputs of an upload: a file dropped anywhere on the page or chosen, or pasted rows. */
export function DropZone({ onSource, ownPriceList }: { onSource: (source: Source) => void; ownPriceList: ReactNode }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const dragged = useDroppedFile((file) => onSource({ file }))

  function readChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (file) onSource({ file })
  }

  // A pasted table is read at once; the text field would be slow with thousands of rows.
  function paste(event: ClipboardEvent) {
    const table = text.trim() === '' ? readPastedTable(event) : undefined
    if (table !== undefined) onSource({ text: table })
  }

  return (
    <div className={styles.ways}>
      <div className={styles.drop} data-over={dragged || undefined}>
        <Icon name="upload" size={32} />
        <p className={styles.dropTitle}>
          <span className={styles.wideOnly}>Перетащите сюда файл с заказом или </span>
          <span className={styles.phoneOnly}>Загрузите файл с заказом</span>
        </p>
        <Button variant="primary" onClick={() => input.current?.click()}>
          Выберите файл
        </Button>
        <input
          ref={input}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-label="Файл с заказом"
          accept={accepted}
          onChange={readChosen}
        />
        <p className="small dim">
          XLSX, XLS, ODS или CSV до 20 МБ: в любом виде, лишь бы были артикул, код, штрихкод или название и количество
        </p>
      </div>
      <Card
        title="Вставить строки"
        extra={<span className={`small dim ${styles.wideOnly}`}>Ctrl V в любом месте страницы</span>}
      >
        <CardBody>
          <form
            className="column"
            onSubmit={(event) => {
              event.preventDefault()
              if (text.trim() !== '') onSource({ text })
            }}
          >
            <textarea
              className={styles.paste}
              aria-label="Строки из таблицы: артикул и количество"
              placeholder={'DDF485Z\t4\nBL1850B\t6'}
              spellCheck={false}
              value={text}
              onPaste={paste}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <Button type="submit" disabled={text.trim() === ''}>
              Разобрать
            </Button>
          </form>
        </CardBody>
      </Card>
      <p className={`small dim ${styles.own}`}>{ownPriceList}</p>
    </div>
  )
}
