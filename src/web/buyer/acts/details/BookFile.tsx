import { useRef } from 'react'
import type { ActDetails } from '#shared/api/money/acts.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { shortDateTime, withCount } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useChangeAct, useUploadBook } from '../use-acts.ts'
import { countAnswers } from './count-answers.ts'
import styles from './act.module.css'

/** The buyer's own ledger of the period: upload, replace, remove. */
export function BookFile({ act }: { act: ActDetails }) {
  const { book, state } = act
  const upload = useUploadBook()
  return (
    <div className={styles.book}>
      <b className="row bold">
        <Icon name="document" />
        <span className="clip" title={book?.name}>
          {book ? book.name : 'Сверьте с вашим учётом'}
        </span>
      </b>
      <span className="small muted">
        {book
          ? `${withCount(book.lines, ['строка', 'строки', 'строк'])} · ${shortDateTime(book.uploaded_at)}${
              book.outside > 0 ? ` · ещё ${book.outside} вне периода` : ''
            }`
          : 'Карточка счёта 60 или ваш акт за этот период: XLSX, XLS, ODS или CSV'}
      </span>
      {state === 'ready' && <BookActions act={act} upload={upload} />}
      {upload.error && (
        <span className="small bad" role="alert">
          {upload.error.message}
        </span>
      )}
    </div>
  )
}

function BookActions({ act, upload }: { act: ActDetails; upload: ReturnType<typeof useUploadBook> }) {
  const { id, book } = act
  const inputRef = useRef<HTMLInputElement>(null)
  const removal = useChangeAct()
  const confirm = useConfirm()
  const notify = useNotify()

  /** Answers belong to the lines of the file and are deleted with it. */
  async function confirmChange(question: string): Promise<boolean> {
    const { answered } = countAnswers(act)
    return answered === 0 || (await confirm(`${question} Ваши ответы по строкам пропадут.`))
  }

  async function chooseFile(): Promise<void> {
    if (await confirmChange('Заменить файл?')) inputRef.current?.click()
  }

  async function removeFile(): Promise<void> {
    if (!(await confirmChange('Убрать файл?'))) return
    removal.mutate({ id, change: 'removeFile' }, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <span className="row no-print">
      <input
        ref={inputRef}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label="Файл вашего учёта"
        accept=".xlsx,.xls,.ods,.csv"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) upload.mutate({ id, file })
        }}
      />
      <Button
        small
        {...(book ? { variant: 'plain' as const } : {})}
        busy={upload.isPending}
        onClick={() => void chooseFile()}
      >
        {book ? 'Заменить файл' : 'Загрузить файл'}
      </Button>
      {book && (
        <Button small variant="plain" busy={removal.isPending} onClick={() => void removeFile()}>
          Убрать
        </Button>
      )}
    </span>
  )
}
